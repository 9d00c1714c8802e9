import {
  mdiAlertOutline,
  mdiArrowDown,
  mdiArrowUp,
  mdiChevronDown,
  mdiChevronRight,
  mdiDotsVertical,
  mdiVideoOutline,
} from '@mdi/js';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import type { Record, RecordSort } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { Link } from '@tanstack/react-router';
import { type CSSProperties, Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { isSession, timeOf } from '../../records/describe-record.ts';
import { FavouriteStar } from '../../records/favourite-star.tsx';
import { useSessionRecords } from '../../records/session-queries.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { Icon } from '../../ui/icon.tsx';
import { FetchedTracesProvider, useFetchedTraces } from './chosen-traces.ts';
import { useDayNames } from './day-names.ts';
import type { Checked } from './lists.ts';
import { leastWidth, recordColumns } from './record-cells.tsx';
import { type RecordAsks, useRowMenu } from './record-row-actions.tsx';
import styles from './record-table.module.css';
import { moveAmongRows } from './row-keys.ts';
import { useShownColumns, useTableView } from './table-view.ts';

interface TableProps {
  readonly records: readonly Record[];
  readonly checked: Checked;
  readonly asks: RecordAsks;
}

/** Associated records in the order asked for; sorted by date, the day stands once a group. */
export function RecordTable(props: TableProps): ReactNode {
  const { t } = useTranslation('data');
  const { menu, open } = useRowMenu(props.asks);
  const { records, checked } = props;
  const { sort } = useTableView();
  const columns = useShownColumns();
  const dayOf = useDayNames();
  const on = records.filter((record) => checked.has(record)).length;
  const days = records.map(dayOf);
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const isGrouped = sort.by === 'date';
  return (
    <>
      <table
        className={styles.table}
        style={{ '--least': `${leastWidth(columns)}px` } as CSSProperties}
        aria-label={t('associated.label')}
      >
        <thead>
          <tr>
            <th className={styles.check}>
              <Checkbox
                checked={on > 0 && on === records.length}
                indeterminate={on > 0 && on < records.length}
                onChange={() => checked.setAll(records, on < records.length)}
                slotProps={{ input: { 'aria-label': t('row.checkAll') } }}
              />
            </th>
            <th className={styles.star}>
              <span className="visually-hidden">{t('column.favourite')}</span>
            </th>
            <Head name="date" sort="date" />
            <Head name="athletes" sort="athletes" />
            {columns.map((name) => (
              <Head key={name} name={name} sort={recordColumns[name].sort} />
            ))}
            <th className={styles.more}>
              <span className="visually-hidden">{t('column.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody onKeyDown={moveAmongRows}>
          {records.map((record, index) => (
            <Fragment key={record.id}>
              <Row
                record={record}
                day={isGrouped && days[index] === days[index - 1] ? undefined : days[index]}
                checked={checked.has(record)}
                onCheck={(range) => checked.toggle(record, records, range)}
                onMenu={(anchor) => open(record, anchor)}
                unfolded={unfolded.has(record.id)}
                onUnfold={() => setUnfolded(toggled(unfolded, record.id))}
              />
              {unfolded.has(record.id) && isSession(record) && (
                <SessionRows session={record} checked={checked} onMenu={open} />
              )}
              {unfolded.has(record.id) && <FilmRows record={record} />}
            </Fragment>
          ))}
        </tbody>
      </table>
      {menu}
    </>
  );
}

function toggled(all: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(all);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** The records of a session, below it on the line of a tree. */
function SessionRows(props: {
  session: Record;
  checked: Checked;
  onMenu(record: Record, anchor: HTMLElement, session: Record): void;
}): ReactNode {
  const { t } = useTranslation('data');
  const columns = useShownColumns();
  const { session, checked, onMenu } = props;
  const { data, error, refetch } = useSessionRecords(session);
  const traces = useFetchedTraces(data?.records);
  if (data === undefined) {
    return (
      <tr className={styles.nested}>
        <td colSpan={5 + columns.length} role={error === null ? 'status' : 'alert'}>
          {error === null ? t('loading') : t('failed.session')}{' '}
          {error !== null && (
            <Button size="small" onClick={() => void refetch()}>
              {t('failed.retry')}
            </Button>
          )}
        </td>
      </tr>
    );
  }
  const { records } = data;
  return (
    <FetchedTracesProvider value={traces}>
      {records.map((record, index) => (
        <Row
          key={record.id}
          record={record}
          day={undefined}
          branch={index === records.length - 1 ? 'last' : 'inner'}
          checked={checked.has(record)}
          onCheck={(range) => checked.toggle(record, records, range)}
          onMenu={(anchor) => onMenu(record, anchor, session)}
        />
      ))}
    </FetchedTracesProvider>
  );
}

/** The films of a record, below it on the line of a tree. */
function FilmRows({ record }: { record: Record }): ReactNode {
  const { t } = useTranslation('data');
  const columns = useShownColumns();
  return record.videos.map((film, index) => (
    <tr key={film.id} className={styles.nested} data-branch={index === record.videos.length - 1 ? 'last' : 'inner'}>
      <td colSpan={3} />
      <td className={styles.athletes}>
        <Link
          className={`${styles.names} ${styles.film}`}
          to="/records/$recordId"
          params={{ recordId: String(film.id) }}
          data-row=""
        >
          <Icon path={mdiVideoOutline} size={16} />
          {t('type.video')} {film.basename}
        </Link>
      </td>
      <td colSpan={columns.length + 1} className={styles.quiet}>
        {formatChrono(film.duration, 0)}
      </td>
    </tr>
  ));
}

/** The head of a column; a press sorts by it, another turns the order round. */
function Head(props: {
  name: keyof typeof recordColumns | 'date' | 'athletes';
  sort: RecordSort | undefined;
}): ReactNode {
  const { t } = useTranslation(['data', 'records']);
  const { sort, sortBy, traced } = useTableView();
  const { name } = props;
  const by = props.sort;
  // Traces of one quantity say it once.
  const word = name === 'preview' && traced !== null ? t(`records:quantity.${traced}`) : t(`column.${name}`);
  if (by === undefined) return <th className={styles[name]}>{word}</th>;
  const isSorted = sort.by === by;
  const direction = sort.descending ? 'descending' : 'ascending';
  return (
    <th className={styles[name]} aria-sort={isSorted ? direction : 'none'}>
      <button type="button" className={styles.sort} data-sorted={isSorted} onClick={() => sortBy(by)}>
        {word}
        {isSorted && <Icon path={sort.descending ? mdiArrowDown : mdiArrowUp} size={14} />}
      </button>
    </th>
  );
}

interface RowProps {
  readonly record: Record;
  readonly day: string | undefined;
  readonly checked: boolean;
  /** Where it stands on the line of its session. */
  readonly branch?: 'inner' | 'last';
  /** Of a session: whether its records are shown below. */
  readonly unfolded?: boolean;
  onCheck(range: boolean): void;
  onMenu(anchor: HTMLElement): void;
  onUnfold?(): void;
}

/** The link of the athletes covers the row (record-table.module.css): a click anywhere, with any key, is the browser's. */
function Row(props: RowProps): ReactNode {
  const { t } = useTranslation('data');
  const language = useAppearance((appearance) => appearance.language);
  const columns = useShownColumns();
  const { record } = props;
  const names = athleteNames(record.users);
  const unfolds = props.onUnfold !== undefined && (isSession(record) || record.videos.length > 0);
  const count = isSession(record) ? record.seance_records.length : record.videos.length;
  const act = props.unfolded ? 'fold' : 'unfold';
  return (
    <tr data-checked={props.checked} data-branch={props.branch} className={props.branch && styles.nested}>
      <td className={styles.check}>
        <Checkbox
          checked={props.checked}
          onClick={(event) => props.onCheck(event.shiftKey)}
          slotProps={{ input: { 'aria-label': t('row.check', { name: names }) } }}
        />
      </td>
      <td className={styles.star}>
        <FavouriteStar record={record} disabled={!record.may.fields.includes('favorite')} />
      </td>
      <td className={styles.date}>
        <span className={styles.day}>{props.day}</span>
        <span className={styles.quiet}>{timeOf(record, language)}</span>
      </td>
      <td className={styles.athletes}>
        {unfolds && (
          <IconButton
            size="small"
            className={styles.unfold ?? ''}
            aria-expanded={props.unfolded}
            aria-label={t(isSession(record) ? `row.${act}` : `row.${act}Films`, { count })}
            onClick={props.onUnfold}
          >
            <Icon path={props.unfolded ? mdiChevronDown : mdiChevronRight} size={18} />
          </IconButton>
        )}
        <Link
          className={styles.names}
          to="/records/$recordId"
          params={{ recordId: String(record.id) }}
          data-row=""
          title={record.users.map((one) => `${one.firstname} ${one.lastname}`).join(', ')}
          onKeyDown={(event) => {
            if (event.key !== ' ') return;
            event.preventDefault();
            props.onCheck(event.shiftKey);
          }}
        >
          {names === '' ? t('row.noAthlete') : names}
        </Link>
        {record.nb_errors > 0 && (
          <span className={styles.warning} title={t('row.warnings', { count: record.nb_errors })}>
            <Icon path={mdiAlertOutline} size={16} />
            <span className="visually-hidden">{t('row.warnings', { count: record.nb_errors })}</span>
          </span>
        )}
      </td>
      {columns.map((name) => {
        const { Cell } = recordColumns[name];
        return (
          <td key={name} className={styles[name]}>
            <Cell record={record} />
          </td>
        );
      })}
      <td className={styles.more}>
        <IconButton
          size="small"
          aria-label={t('row.more', { name: names })}
          onClick={(event) => props.onMenu(event.currentTarget)}
        >
          <Icon path={mdiDotsVertical} size={18} />
        </IconButton>
      </td>
    </tr>
  );
}
