import { mdiAlertCircleOutline, mdiCogSyncOutline, mdiRefresh } from '@mdi/js';
import Button from '@mui/material/Button';
import { ApiError } from '@sillage/client';
import type { Language, Record } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { useParams } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { lazyPart } from '../../base/load-part.ts';
import { inPageLanguage, sentenceOfProblem } from '../../base/notify.ts';
import { Page } from '../../frame/page.tsx';
import { dateOf, isSession, sourceOf, titleOf } from '../../records/describe-record.ts';
import { FavouriteStar } from '../../records/favourite-star.tsx';
import { useRecord, useRecordUpdates } from '../../records/record-queries.ts';
import { sportIcon } from '../../records/sport-icon.ts';
import { Banner } from '../../ui/banner.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
import { AfterAWhile, SkeletonBar } from '../../ui/skeleton.tsx';
import { DecodingProgress } from './decoding-progress.tsx';
import styles from './index.module.css';
import { Neighbours } from './neighbours.tsx';
import { OriginalElsewhere } from './original-elsewhere.tsx';
import { type PhoneTab, PhoneTabProvider } from './phone-tab.ts';
import { BackToData, DeviceAway, InProgress, NothingMeasured, Unreadable } from './record-states.tsx';
import { RecordView } from './record-view.tsx';
import { SessionMenu } from './session-menu.tsx';
import { SessionRecord } from './session-record.tsx';

const FilmRecord = lazyPart(() => import('./film/film-record.tsx'));

/** The record view, `/records/$recordId`. */
export default function Screen(): ReactNode {
  const { recordId } = useParams({ strict: false });
  const asked = Number(recordId);
  const id = Number.isInteger(asked) && asked > 0 ? asked : 0;
  useRecordUpdates();
  const { t } = useTranslation('record');
  const { data: record, error, refetch } = useRecord(id);
  const language = useAppearance((appearance) => appearance.language);
  return (
    <Page
      parents={[{ label: t('parent'), to: '/' }]}
      // Outside what changes with the record, so that the focus stays from one to the next.
      beforeTitle={<Neighbours id={id} />}
      {...(record === undefined ? { title: t('title') } : headOf(record, language))}
    >
      {record === undefined ? (
        <NoRecord error={error} onRetry={() => void refetch()} />
      ) : (
        <RecordBody key={record.id} record={record} />
      )}
    </Page>
  );
}

/** While it is loaded, or why it was not. */
function NoRecord(props: { error: Error | null; onRetry(): void }): ReactNode {
  const { t } = useTranslation('record');
  const { error } = props;
  if (error === null) {
    return (
      <AfterAWhile>
        <Skeleton />
      </AfterAWhile>
    );
  }
  if (error instanceof ApiError && error.status === 404) {
    return (
      <MessageScreen title={t('missing.title')} text={t('missing.text')}>
        <BackToData variant="contained" />
      </MessageScreen>
    );
  }
  return (
    <MessageScreen
      icon={mdiAlertCircleOutline}
      tone="error"
      title={t('unreachable.title')}
      text={sentenceOfProblem(error, t('unreachable.text'))}
    >
      <Button variant="contained" onClick={props.onRetry} startIcon={<Icon path={mdiRefresh} size={18} />}>
        {t('retry')}
      </Button>
    </MessageScreen>
  );
}

/** What the page's head says of a record. */
function headOf(record: Record, language: Language): Omit<ComponentProps<typeof Page>, 'children'> {
  const names = athleteNames(record.users);
  const sport = record.sport_disp_name ? inPageLanguage(record.sport_disp_name) : '';
  const date = dateOf(record, language);
  const summary = [date, sport, record.exercise_name ?? ''].filter((part) => part !== '');
  return {
    title: titleOf(record, language),
    subject: names === '' ? { name: date, detail: sourceOf(record) } : { name: names, detail: date },
    besideTitle: (
      <>
        <FavouriteStar record={record} />
        <SessionMenu record={record} />
        {sport !== '' && (
          <span className={styles.chip}>
            <Icon path={sportIcon(record.sport_name)} size={14} />
            {sport}
          </span>
        )}
        {record.exercise_name !== null && <span className={styles.chip}>{record.exercise_name}</span>}
      </>
    ),
    phoneTitle:
      names === ''
        ? { title: date, summary: [sourceOf(record), ...summary.slice(1)].join(' · ') }
        : { title: names, summary: summary.join(' · ') },
    phoneActions: <FavouriteStar record={record} size={24} />,
  };
}

function RecordBody(props: { record: Record }): ReactNode {
  const { record } = props;
  // What an earlier decoding made can be read while, and although, another one goes on.
  if (record.visualisable) return <ReadableRecord record={record} />;
  if (isSession(record)) return <SessionRecord record={record} />;
  if (record.original_elsewhere && record.decode_state === 'error') return <OriginalElsewhere record={record} />;
  if (record.video !== null) {
    return (
      <Suspense>
        <FilmRecord record={record} video={record.video} />
      </Suspense>
    );
  }
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
  // above the key below: a step that is decoded does not lead elsewhere
  const phoneTab = useState<PhoneTab>('curves');
  return (
    <PhoneTabProvider value={phoneTab}>
      {record.decode_state !== 'done' && (
        <Banner tone="info" icon={mdiCogSyncOutline}>
          {t('decodedAgain')} <DecodingProgress record={record} />
        </Banner>
      )}
      {/* Other variables, or another stretch of time, are another record to look at. */}
      <RecordView key={`${record.duration} ${Object.keys(record.available_data).join()}`} record={record} />
    </PhoneTabProvider>
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
