import { mdiClose } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { api, type Record } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { useMay } from '../base/may.ts';
import { useServer } from '../base/services.tsx';
import { formatNumber } from '../ui/format-number.ts';
import { Icon } from '../ui/icon.tsx';
import { LoadingRows } from '../ui/loading-rows.tsx';
import { AutoSendSwitch } from './auto-send-switch.tsx';
import { everyMilliseconds, syncKeys } from './every.ts';
import { LoadingFailed } from './loading-failed.tsx';
import { MeteredSwitch } from './metered-switch.tsx';
import { QueueHead } from './queue-head.tsx';
import { SendChosen } from './send-chosen.tsx';
import styles from './send-panel.module.css';
import { SendingProgress } from './sending-progress.tsx';
import { SentRecord } from './sent-record.tsx';
import { useWaiting } from './use-waiting.ts';

/** Beside a list of records: what is on its way to the cloud, in which order, and what of the list is sent next. */
export function SendPanel(props: {
  /** What is ticked in the list. */
  chosen: readonly Record[];
  onSent(): void;
  onClose(): void;
}): ReactNode {
  const { t } = useTranslation('sync');
  const server = useServer();
  const language = useAppearance((appearance) => appearance.language);
  const heading = useId();
  const maySeeLink = useMay('hub.read');
  const { chosen, onSent, onClose } = props;
  const link = useQuery({
    queryKey: syncKeys.link,
    queryFn: ({ signal }) => server.call(api.readSyncLink, { signal }),
    enabled: maySeeLink,
    refetchInterval: everyMilliseconds,
    meta: { quiet: true },
  }).data;
  const { data, error, refetch } = useWaiting(true);
  const isLinked = data?.link != null && data.link.state !== 'none';
  const others = data === undefined ? 0 : data.total - data.items.length;
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <header className={styles.head}>
        <h2 id={heading}>{t('panel.title')}</h2>
        {data !== undefined && <span className={styles.count}>{formatNumber(data.total, 0, language)}</span>}
        <span className={styles.grow} />
        <Button size="small" component={Link} to="/sync">
          {t('ledger')}
        </Button>
        <IconButton aria-label={t('panel.close')} title={t('panel.close')} onClick={onClose}>
          <Icon path={mdiClose} />
        </IconButton>
      </header>
      <div className={styles.body}>
        {data === undefined && error === null && <LoadingRows />}
        {data === undefined && error !== null && <LoadingFailed problem={error} onRetry={() => void refetch()} />}
        {data !== undefined && (
          <>
            <SendingProgress ledger={data} />
            {data.total > 0 && <QueueHead waiting={data.total} />}
            {data.total === 0 && <p className={styles.none}>{t('panel.none')}</p>}
            <ul className={styles.list}>
              {data.items.map((record) => (
                <SentRecord
                  key={record.record_id}
                  record={record}
                  isLinked={isLinked}
                  isMetered={data.metered}
                  isInQueue
                />
              ))}
            </ul>
            {others > 0 && <p className={styles.none}>{t('panel.others', { count: others })}</p>}
          </>
        )}
      </div>
      {link?.linked && (
        <div>
          <MeteredSwitch link={link} />
          <AutoSendSwitch link={link} />
        </div>
      )}
      {chosen.length > 0 && data?.link && isLinked && (
        <SendChosen chosen={chosen} link={data.link} isMetered={data.metered} onDone={onSent} />
      )}
    </section>
  );
}
