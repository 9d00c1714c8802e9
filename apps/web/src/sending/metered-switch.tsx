import Switch from '@mui/material/Switch';
import { api, type SyncLink } from '@sillage/contract';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../base/may.ts';
import { useServer } from '../base/services.tsx';
import styles from './sending.module.css';
import { useChangeLink } from './use-change-link.ts';

/** Whether the link of the hub costs by the byte, so that originals wait; it is not about the phone's own. */
export function MeteredSwitch({ link }: { link: SyncLink }): ReactNode {
  const { t } = useTranslation('sync');
  const server = useServer();
  const mayChange = useMay('hub.edit');
  const id = useId();
  const change = useChangeLink((metered: boolean) => server.call(api.setSyncSending, { body: { metered } }));
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
