import { mdiCloudOutline } from '@mdi/js';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { ApiError } from '@sillage/client';
import { api } from '@sillage/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackendInfo } from '../../../app/backend-info.ts';
import { useCachedQuery } from '../../../app/cached-query.ts';
import { inPageLanguage, notify } from '../../../app/notify.ts';
import { useApi } from '../../../app/services.tsx';
import { Chevron } from '../../../ui/chevron.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './server.module.css';

/** The cloud that this hub sends to; the cloud itself sends to none. */
export function CloudCard(): ReactNode {
  const { t } = useTranslation('settings');
  const info = useBackendInfo();
  return (
    <section className={styles.card}>
      <h3>
        <Icon path={mdiCloudOutline} />
        {t('cloud.title')}
      </h3>
      {info?.back_type === 'cloud' ? <p>{t('cloud.isCloud')}</p> : <CloudChoice />}
    </section>
  );
}

function CloudChoice(): ReactNode {
  const { t } = useTranslation('settings');
  const client = useApi();
  const queries = useQueryClient();
  const queryKey = ['settings', 'cloud'];
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call(api.readCurrentCloud, { signal }),
    meta: { quiet: true },
  });
  const known = useCachedQuery({
    table: 'cloud_urls',
    key: ['all'],
    clientId: undefined,
    fetch: (reach, signal) => reach.request(api.listAllCloudUrls, { signal }),
  });
  const choose = useMutation({
    mutationFn: (url: string | null) => client.call(api.chooseCloud, { body: { url } }),
    onSuccess: (cloud) => {
      queries.setQueryData(queryKey, cloud);
      notify({ kind: 'success', text: t(cloud.url === null ? 'cloud.savedNone' : 'cloud.saved', { url: cloud.url }) });
    },
  });
  if (error instanceof ApiError) return <p role="alert">{inPageLanguage(error.body.message)}</p>;
  const addresses = known.data?.items ?? [];
  const noneKnown = known.data?.items.length === 0;
  return (
    <>
      <p>{t(noneKnown ? 'cloud.noneKnown' : 'cloud.text')}</p>
      <TextField
        select
        label={t('cloud.current')}
        value={data?.url ?? ''}
        disabled={data === undefined || choose.isPending || addresses.length === 0}
        slotProps={{
          select: { displayEmpty: true, IconComponent: Chevron },
          htmlInput: { 'aria-label': t('cloud.current') },
        }}
        onChange={(event) => choose.mutate(event.target.value === '' ? null : event.target.value)}
      >
        <MenuItem value="">{t('cloud.none')}</MenuItem>
        {data?.url != null && !addresses.some(({ url }) => url === data.url) && (
          <MenuItem value={data.url}>{data.url}</MenuItem>
        )}
        {addresses.map(({ id, name, url }) => (
          <MenuItem key={id} value={url}>
            {name} – {url}
          </MenuItem>
        ))}
      </TextField>
    </>
  );
}
