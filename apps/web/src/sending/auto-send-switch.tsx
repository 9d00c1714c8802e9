import Switch from '@mui/material/Switch';
import { api, type SyncLink } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../base/may.ts';
import { useServer } from '../base/services.tsx';
import { syncKeys } from './every.ts';
import styles from './sending.module.css';

/** Whether new records go to the cloud by themselves. */
export function AutoSendSwitch({ link }: { link: SyncLink }): ReactNode {
  const { t } = useTranslation('sync');
  const server = useServer();
  const queries = useQueryClient();
  const mayChange = useMay('hub.edit');
  const id = useId();
  const change = useMutation({
    mutationFn: (on: boolean) => server.call(api.setAutoSend, { params: { choice: on ? 'on' : 'off' } }),
    onSuccess: (changed) => queries.setQueryData(syncKeys.link, changed),
  });
  return (
    <div className={styles.switch}>
      <label htmlFor={id}>
        <b>{t('panel.autoSend')}</b>
        {t('panel.autoSendHint')}
      </label>
      <Switch
        edge="end"
        id={id}
        checked={link.auto_send}
        disabled={!mayChange || change.isPending}
        onChange={(_, on) => change.mutate(on)}
      />
    </div>
  );
}
