import Switch from '@mui/material/Switch';
import { api, type SyncLink } from '@sillage/contract';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../base/may.ts';
import { useServer } from '../base/services.tsx';
import styles from './sending.module.css';
import { useChangeLink } from './use-change-link.ts';

/** Whether new records go to the cloud by themselves. */
export function AutoSendSwitch({ link }: { link: SyncLink }): ReactNode {
  const { t } = useTranslation('sync');
  const server = useServer();
  const mayChange = useMay('hub.edit');
  const id = useId();
  const change = useChangeLink((on: boolean) =>
    server.call(api.setAutoSend, { params: { choice: on ? 'on' : 'off' } }),
  );
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
