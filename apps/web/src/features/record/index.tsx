import {
  mdiAccessPointOff,
  mdiAlertCircleOutline,
  mdiCogSyncOutline,
  mdiProgressClock,
  mdiRecordCircle,
  mdiRefresh,
  mdiTimerSandEmpty,
} from '@mdi/js';
import Button from '@mui/material/Button';
import { ApiError } from '@sillage/client';
import { type DecodeState, type Record, scopeOf } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../app/appearance.ts';
import { Page } from '../../app/frame/page.tsx';
import { inPageLanguage } from '../../app/notify.ts';
import { useUser } from '../../app/services.tsx';
import { useFormatDate } from '../../app/use-format-date.ts';
import { dateOf, titleOf } from '../../records/describe-record.ts';
import { FavouriteStar } from '../../records/favourite-star.tsx';
import { useDecodeAgain, useRecord, useRecordUpdates } from '../../records/record-queries.ts';
import { RecordState } from '../../records/record-state.tsx';
import { sportIcon } from '../../records/sport-icon.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
import { AfterAWhile, SkeletonBar } from '../../ui/skeleton.tsx';
import styles from './index.module.css';
import { RecordView } from './record-view.tsx';
import { ErrorList } from './statistics-panel.tsx';

/** The record view, `/records/$recordId`. */
export default function Screen(): ReactNode {
  const { recordId } = useParams({ strict: false });
  const id = Number(recordId);
  useRecordUpdates();
  const { t } = useTranslation('record');
  const { data: record, error, refetch } = useRecord(Number.isInteger(id) && id > 0 ? id : 0);
  if (record !== undefined) return <LoadedRecord key={record.id} record={record} />;
  const missing = error instanceof ApiError && error.status === 404;
  return (
    <Page title={t('title')} parents={[{ label: t('parent'), to: '/' }]}>
      {error === null && (
        <AfterAWhile>
          <Skeleton />
        </AfterAWhile>
      )}
      {missing && (
        <MessageScreen title={t('missing.title')} text={t('missing.text')}>
          <BackToData />
        </MessageScreen>
      )}
      {error !== null && !missing && (
        <MessageScreen
          icon={mdiAlertCircleOutline}
          tone="error"
          title={t('unreachable.title')}
          text={error instanceof ApiError ? inPageLanguage(error.body.message) : t('unreachable.text')}
        >
          <Button variant="contained" onClick={() => void refetch()} startIcon={<Icon path={mdiRefresh} size={18} />}>
            {t('retry')}
          </Button>
        </MessageScreen>
      )}
    </Page>
  );
}

function BackToData(): ReactNode {
  const { t } = useTranslation('record');
  return (
    <Button variant="contained" component={Link} to="/">
      {t('backToData')}
    </Button>
  );
}

function LoadedRecord(props: { record: Record }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { record } = props;
  const names = athleteNames(record.users);
  const sport = record.sport_disp_name ? inPageLanguage(record.sport_disp_name) : '';
  const summary = [dateOf(record, language), sport, record.exercise_name ?? ''].filter((part) => part !== '');
  return (
    <Page
      title={titleOf(record, language)}
      parents={[{ label: t('parent'), to: '/' }]}
      besideTitle={
        <>
          <FavouriteStar record={record} />
          {sport !== '' && (
            <span className={styles.chip}>
              <Icon path={sportIcon(record.sport_name)} size={14} />
              {sport}
            </span>
          )}
          {record.exercise_name !== null && <span className={styles.chip}>{record.exercise_name}</span>}
        </>
      }
      phoneTitle={
        names === ''
          ? { title: dateOf(record, language), summary: [record.device_name ?? '', ...summary.slice(1)].join(' ') }
          : { title: names, summary: summary.join(' · ') }
      }
      phoneActions={<FavouriteStar record={record} size={24} />}
    >
      <RecordBody record={record} />
    </Page>
  );
}

function RecordBody(props: { record: Record }): ReactNode {
  const { record } = props;
  switch (record.decode_state) {
    case 'done':
      return Object.keys(record.available_data).length > 0 ? <RecordView record={record} /> : <NothingMeasured />;
    case 'error':
      return <Unreadable record={record} />;
    default:
      return record.device_away === null ? (
        <InProgress state={record.decode_state} />
      ) : (
        <DeviceAway record={record} since={record.device_away.since} />
      );
  }
}

const progressIcons: Readonly<{ [S in Exclude<DecodeState, 'done' | 'error'>]: string }> = {
  recording: mdiRecordCircle,
  repairing: mdiProgressClock,
  waiting: mdiProgressClock,
  decoding: mdiCogSyncOutline,
};

/** The page turns into the curves by itself when the record is decoded. */
function InProgress(props: { state: Exclude<DecodeState, 'done' | 'error'> }): ReactNode {
  const { t } = useTranslation('record');
  return (
    <div role="status" className={styles.state}>
      <MessageScreen
        icon={progressIcons[props.state]}
        title={t(`progress.${props.state}.title`)}
        text={t(`progress.${props.state}.text`)}
      >
        <RecordState state={props.state} />
      </MessageScreen>
    </div>
  );
}

function NothingMeasured(): ReactNode {
  const { t } = useTranslation('record');
  return (
    <div role="status" className={styles.state}>
      <MessageScreen icon={mdiTimerSandEmpty} title={t('nothing.title')} text={t('nothing.text')}>
        <BackToData />
      </MessageScreen>
    </div>
  );
}

/** Nobody knows whether the device comes back: what is here can be seen without it. */
function DeviceAway(props: { record: Record; since: string | null }): ReactNode {
  const { t } = useTranslation('record');
  const { roles } = useUser();
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
        {scopeOf(roles, 'record.edit') !== undefined && (
          <Button variant="contained" loading={end.isPending} onClick={() => end.mutate(record.id)}>
            {t('away.end')}
          </Button>
        )}
      </MessageScreen>
    </div>
  );
}

function Unreadable(props: { record: Record }): ReactNode {
  const { t } = useTranslation('record');
  const { roles } = useUser();
  const decode = useDecodeAgain();
  const mayDecode = scopeOf(roles, 'record.edit') !== undefined;
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
        <Button component={Link} to="/">
          {t('backToData')}
        </Button>
      </MessageScreen>
      <div className={styles.reasons}>
        <ErrorList id={props.record.id} />
      </div>
    </div>
  );
}

function Skeleton(): ReactNode {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {[0, 1, 2].map((row) => (
        <div key={row} className={styles.skeletonGraph}>
          <SkeletonBar width="140px" />
          <SkeletonBar width="100%" height="60%" />
        </div>
      ))}
    </div>
  );
}
