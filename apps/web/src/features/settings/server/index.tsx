import { api } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCachedQuery } from '../../../base/cached-query.ts';
import { useMay } from '../../../base/may.ts';
import { RestartCard } from '../../../hub/restart-card.tsx';
import { LoadingFailed, LoadingRows } from '../../../tables/list-states.tsx';
import { CloudCard } from './cloud-card.tsx';
import { HubCard } from './hub-card.tsx';
import styles from './server.module.css';
import { ServerForm } from './server-form.tsx';

/** What is set for the whole server, and for the hub that it may be. */
export default function Server(): ReactNode {
  const { t } = useTranslation('settings');
  const mayChange = useMay('server.edit');
  const { data, error, refetch } = useCachedQuery({
    table: 'settings',
    key: ['server'],
    clientId: undefined,
    shape: api.readServerSettings.reply,
    fetch: (server, signal) => server.request(api.readServerSettings, { signal }),
  });
  return (
    <div className={styles.columns}>
      <div>
        {data === undefined && error === null && <LoadingRows />}
        {data === undefined && error !== null && (
          <LoadingFailed problem={error} title={t('server.failed')} onRetry={() => void refetch()} />
        )}
        {data && <ServerForm settings={data} mayChange={mayChange} />}
      </div>
      <div className={styles.cards}>
        <HubCard />
        <CloudCard />
        <RestartCard />
      </div>
    </div>
  );
}
