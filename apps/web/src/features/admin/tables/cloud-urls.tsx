import { mdiCheckCircle, mdiCloudCheckOutline, mdiCloudOffOutline } from '@mdi/js';
import { ApiError } from '@sillage/client';
import { api, type CloudUrl } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../app/services.tsx';
import { Icon } from '../../../ui/icon.tsx';
import word from '../../../ui/state-word.module.css';
import { defineTable } from '../framework/table-definition.ts';
import { TableScreen } from '../framework/table-screen.tsx';
import styles from './show.module.css';
import { Mono, Strong, Yes } from './show.tsx';

const currentKey = ['admin', 'cloud_urls', 'current'];

/** Where this hub sends to; undefined until known, and in the cloud, which sends nowhere. */
function useCurrentCloud(): { url: string | null } | undefined {
  const client = useApi();
  const { data } = useQuery({
    queryKey: currentKey,
    queryFn: async ({ signal }) => {
      try {
        return await client.call(api.readCurrentCloud, { signal });
      } catch (problem) {
        if (problem instanceof ApiError && problem.status === 406) return null;
        throw problem;
      }
    },
    meta: { quiet: true },
  });
  return data ?? undefined;
}

function CurrentMark({ row, otherwise }: { row: CloudUrl; otherwise: ReactNode }): ReactNode {
  const { t } = useTranslation('admin');
  const current = useCurrentCloud();
  if (current?.url !== row.url) return otherwise;
  return (
    <span className={`${word.word} ${word.ok}`}>
      <Icon path={mdiCheckCircle} size={16} />
      {t('cloudUrls.current')}
    </span>
  );
}

function CurrentLine(): ReactNode {
  const { t } = useTranslation('admin');
  const current = useCurrentCloud();
  if (current === undefined) return null;
  return <p className={styles.below}>{current.url === null ? t('cloudUrls.sendsNowhere') : t('cloudUrls.note')}</p>;
}

/** `current` undefined: nothing is chosen here, in the cloud or before it is known. */
const cloudUrlsOf = (current: { url: string | null } | undefined) =>
  defineTable<CloudUrl>({
    name: 'cloudUrls',
    cached: 'cloud_urls',
    endpoints: api.cloudUrlEndpoints,
    ofClient: false,
    nameOf: ({ name }) => name,
    sort: { by: 'name' },
    columns: [
      { name: 'name', sort: 'name', show: ({ name }) => <Strong>{name}</Strong> },
      { name: 'url', show: ({ url }) => <Mono title={url}>{url}</Mono> },
      { name: 'is_master_cloud', width: 130, shown: 'medium', show: (row) => <Yes on={row.is_master_cloud} /> },
      { name: 'current', width: 120, show: (row) => <CurrentMark row={row} otherwise="–" /> },
    ],
    phone: { summary: ({ url }) => url, aside: (row) => <CurrentMark row={row} otherwise={null} /> },
    fields: [
      { name: 'name', kind: 'text' },
      { name: 'url', kind: 'text', mono: true },
      { name: 'is_master_cloud', kind: 'switch', hint: 'is_master_cloud' },
    ],
    actions: [
      {
        name: 'choose',
        icon: mdiCloudCheckOutline,
        quick: true,
        offered: ({ url }) => current !== undefined && current.url !== url,
        run: async (row, { client, refresh }) => {
          await client.call(api.chooseCloud, { body: { url: row.url } });
          await refresh();
        },
      },
      {
        name: 'chooseNone',
        icon: mdiCloudOffOutline,
        offered: ({ url }) => current?.url === url,
        run: async (_row, { client, refresh }) => {
          await client.call(api.chooseCloud, { body: { url: null } });
          await refresh();
        },
      },
    ],
    Below: CurrentLine,
  });

export default function CloudUrls(): ReactNode {
  const current = useCurrentCloud();
  const table = useMemo(() => cloudUrlsOf(current), [current]);
  return <TableScreen table={table} />;
}
