import { mdiChevronDown, mdiChevronRight } from '@mdi/js';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import type { LedgerRecord } from '@sillage/contract';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { inPageLanguage, notify } from '../../base/notify.ts';
import { useFormatDate } from '../../base/use-format-date.ts';
import { nextMove } from '../../sending/use-move.ts';
import { copyText } from '../../ui/copy-text.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { Icon } from '../../ui/icon.tsx';
import { LedgerParts } from './ledger-parts.tsx';
import { MoveButton } from './move-records.tsx';
import styles from './sync.module.css';
import { useShortMoment } from './use-short-moment.ts';
import { Where } from './where.tsx';

/** Where each original is, by which hash, since when, and why not; on a hub they are chosen here to be moved. */
export function LedgerTable(props: {
  records: readonly LedgerRecord[];
  /** Ids of the chosen ones; undefined where nothing can be chosen. */
  chosen: ReadonlySet<number> | undefined;
  /** Without a link an original can be taken out of what waits, and no more. */
  isLinked: boolean;
  mayEdit: boolean;
  isMetered: boolean;
  onChoose(ids: ReadonlySet<number>): void;
}): ReactNode {
  const { t } = useTranslation('sync');
  const { records, chosen, onChoose } = props;
  const canMove = (record: LedgerRecord) => props.mayEdit && (props.isLinked || nextMove(record) === 'cancel');
  const hasMoves = chosen !== undefined || records.some(canMove);
  const columns = ['date', 'name', 'where', 'hash', 'size', 'since', 'lastTry', 'whyNot'] as const;
  const all = chosen !== undefined && records.every((record) => chosen.has(record.record_id));
  const choose = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <div className={styles.scroll}>
      <table>
        <thead>
          <tr>
            {chosen !== undefined && (
              <th className={styles.check}>
                <Checkbox
                  size="small"
                  checked={all}
                  indeterminate={!all && chosen.size > 0}
                  onChange={() => onChoose(new Set(all ? [] : records.map((record) => record.record_id)))}
                  slotProps={{ input: { 'aria-label': t('chooseAll') } }}
                />
              </th>
            )}
            {columns.map((column) => (
              <th key={column} scope="col" className={column === 'size' ? styles.number : undefined}>
                {t(`column.${column}`)}
              </th>
            ))}
            {hasMoves && (
              <th>
                <span className="visually-hidden">{t('column.action')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <Row
              key={record.record_id}
              record={record}
              chosen={chosen?.has(record.record_id)}
              move={hasMoves ? (canMove(record) ? 'shown' : 'none') : undefined}
              isMetered={props.isMetered}
              onChoose={choose}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row(props: {
  record: LedgerRecord;
  chosen: boolean | undefined;
  /** Whether its next move is offered; undefined: that of no row is. */
  move: 'shown' | 'none' | undefined;
  isMetered: boolean;
  onChoose(id: number): void;
}): ReactNode {
  const { t } = useTranslation('sync');
  const { record, chosen, move, onChoose } = props;
  const language = useAppearance((appearance) => appearance.language);
  const moment = useFormatDate('moment');
  const short = useShortMoment();
  const [isOpen, setOpen] = useState(false);
  const row = (
    <tr>
      {chosen !== undefined && (
        <td className={styles.check}>
          <Checkbox
            size="small"
            checked={chosen}
            onChange={() => onChoose(record.record_id)}
            slotProps={{ input: { 'aria-label': t('chooseOne', { name: record.name }) } }}
          />
        </td>
      )}
      <td>{moment(record.started_at)}</td>
      <th scope="row">
        <Name record={record} isOpen={isOpen} onOpen={setOpen} />
      </th>
      <td>
        <Where record={record} />
      </td>
      <td className={styles.hashed}>{record.sha256 === null ? '–' : <Hash sha256={record.sha256} />}</td>
      <td className={styles.number}>{formatBytes(record.bytes, language)}</td>
      <td className={styles.sinceThen} title={moment(record.since)}>
        {short(record.since)}
      </td>
      <td className={styles.sinceThen} title={moment(record.last_try)}>
        {short(record.last_try)}
      </td>
      <td className={styles.cause}>{record.why_not === null ? '' : inPageLanguage(record.why_not)}</td>
      {move !== undefined && (
        <td className={styles.move}>
          {move === 'shown' && <MoveButton record={record} isMetered={props.isMetered} />}
        </td>
      )}
    </tr>
  );
  return (
    <>
      {row}
      {isOpen && (
        <LedgerParts record={record} columns={8 + Number(chosen !== undefined) + Number(move !== undefined)} />
      )}
    </>
  );
}

/** The way to the record, and what unfolds it. */
function Name(props: { record: LedgerRecord; isOpen: boolean; onOpen(isOpen: boolean): void }): ReactNode {
  const { t } = useTranslation('sync');
  const { record, isOpen, onOpen } = props;
  return (
    <>
      <IconButton
        size="small"
        edge="start"
        aria-expanded={isOpen}
        aria-label={t('parts.open', { name: record.name })}
        onClick={() => onOpen(!isOpen)}
      >
        <Icon path={isOpen ? mdiChevronDown : mdiChevronRight} size={18} />
      </IconButton>
      <Link to="/records/$recordId" params={{ recordId: String(record.record_id) }}>
        {record.name}
      </Link>
    </>
  );
}

function Hash({ sha256 }: { sha256: string }): ReactNode {
  const { t } = useTranslation('sync');
  const copy = async () => {
    if (await copyText(sha256)) notify({ kind: 'success', text: t('copied') });
    else notify({ kind: 'warning', text: sha256 });
  };
  return (
    <button type="button" className={styles.hash} title={t('copyHash')} onClick={() => void copy()}>
      {sha256.slice(0, 4)}…{sha256.slice(-4)}
    </button>
  );
}
