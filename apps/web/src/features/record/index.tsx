import { mdiAlertCircleOutline, mdiCogSyncOutline, mdiRefresh } from '@mdi/js';
import Button from '@mui/material/Button';
import { ApiError } from '@sillage/client';
import type { Record } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { inPageLanguage } from '../../base/notify.ts';
import { Page } from '../../frame/page.tsx';
import { dateOf, sourceOf, titleOf } from '../../records/describe-record.ts';
import { FavouriteStar } from '../../records/favourite-star.tsx';
import { useRecord, useRecordUpdates } from '../../records/record-queries.ts';
import { sportIcon } from '../../records/sport-icon.ts';
import { Banner } from '../../ui/banner.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
import { AfterAWhile, SkeletonBar } from '../../ui/skeleton.tsx';
import styles from './index.module.css';
import { Neighbours } from './neighbours.tsx';
import { BackToData, DeviceAway, InProgress, NothingMeasured, Unreadable } from './record-states.tsx';
import { RecordView } from './record-view.tsx';

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
          <BackToData variant="contained" />
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
      subject={
        names === ''
          ? { name: dateOf(record, language), detail: sourceOf(record) }
          : { name: names, detail: dateOf(record, language) }
      }
      parents={[{ label: t('parent'), to: '/' }]}
      beforeTitle={<Neighbours id={record.id} />}
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
          ? { title: dateOf(record, language), summary: [sourceOf(record), ...summary.slice(1)].join(' · ') }
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
  // What an earlier decoding made can be read while, and although, another one goes on.
  if (record.visualisable) return <ReadableRecord record={record} />;
  switch (record.decode_state) {
    case 'done':
      return <NothingMeasured record={record} />;
    case 'error':
      return <Unreadable record={record} />;
    default:
      return record.device_away === null ? (
        <InProgress record={record} state={record.decode_state} />
      ) : (
        <DeviceAway record={record} since={record.device_away.since} />
      );
  }
}

function ReadableRecord(props: { record: Record }): ReactNode {
  const { t } = useTranslation('record');
  const { record } = props;
  return (
    <>
      {record.decode_state !== 'done' && (
        <Banner tone="info" icon={mdiCogSyncOutline}>
          {t('decodedAgain')}
        </Banner>
      )}
      {/* Other variables are another record to look at. */}
      <RecordView key={Object.keys(record.available_data).join()} record={record} />
    </>
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
