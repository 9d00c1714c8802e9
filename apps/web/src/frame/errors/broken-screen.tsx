import { mdiAlertCircleOutline, mdiRefresh } from '@mdi/js';
import Button from '@mui/material/Button';
import { NetworkError } from '@sillage/client';
import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
import NetworkErrorPage from './network-error.tsx';

/** A bug stopped a screen: says that data is safe, offers to reload, folds the detail away. One that the server did not send is no bug. */
export default function BrokenScreen({ error }: ErrorComponentProps): ReactNode {
  const { t } = useTranslation('app');
  if (error instanceof NetworkError) return <NetworkErrorPage />;
  return (
    <main style={{ height: '100dvh' }} role="alert">
      <MessageScreen
        heading="h1"
        icon={mdiAlertCircleOutline}
        tone="error"
        title={t('broken.title')}
        text={t('broken.text')}
      >
        <Button variant="contained" onClick={() => location.reload()}>
          <Icon path={mdiRefresh} />
          {t('broken.reload')}
        </Button>
        <details style={{ flexBasis: '100%', maxWidth: '80ch' }}>
          <summary>{t('broken.detail')}</summary>
          <code>{error instanceof Error ? error.message : String(error)}</code>
        </details>
      </MessageScreen>
    </main>
  );
}
