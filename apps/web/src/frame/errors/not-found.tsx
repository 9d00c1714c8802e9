import Button from '@mui/material/Button';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MessageScreen } from '../../ui/message-screen.tsx';

export default function NotFound(): ReactNode {
  const { t } = useTranslation('app');
  return (
    <main style={{ height: '100dvh' }}>
      <MessageScreen heading="h1" title={t('notFound.title')} text={t('notFound.text')}>
        <Button variant="contained" component={Link} to="/">
          {t('notFound.toData')}
        </Button>
        <Button component={Link} to="/realtime">
          {t('notFound.toRealtime')}
        </Button>
      </MessageScreen>
    </main>
  );
}
