import { mdiFolderOpenOutline, mdiPencil } from '@mdi/js';
import Button from '@mui/material/Button';
import type { Record } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { sourceOf, timeOf } from '../../records/describe-record.ts';
import { DurationText } from '../../records/duration-text.tsx';
import { EditRecordDialog } from '../../records/edit-record-dialog.tsx';
import { RecordState } from '../../records/record-state.tsx';
import { useSessionRecords } from '../../records/session-queries.ts';
import { sportIcon } from '../../records/sport-icon.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
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
      <ol className={styles.records} aria-label={t('session.records')}>
        {data.records.map((one) => (
          <li key={one.id}>
            <SessionRow record={one} />
          </li>
        ))}
      </ol>
      {record.comment !== '' && <p className={styles.comment}>{record.comment}</p>}
      <SessionActions record={record} />
    </div>
  );
}

function SessionRow({ record }: { record: Record }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const isReady = record.decode_state === 'done' && record.visualisable;
  return (
    <Link className={styles.row} to="/records/$recordId" params={{ recordId: String(record.id) }}>
      <span className={styles.time}>{timeOf(record, language)}</span>
      <span className={styles.names}>{athleteNames(record.users) || t('session.noAthlete')}</span>
      <span className={styles.about}>
        <Icon path={sportIcon(record.sport_name)} size={16} />
        <span>{[record.exercise_name, sourceOf(record)].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={styles.duration}>
        {isReady ? <DurationText record={record} /> : <RecordState record={record} />}
      </span>
    </Link>
  );
}

function SessionActions({ record }: { record: Record }): ReactNode {
  const { t } = useTranslation('record');
  const [isEdited, setEdited] = useState(false);
  return (
    <div className={styles.actions}>
      <DeleteButton record={record} />
      {record.may.edit && (
        <Button variant="outlined" onClick={() => setEdited(true)} startIcon={<Icon path={mdiPencil} size={18} />}>
          {t('sheet.edit')}
        </Button>
      )}
      {isEdited && <EditRecordDialog record={record} onClose={() => setEdited(false)} />}
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
