import { mdiPower, mdiRestart } from '@mdi/js';
import Button from '@mui/material/Button';
import { api } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackendInfo } from '../base/backend-info.ts';
import { useServer } from '../base/services.tsx';
import styles from '../ui/card.module.css';
import { Icon } from '../ui/icon.tsx';
import { RestartDialog, type Restarted } from './restart-dialog.tsx';

/** Restarts the app or the hub that serves this page, or switches the hub off; what it cannot do says why. */
export function RestartCard(): ReactNode {
  const { t } = useTranslation('admin');
  const server = useServer();
  const info = useBackendInfo();
  const [asked, setAsked] = useState<Restarted>();
  const { data } = useQuery({
    queryKey: ['admin', 'restartables'],
    queryFn: ({ signal }) => server.call(api.readRestartables, { signal }),
    meta: { quiet: true },
  });
  if (data === undefined) return null;
  const offered = data.can_restart_services || data.can_reboot || data.can_poweroff;
  return (
    <section className={styles.card}>
      <h3>
        <Icon path={mdiRestart} />
        {t('restart.title', { name: info?.name ?? '' })}
      </h3>
      <p>{t(!offered ? 'restart.notHere' : data.can_reboot ? 'restart.text' : 'restart.textApp')}</p>
      <div className={styles.line}>
        {data.can_restart_services && (
          <Button variant="outlined" onClick={() => setAsked('app')}>
            {t('restart.app')}
          </Button>
        )}
        {data.can_reboot && (
          <Button variant="outlined" onClick={() => setAsked('hub')}>
            {t('restart.hub')}
          </Button>
        )}
        <span className={styles.grow} />
        {data.can_poweroff && (
          <Button color="error" onClick={() => setAsked('poweroff')} startIcon={<Icon path={mdiPower} size={18} />}>
            {t('restart.poweroff')}
          </Button>
        )}
      </div>
      {asked && <RestartDialog what={asked} name={info?.name ?? ''} onClose={() => setAsked(undefined)} />}
    </section>
  );
}
