import { mdiCloudUploadOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { api, type LedgerRecord } from '@sillage/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useMay } from '../../base/may.ts';
import { useServer } from '../../base/services.tsx';
import { useFormatDate } from '../../base/use-format-date.ts';
import { everyMilliseconds, syncKeys } from '../../sending/every.ts';
import { MeteredSwitch } from '../../sending/metered-switch.tsx';
import styles from '../../sending/sending.module.css';
import { SendingProgress } from '../../sending/sending-progress.tsx';
import { SentRecord } from '../../sending/sent-record.tsx';
import { bytesOfMoves, useAskedMove } from '../../sending/use-asked-move.tsx';
import { isQueued } from '../../sending/use-move.ts';
import { LoadingFailed } from '../../tables/list-states.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { Icon } from '../../ui/icon.tsx';
import { LoadingRows } from '../../ui/loading-rows.tsx';
import { Pager } from '../../ui/pager.tsx';

const pageSize = 100;

/** On a phone: what is not in the cloud yet, day by day, what is on its way, and one button that sends. */
export function PhoneSending(): ReactNode {
  const { t } = useTranslation('sync');
  const server = useServer();
  const maySeeLink = useMay('hub.read');
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<ReadonlySet<number>>();
  const link = useQuery({
    queryKey: syncKeys.link,
    queryFn: ({ signal }) => server.call(api.readSyncLink, { signal }),
    enabled: maySeeLink,
    refetchInterval: everyMilliseconds,
    meta: { quiet: true },
  }).data;
  const { data, error, refetch } = useQuery({
    queryKey: [...syncKeys.ledger, 'unsent', page],
    queryFn: ({ signal }) =>
      server.call(api.readLedger, { query: { pageId: page, pageSize, where: 'unsent' }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMilliseconds,
    meta: { quiet: true },
  });
  if (data === undefined && error !== null) return <LoadingFailed problem={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingRows />;
  const isLinked = data.link !== null && data.link.state !== 'none';
  // Those of the last page have gone.
  const lastPage = Math.max(1, Math.ceil(data.total / pageSize));
  if (page > lastPage) setPage(lastPage);
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <div className={styles.page}>
      <SendingProgress ledger={data} />
      {link?.linked && <MeteredSwitch link={link} />}
      {data.total === 0 && <p className={styles.none}>{t(data.places.all === 0 ? 'noRecords' : 'phone.none')}</p>}
      <Days records={data.items} isLinked={isLinked} isMetered={data.metered} chosen={chosen} onToggle={toggle} />
      <Pager page={page} total={data.total > pageSize ? data.total : undefined} pageSize={pageSize} onPage={setPage} />
      {data.total > 0 && isLinked && (
        <Actions
          records={data.items.filter((record) => chosen === undefined || chosen.has(record.record_id))}
          isChoosing={chosen !== undefined}
          isMetered={data.metered}
          onChoosing={(isChoosing) => setChosen(isChoosing ? new Set() : undefined)}
        />
      )}
    </div>
  );
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function Days(props: {
  records: readonly LedgerRecord[];
  isLinked: boolean;
  isMetered: boolean;
  chosen: ReadonlySet<number> | undefined;
  onToggle(id: number): void;
}): ReactNode {
  const day = useFormatDate();
  const language = useAppearance((appearance) => appearance.language);
  return [...Map.groupBy(props.records, (record) => day(record.started_at))].map(([name, records]) => (
    <section key={name}>
      <h2 className={styles.day}>
        {name}
        <span>{`${records.length} · ${formatBytes(sum(records.map(({ bytes }) => bytes)), language)}`}</span>
      </h2>
      <ul className={styles.list}>
        {records.map((record) => (
          <SentRecord
            key={record.record_id}
            record={record}
            isLinked={props.isLinked}
            isMetered={props.isMetered}
            chosen={props.chosen?.has(record.record_id)}
            onToggle={() => props.onToggle(record.record_id)}
          />
        ))}
      </ul>
    </section>
  ));
}

/** Sends the chosen ones, or all of the page; on a metered link only after asking, with the size. */
function Actions(props: {
  records: readonly LedgerRecord[];
  isChoosing: boolean;
  isMetered: boolean;
  onChoosing(isChoosing: boolean): void;
}): ReactNode {
  const { t } = useTranslation('sync');
  const { records, isChoosing, isMetered, onChoosing } = props;
  const isSending = !isChoosing && records.some(({ cloud_state: state }) => state === 'sending');
  const asked = useAskedMove(isMetered);
  const move = isSending ? 'cancel' : 'send';
  const moved = records.filter((record) => !isSending || isQueued(record));
  const send = () =>
    asked.move({
      ...{ move, ids: moved.map((record) => record.record_id), bytes: bytesOfMoves(move, moved) },
      onDone: () => onChoosing(false),
    });
  return (
    <div className={styles.actions}>
      <Button variant="outlined" onClick={() => onChoosing(!isChoosing)}>
        {t(isChoosing ? 'free.cancel' : 'phone.choose')}
      </Button>
      <Button
        variant={isSending || isMetered ? 'outlined' : 'contained'}
        disabled={moved.length === 0}
        loading={asked.isPending}
        {...(!isSending && { startIcon: <Icon path={mdiCloudUploadOutline} /> })}
        onClick={send}
      >
        {isSending
          ? t('phone.stop')
          : isChoosing
            ? t('moveMany.send', { count: moved.length })
            : t(isMetered ? 'phone.force' : 'phone.sendNow')}
      </Button>
      {asked.question}
    </div>
  );
}
