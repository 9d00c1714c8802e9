import { mdiAccountOutline, mdiAccountPlus, mdiCheck } from '@mdi/js';
import Button, { type ButtonProps } from '@mui/material/Button';
import { limits } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../base/shortcuts.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { keyOfRecord } from '../../live/follow-records.ts';
import { forgetEnded } from '../../live/followed-records.ts';
import type { MadeRecord } from '../../records/find-device-records.ts';
import { useRecordUpdates } from '../../records/record-queries.ts';
import { RecordState } from '../../records/record-state.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { formatChrono } from '../../ui/chrono.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { useAssociate } from './associate-here.tsx';
import { chooseVariables } from './choose-variables.ts';
import { EndedMeans } from './ended-means.tsx';
import styles from './ended-records.module.css';
import { useEnded, useHasEnded } from './use-ended.ts';

/** Rows that say means: each asks the server for the statistics of a whole record. */
const meansAtMost = 12;

/** What was recorded, until the next start: one line a record, with the way to it; `short` leaves room for curves. */
export function EndedRecords({ short }: { short: boolean }): ReactNode {
  return useHasEnded() ? <Ended short={short} /> : null;
}

function Ended({ short }: { short: boolean }): ReactNode {
  const { t } = useTranslation('realtime');
  useRecordUpdates();
  const { rows, seconds } = useEnded();
  const title = t('ended.title', { count: rows.length, duration: formatChrono(Math.floor(seconds), 0) });
  useShortcut('Escape', forgetEnded);
  return (
    <section className={`${styles.ended} ${short ? styles.short : ''}`} aria-label={title}>
      <header className={styles.head}>
        <span className={styles.tick}>
          <Icon path={mdiCheck} />
        </span>
        <div className={styles.title}>
          <h2>{title}</h2>
          <p>{t(short ? 'ended.keptCurves' : 'ended.keptClock', { count: rows.length })}</p>
        </div>
        <OpenAll rows={rows} />
        <Button onClick={forgetEnded} aria-keyshortcuts="Escape">
          {t('ended.back')}
          <KeyHint>{t('ended.escape')}</KeyHint>
        </Button>
      </header>
      {short ? <Links rows={rows} /> : <Rows rows={rows} />}
    </section>
  );
}

/** All of them over each other, as soon as all can be read. */
function OpenAll({ rows }: { rows: readonly MadeRecord[] }): ReactNode {
  const { t } = useTranslation('realtime');
  const { history } = useRouter();
  const ids = rows.flatMap(({ record }) => (record?.decode_state === 'done' ? [record.id] : []));
  const isReady = ids.length === rows.length && ids.length > 1 && ids.length <= limits.recordsCompared;
  if (!isReady) return null;
  return (
    <Button variant="outlined" onClick={() => history.push(`/compare?ids=${ids.join(',')}`)}>
      {t('ended.openAll', { count: ids.length })}
    </Button>
  );
}

/** The ways to what is listed, in one line. */
function Links({ rows }: { rows: readonly MadeRecord[] }): ReactNode {
  const { t } = useTranslation('realtime');
  const wordId = useId();
  const listed = rows.filter(({ record }) => record !== undefined);
  const first = useFocusWhenThere(listed[0]?.record?.id);
  if (listed.length === 0) return null;
  return (
    <div className={styles.links}>
      <span id={wordId}>{t('ended.open')}</span>
      <ul aria-labelledby={wordId}>
        {listed.map((row, index) => (
          <li key={keyOfRecord(row)}>
            <OpenButton row={row} link={index === 0 ? first : undefined} variant="outlined" size="small">
              {nameOf(row)}
            </OpenButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Rows({ rows }: { rows: readonly MadeRecord[] }): ReactNode {
  const first = rows.find(({ record }) => record !== undefined);
  return (
    <ul className={styles.rows}>
      {rows.map((row, index) => (
        <Row key={keyOfRecord(row)} row={row} isFirst={row === first} withMeans={index < meansAtMost} />
      ))}
    </ul>
  );
}

function peopleOf({ record, device }: MadeRecord): MadeRecord['device']['users'] {
  return record?.users ?? device.users;
}

/** Of its athletes, else of its device. */
function nameOf(row: MadeRecord): string {
  return athleteNames(peopleOf(row)) || row.device.name;
}

interface OpenButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'children'> {
  readonly row: MadeRecord;
  readonly link: RefObject<HTMLAnchorElement | null> | undefined;
}

function OpenButton({ row, link, ...look }: OpenButtonProps): ReactNode {
  const { t } = useTranslation('realtime');
  return (
    <Button
      {...look}
      component={Link}
      ref={link}
      to={`/records/${row.record?.id}`}
      aria-label={t('ended.openOne', { name: nameOf(row) })}
    />
  );
}

function Row({ row, isFirst, withMeans }: { row: MadeRecord; isFirst: boolean; withMeans: boolean }): ReactNode {
  const { t } = useTranslation('realtime');
  const { device, seconds, record } = row;
  const people = peopleOf(row);
  const names = athleteNames(people);
  const link = useFocusWhenThere(isFirst ? record?.id : undefined);
  useFocusOnceAssociated(link, record?.id, names !== '');
  return (
    <li className={styles.row}>
      {people[0] ? (
        <Avatar person={people[0]} size={24} />
      ) : (
        <span className={styles.nobody}>
          <Icon path={mdiAccountOutline} size={14} />
        </span>
      )}
      <span className={styles.who}>{names ? <b title={names}>{names}</b> : <Unpaired record={record} />}</span>
      <span className={styles.device}>{device.name}</span>
      <span className={styles.duration}>{formatChrono(record?.duration || seconds, 3)}</span>
      <span className={styles.shape}>
        <Sparkline values={record?.preview ?? null} width={150} height={28} />
      </span>
      <span className={styles.means}>
        {record?.decode_state === 'done' && withMeans && (
          <EndedMeans recordId={record.id} variables={chooseVariables(device.realtime_data_keys, 2)} />
        )}
      </span>
      {record ? (
        <span className={styles.state}>
          <RecordState record={record} />
        </span>
      ) : (
        <span className={`${styles.state} ${styles.unlisted}`}>{t('ended.unlisted')}</span>
      )}
      {record && (
        <OpenButton row={row} link={link}>
          {t('ended.open')}
        </OpenButton>
      )}
    </li>
  );
}

function Unpaired({ record }: Pick<MadeRecord, 'record'>): ReactNode {
  const { t } = useTranslation('realtime');
  const { associate } = useAssociate();
  if (!record?.may.edit) return t('card.unpaired');
  return (
    <Button size="small" onClick={() => associate(record)}>
      <Icon path={mdiAccountPlus} size={18} />
      {t('ended.associate')}
    </Button>
  );
}

/** Who stopped by the key has the keyboard nowhere: the way to the record is the next press. */
function useFocusWhenThere(id: number | undefined): RefObject<HTMLAnchorElement | null> {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (id !== undefined && document.activeElement === document.body) link.current?.focus();
  }, [id]);
  return link;
}

/** The button that opened the dialog is gone once its record has an athlete: the way to the record takes its place. */
function useFocusOnceAssociated(
  link: RefObject<HTMLAnchorElement | null>,
  recordId: number | undefined,
  isPaired: boolean,
): void {
  const { recordId: openId } = useAssociate();
  const isOpen = recordId !== undefined && recordId === openId;
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) wasOpen.current = true;
    else if (wasOpen.current && isPaired && document.activeElement === document.body) link.current?.focus();
  }, [isOpen, isPaired, link]);
}
