import { mdiCompareHorizontal, mdiDownload, mdiFolderOpenOutline, mdiPencil } from '@mdi/js';
import Button from '@mui/material/Button';
import { limits, type Record } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { inPageLanguage } from '../../base/notify.ts';
import { ownTrace, RecordTrace } from '../../charts/record-trace.tsx';
import { canBeDownloaded, dayOf, sourceOf, timeOf } from '../../records/describe-record.ts';
import { DownloadDialog } from '../../records/download-dialog.tsx';
import { DurationText } from '../../records/duration-text.tsx';
import { EditRecordDialog } from '../../records/edit-record-dialog.tsx';
import { RecordState } from '../../records/record-state.tsx';
import { useSessionRecords } from '../../records/session-queries.ts';
import { sportIcon } from '../../records/sport-icon.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
import { sayDuration } from '../../ui/say-duration.ts';
import { useScreenSize } from '../../ui/screen-size.ts';
import { AfterAWhile, SkeletonBar } from '../../ui/skeleton.tsx';
import { BackToData, DeleteButton } from './record-states.tsx';
import styles from './session-record.module.css';

/** A session: its records in the order of time, each to be opened, and what is said of it. */
export function SessionRecord({ record }: { record: Record }): ReactNode {
  const { t } = useTranslation('record');
  const { data, error, refetch } = useSessionRecords(record);
  if (data === undefined && error === null) return <Loading />;
  if (data === undefined) {
    return (
      <MessageScreen tone="error" title={t('session.failed')}>
        <Button variant="contained" onClick={() => void refetch()}>
          {t('session.retry')}
        </Button>
      </MessageScreen>
    );
  }
  if (data.records.length === 0) return <EmptySession record={record} />;
  return (
    <div className={styles.session}>
      <SessionHead session={record} records={data.records} />
      {record.comment !== '' && <p className={styles.comment}>{record.comment}</p>}
      <ol className={styles.records} aria-label={t('session.records')}>
        {data.records.map((one, index) => (
          <li key={one.id}>
            <SessionRow record={one} before={data.records[index - 1] ?? record} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** How much there is, and what can be done with all of it. */
function SessionHead({ session, records }: { session: Record; records: readonly Record[] }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const bytes = records.reduce((sum, { size }) => sum + size, 0);
  const facts = [
    t('session.count', { count: records.length }),
    // Devices that ran at once count once.
    sayDuration(session.duration, language),
    formatBytes(bytes, language),
  ];
  return (
    <div className={styles.head}>
      <p className={styles.facts}>{facts.join(' · ')}</p>
      <SessionActions session={session} records={records} />
    </div>
  );
}

/** `before` is the row above, the session for the first: where the day is another one, the row says so. */
function SessionRow({ record, before }: { record: Record; before: Record }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const isReady = record.decode_state === 'done' && record.visualisable;
  // Where the word would be cut, its title and screen readers say it.
  const isNamed = useScreenSize() === 'desktop';
  const now = new Date();
  const day = dayOf(record, language, now);
  const exercise = record.exercise_name ?? (record.sport_disp_name && inPageLanguage(record.sport_disp_name));
  return (
    <Link className={styles.row} to="/records/$recordId" params={{ recordId: String(record.id) }}>
      <span className={styles.time}>
        {day !== dayOf(before, language, now) && <b>{day}</b>}
        {timeOf(record, language)}
      </span>
      <span className={styles.names}>{athleteNames(record.users) || t('session.noAthlete')}</span>
      <span className={styles.about}>
        <Icon path={sportIcon(record.sport_name)} size={16} />
        <span>{[exercise, sourceOf(record)].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={styles.trace}>
        {isReady && <RecordTrace record={record} trace={ownTrace(record)} width={120} height={28} named={isNamed} />}
      </span>
      <span className={styles.duration}>
        {isReady || record.video !== null ? <DurationText record={record} /> : <RecordState record={record} />}
      </span>
    </Link>
  );
}

function SessionActions({ session, records }: { session: Record; records: readonly Record[] }): ReactNode {
  const { t } = useTranslation('record');
  const { history } = useRouter();
  const [asks, setAsks] = useState<'edit' | 'download'>();
  const readable = records.filter(({ visualisable }) => visualisable);
  const leaving = records.filter(canBeDownloaded);
  const mayCompare = readable.length > 1 && readable.length <= limits.recordsCompared;
  const close = () => setAsks(undefined);
  return (
    <div className={styles.actions}>
      <DeleteButton record={session} />
      {session.may.edit && (
        <Button variant="outlined" onClick={() => setAsks('edit')} startIcon={<Icon path={mdiPencil} size={18} />}>
          {t('sheet.edit')}
        </Button>
      )}
      {mayCompare && (
        <Button
          variant="outlined"
          onClick={() => history.push(`/compare?ids=${readable.map(({ id }) => id).join(',')}`)}
          startIcon={<Icon path={mdiCompareHorizontal} size={18} />}
        >
          {t('session.compare')}
        </Button>
      )}
      {leaving.length > 0 && (
        <Button
          variant="contained"
          onClick={() => setAsks('download')}
          startIcon={<Icon path={mdiDownload} size={18} />}
        >
          {t('toolbar.download')}
        </Button>
      )}
      {asks === 'edit' && <EditRecordDialog record={session} onClose={close} />}
      {asks === 'download' && <DownloadDialog records={leaving} onClose={close} />}
    </div>
  );
}

function EmptySession({ record }: { record: Record }): ReactNode {
  const { t } = useTranslation('record');
  return (
    <MessageScreen
      icon={mdiFolderOpenOutline}
      tone="quiet"
      title={t('session.empty.title')}
      text={t('session.empty.text')}
    >
      <DeleteButton record={record} />
      <BackToData />
    </MessageScreen>
  );
}

function Loading(): ReactNode {
  return (
    <AfterAWhile>
      <div className={styles.session} aria-hidden="true">
        {['52%', '44%', '48%'].map((width) => (
          <SkeletonBar key={width} width={width} height="20px" />
        ))}
      </div>
    </AfterAWhile>
  );
}
