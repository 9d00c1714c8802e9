import Switch from '@mui/material/Switch';
import { api, type SyncLink } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../base/may.ts';
import { useServer } from '../base/services.tsx';
import { syncKeys } from './every.ts';
import styles from './sending.module.css';

/** Whether the link of the hub costs by the byte, so that originals wait; it is not about the phone's own. */
export function MeteredSwitch({ link }: { link: SyncLink }): ReactNode {
  const { t } = useTranslation('sync');
  const server = useServer();
  const queries = useQueryClient();
  const mayChange = useMay('hub.edit');
  const id = useId();
  const change = useMutation({
    mutationFn: (metered: boolean) => server.call(api.setSyncSending, { body: { metered } }),
    onSuccess: (changed) => queries.setQueryData(syncKeys.link, changed),
  });
  return (
    <div className={styles.switch}>
      <label htmlFor={id}>
        <b>{t('phone.meteredSwitch')}</b>
        {t('phone.meteredHint')}
      </label>
      <Switch
        edge="end"
        id={id}
        checked={link.metered}
        disabled={!mayChange || change.isPending}
        onChange={(_, on) => change.mutate(on)}
      />
    </div>
  );
}
