import { mdiAlertCircleOutline, mdiRefresh } from '@mdi/js';
import Button from '@mui/material/Button';
import { ApiError } from '@sillage/client';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage } from '../base/notify.ts';
import { Icon } from '../ui/icon.tsx';
import { MessageScreen } from '../ui/message-screen.tsx';

/** That what waits could not be read, why, and the way to try again. */
export function LoadingFailed(props: { problem: Error; onRetry(): void }): ReactNode {
  const { t } = useTranslation('sync');
  const { problem } = props;
  return (
    <MessageScreen
      icon={mdiAlertCircleOutline}
      tone="error"
      heading="h3"
      title={t('failed.title')}
      text={problem instanceof ApiError ? inPageLanguage(problem.body.message) : t('failed.text')}
    >
      <Button variant="contained" onClick={props.onRetry} startIcon={<Icon path={mdiRefresh} size={18} />}>
        {t('failed.retry')}
      </Button>
    </MessageScreen>
  );
}
