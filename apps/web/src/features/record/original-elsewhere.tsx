import { mdiCloudArrowDownOutline, mdiCloudDownloadOutline, mdiCloudOffOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { api, type Ledger, type LedgerRecord, type Record } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useBackendInfo } from '../../base/backend-info.ts';
import { inPageLanguage } from '../../base/notify.ts';
import { useServer } from '../../base/services.tsx';
import { everyMilliseconds, syncKeys } from '../../sending/every.ts';
import { WayToLink } from '../../sending/link-banner.tsx';
import { bytesOfMove, useAskedMove } from '../../sending/use-asked-move.tsx';
import { formatPercent } from '../../ui/format-number.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
import styles from './index.module.css';
import { BackToData } from './record-states.tsx';

/** Another server has its samples: which, how far they are, and on a hub the press that brings them back. The curves follow by themselves. */
export function OriginalElsewhere({ record }: { record: Record }): ReactNode {
  const server = useServer();
  const kind = useBackendInfo()?.back_type;
  const { data: ledger, isPending } = useQuery({
    queryKey: [...syncKeys.ledger, 'one', record.id],
    queryFn: ({ signal }) => server.call(api.readLedger, { query: { record_id: record.id, pageSize: 1 }, signal }),
    refetchInterval: everyMilliseconds,
    meta: { quiet: true },
  });
  // Before it is known whether there is a way back, what is said of one may be untrue.
  if (kind === undefined || isPending) return null;
  const isUnlinked = ledger?.link?.state === 'none';
  return (
    <div role="status" className={styles.state}>
      {kind === 'cloud' && <Awaited line={ledger?.items[0]} />}
      {kind !== 'cloud' && (isUnlinked ? <OutOfReach /> : <InCloud record={record} ledger={ledger} />)}
    </div>
  );
}

/** In the cloud. */
function Awaited({ line }: { line: LedgerRecord | undefined }): ReactNode {
  const { t } = useTranslation('record');
  const hub = line?.from_hub ?? null;
  const why = line?.why_not ?? null;
  const then = why === null ? t('elsewhere.awaitedOpens') : inPageLanguage(why);
  return (
    <MessageScreen
      icon={mdiCloudArrowDownOutline}
      title={hub === null ? t('elsewhere.awaited') : t('elsewhere.awaitedFrom', { from: hub })}
      text={`${t('elsewhere.awaitedText')} ${then}`}
    >
      {line?.cloud_state === 'sending' && (
        <Progress label={t('elsewhere.arriving')} received={line.sent_bytes} bytes={line.bytes} />
      )}
      <BackToData />
    </MessageScreen>
  );
}

/** On a hub that is linked to no cloud: nobody can bring it back before it is. */
function OutOfReach(): ReactNode {
  const { t } = useTranslation('record');
  return (
    <MessageScreen
      icon={mdiCloudOffOutline}
      title={t('elsewhere.unlinked')}
      text={
        <>
          {t('elsewhere.unlinkedText')} <WayToLink />
        </>
      }
    >
      <BackToData />
    </MessageScreen>
  );
}

/** On a hub with a cloud. */
function InCloud({ record, ledger }: { record: Record; ledger: Ledger | undefined }): ReactNode {
  const { t } = useTranslation('record');
  const asked = useAskedMove(ledger?.metered ?? false);
  const line = ledger?.items[0];
  const link = ledger?.link;
  const mayFetch = record.may.edit && link != null && line !== undefined;
  const why = line?.why_not ?? link?.why_not ?? null;
  const text = [
    t(record.may.edit ? 'elsewhere.text' : 'elsewhere.askCoach'),
    why !== null && inPageLanguage(why),
    link != null && link.state !== 'ok' && record.may.edit && t('elsewhere.waits'),
  ].filter((said) => said !== false);
  const move = line?.coming ? 'cancelFetch' : 'fetch';
  return (
    <MessageScreen icon={mdiCloudArrowDownOutline} title={t('elsewhere.title')} text={text.join(' ')}>
      {line?.coming && (
        <Progress
          label={t(line.coming.bytes === null ? 'elsewhere.asked' : 'elsewhere.coming')}
          received={line.coming.received_bytes}
          bytes={line.coming.bytes}
        />
      )}
      {mayFetch && (
        <Button
          variant={move === 'fetch' ? 'contained' : 'outlined'}
          loading={asked.isPending}
          onClick={() => asked.move({ move, ids: [record.id], bytes: bytesOfMove(move, line) })}
          {...(move === 'fetch' && { startIcon: <Icon path={mdiCloudDownloadOutline} size={18} /> })}
        >
          {t(move === 'fetch' ? 'elsewhere.fetch' : 'elsewhere.leave')}
        </Button>
      )}
      <BackToData />
      {asked.question}
    </MessageScreen>
  );
}

/** How much is here; null: not known yet of how much. */
function Progress(props: { label: string; received: number; bytes: number | null }): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  const id = useId();
  const { label, received, bytes } = props;
  const part = bytes === null || bytes === 0 ? undefined : received / bytes;
  return (
    <p className={styles.coming}>
      <label htmlFor={id}>{label}</label>
      <progress id={id} {...(part !== undefined && { value: part })} />
      {part !== undefined && <b>{formatPercent(Math.floor(100 * part), language)}</b>}
    </p>
  );
}
