import { mdiAlertCircleOutline, mdiRefresh } from '@mdi/js';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { MessageScreen } from './message-screen.tsx';

interface Props {
  readonly title: string;
  readonly text: string;
  /** On the button. */
  readonly retry: string;
  onRetry(): void;
}

/** That something could not be read, why, and the way to try again. */
export function FailedScreen({ title, text, retry, onRetry }: Props): ReactNode {
  return (
    <MessageScreen icon={mdiAlertCircleOutline} tone="error" heading="h3" title={title} text={text}>
      <Button variant="contained" onClick={onRetry} startIcon={<Icon path={mdiRefresh} size={18} />}>
        {retry}
      </Button>
    </MessageScreen>
  );
}
