import {
  mdiAccessPointOff,
  mdiAlertCircleOutline,
  mdiCogSyncOutline,
  mdiDelete,
  mdiProgressClock,
  mdiRecordCircle,
  mdiRefresh,
  mdiTimerSandEmpty,
} from '@mdi/js';
import Button from '@mui/material/Button';
import type { DecodeState, Record } from '@sillage/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatDate } from '../../base/use-format-date.ts';
import { DeleteRecordsDialog } from '../../records/delete-dialog.tsx';
import { isTooShort } from '../../records/describe-record.ts';
import { useDecodeAgain } from '../../records/record-queries.ts';
import { RecordState } from '../../records/record-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
import { ErrorList } from './error-list.tsx';
import styles from './index.module.css';

/** Records without curves: what is so, why, and what can be done. */

const progressIcons: Readonly<{ [S in Exclude<DecodeState, 'done' | 'error'>]: string }> = {
  recording: mdiRecordCircle,
  repairing: mdiProgressClock,
  waiting: mdiProgressClock,
  decoding: mdiCogSyncOutline,
};

/** The page turns into the curves by itself when the record is decoded. */
export function InProgress(props: { record: Record; state: Exclude<DecodeState, 'done' | 'error'> }): ReactNode {
  const { t } = useTranslation('record');
  return (
    <div role="status" className={styles.state}>
      <MessageScreen
        icon={progressIcons[props.state]}
        title={t(`progress.${props.state}.title`)}
        text={t(`progress.${props.state}.text`)}
      >
        <RecordState record={props.record} />
      </MessageScreen>
    </div>
  );
}

/** No fault: somebody started and stopped, or there was nothing to measure. */
export function NothingMeasured(props: { record: Record }): ReactNode {
  const { t } = useTranslation('record');
  const isShort = isTooShort(props.record);
  return (
    <div role="status" className={styles.state}>
      <MessageScreen
        icon={mdiTimerSandEmpty}
        tone="quiet"
        title={t(isShort ? 'tooShort.title' : 'nothing.title')}
        text={t(isShort ? 'tooShort.text' : 'nothing.text')}
      >
        <DeleteButton record={props.record} />
        <BackToData />
      </MessageScreen>
    </div>
  );
}

export function BackToData(props: { variant?: 'contained' }): ReactNode {
  const { t } = useTranslation('record');
  return (
    <Button variant={props.variant ?? 'text'} component={Link} to="/">
      {t('backToData')}
    </Button>
  );
}

export function DeleteButton(props: { record: Record }): ReactNode {
  const { t } = useTranslation('record');
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  if (!props.record.may.delete) return null;
  return (
    <>
      <Button
        variant="outlined"
        color="error"
        onClick={() => setAsks(true)}
        startIcon={<Icon path={mdiDelete} size={18} />}
      >
        {t('sheet.delete')}
      </Button>
      {asks && (
        <DeleteRecordsDialog
          records={[props.record]}
          onClose={() => setAsks(false)}
          onDeleted={() => void navigate({ to: '/' })}
        />
      )}
    </>
  );
}

/** Nobody knows whether the device comes back: what is here can be seen without it. */
export function DeviceAway(props: { record: Record; since: string | null }): ReactNode {
  const { t } = useTranslation('record');
  const moment = useFormatDate('moment');
  const end = useDecodeAgain();
  const { record, since } = props;
  return (
    <div role="status" className={styles.state}>
      <MessageScreen
        icon={mdiAccessPointOff}
        title={since === null ? t('away.title') : t('away.since', { since: moment(since) })}
        text={t('away.text')}
      >
        {record.may.edit && (
          <Button variant="contained" loading={end.isPending} onClick={() => end.mutate(record.id)}>
            {t('away.end')}
          </Button>
        )}
      </MessageScreen>
    </div>
  );
}

export function Unreadable(props: { record: Record }): ReactNode {
  const { t } = useTranslation('record');
  const decode = useDecodeAgain();
  const mayDecode = props.record.may.edit;
  return (
    <div className={`${styles.state} ${styles.unreadable}`}>
      <MessageScreen
        icon={mdiAlertCircleOutline}
        tone="error"
        title={t('unreadable.title')}
        text={t(mayDecode ? 'unreadable.text' : 'unreadable.askCoach')}
      >
        {mayDecode && (
          <Button
            variant="contained"
            loading={decode.isPending}
            onClick={() => decode.mutate(props.record.id)}
            startIcon={<Icon path={mdiRefresh} size={18} />}
          >
            {t('unreadable.decode')}
          </Button>
        )}
        <BackToData />
      </MessageScreen>
      <div className={styles.reasons}>
        <ErrorList id={props.record.id} />
      </div>
    </div>
  );
}
