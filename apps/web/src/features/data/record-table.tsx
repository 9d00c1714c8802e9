import { mdiAlertOutline, mdiArrowDown, mdiDotsVertical } from '@mdi/js';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import { type Record, scopeOf } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../app/appearance.ts';
import { inPageLanguage } from '../../app/notify.ts';
import { useUser } from '../../app/services.tsx';
import { formatChrono } from '../../charts/chrono.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { dayOf, timeOf } from '../../records/describe-record.ts';
import { FavouriteStar } from '../../records/favourite-star.tsx';
import { RecordState } from '../../records/record-state.tsx';
import { sportIcon } from '../../records/sport-icon.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Checked } from './lists.ts';
import { type RecordAsks, useRowMenu } from './record-row-actions.tsx';
import styles from './record-table.module.css';
import { moveAmongRows } from './row-keys.ts';

interface TableProps {
  readonly records: readonly Record[];
  readonly checked: Checked;
  readonly asks: RecordAsks;
}

/** Associated records, newest first; the day stands once a group. */
export function RecordTable(props: TableProps): ReactNode {
  const { t } = useTranslation('data');
  const language = useAppearance((appearance) => appearance.language);
  const { menu, open } = useRowMenu(props.asks);
  const { records, checked } = props;
  const on = records.filter((record) => checked.has(record)).length;
  const days = records.map((record) => dayOf(record, language, new Date()));
  return (
    <>
      <table className={styles.table} aria-label={t('associated.label')}>
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
            <th aria-sort="descending" className={styles.date}>
              <span className={styles.sorted}>
                {t('column.date')}
                <Icon path={mdiArrowDown} size={14} />
              </span>
            </th>
            <th>{t('column.athletes')}</th>
            <th className={styles.sport}>{t('column.sport')}</th>
            <th className={styles.exercise}>{t('column.exercise')}</th>
            <th className={styles.device}>{t('column.device')}</th>
            <th className={styles.preview}>{t('column.preview')}</th>
            <th className={styles.duration}>{t('column.duration')}</th>
            <th className={styles.more}>
              <span className="visually-hidden">{t('column.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody onKeyDown={moveAmongRows}>
          {records.map((record, index) => (
            <Row
              key={record.id}
              record={record}
              day={days[index] === days[index - 1] ? undefined : days[index]}
              checked={checked.has(record)}
              onCheck={(range) => checked.toggle(record, records, range)}
              onMenu={(anchor) => open(record, anchor)}
            />
          ))}
        </tbody>
      </table>
      {menu}
    </>
  );
}

interface RowProps {
  readonly record: Record;
  readonly day: string | undefined;
  readonly checked: boolean;
  onCheck(range: boolean): void;
  onMenu(anchor: HTMLElement): void;
}

function Row(props: RowProps): ReactNode {
  const { t } = useTranslation('data');
  const language = useAppearance((appearance) => appearance.language);
  const navigate = useNavigate();
  const user = useUser();
  const { record } = props;
  const names = athleteNames(record.users);
  const params = { recordId: String(record.id) };
  return (
    <tr data-checked={props.checked} onDoubleClick={() => void navigate({ to: '/records/$recordId', params })}>
      <td className={styles.check}>
        <Checkbox
          checked={props.checked}
          onClick={(event) => props.onCheck(event.shiftKey)}
          slotProps={{ input: { 'aria-label': t('row.check', { name: names }) } }}
        />
      </td>
      <td className={styles.star}>
        <FavouriteStar record={record} disabled={scopeOf(user.roles, 'record.edit') === undefined} />
      </td>
      <td>
        <span className={styles.day}>{props.day}</span>
        <span className={styles.quiet}>{timeOf(record, language)}</span>
      </td>
      <td>
        <Link
          className={styles.names}
          to="/records/$recordId"
          params={params}
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
      <SportCell record={record} />
      <td className={styles.exercise}>
        {record.record_type !== 'record' && <span className={styles.type}>{t(`type.${record.record_type}`)}</span>}
        {record.exercise_name}
      </td>
      <td className={`${styles.device} ${styles.quiet}`}>{record.device_name}</td>
      <td className={styles.preview}>
        {record.decode_state === 'done' && record.visualisable ? (
          <Sparkline values={record.preview} width={116} height={24} />
        ) : (
          <RecordState record={record} />
        )}
      </td>
      <td className={styles.duration}>{formatChrono(record.duration, 0)}</td>
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

function SportCell(props: { record: Record }): ReactNode {
  const { record } = props;
  if (record.sport_disp_name === null) return <td className={styles.sport} />;
  return (
    <td className={styles.sport}>
      <span className={styles.sportName}>
        <Icon path={sportIcon(record.sport_name)} size={16} />
        {inPageLanguage(record.sport_disp_name)}
      </span>
    </td>
  );
}
