import { mdiRefresh, mdiWifiOff } from '@mdi/js';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';

/** The app does not answer: wait, refresh, check the address. */
export default function NetworkError(): ReactNode {
  const { t } = useTranslation('app');
  const text = <Trans t={t} i18nKey="networkError.text" values={{ host: location.host }} components={{ b: <b /> }} />;
  return (
    <main style={{ height: '100dvh' }}>
      <MessageScreen heading="h1" icon={mdiWifiOff} tone="warning" title={t('networkError.title')} text={text}>
        {/* A full load, not a route change: it is the page itself that must answer. */}
        <Button variant="contained" href="/">
          <Icon path={mdiRefresh} />
          {t('networkError.reload')}
        </Button>
      </MessageScreen>
    </main>
  );
}
