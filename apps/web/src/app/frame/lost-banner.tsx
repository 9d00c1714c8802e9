import { mdiProgressClock } from '@mdi/js';
import Button from '@mui/material/Button';
import { limits } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive, useLiveLink } from '../../live/live.tsx';
import { Banner } from '../../ui/banner.tsx';

/** Says that the live link is cut, how often it was tried again, and that recording goes on in the devices. */
export function LostBanner(): ReactNode {
  const { t } = useTranslation('app');
  const live = useLive();
  const link = useLiveLink();
  if (link.attempt === 0) return null;
  return (
    <Banner
      tone="warning"
      icon={mdiProgressClock}
      action={
        link.state === 'lost' && (
          <Button color="inherit" onClick={() => live.retry()}>
            {t('live.retry')}
          </Button>
        )
      }
    >
      <b>{t('live.lost', { attempt: link.attempt, total: limits.socketRetries })}</b> {t('live.lostExplanation')}
    </Banner>
  );
}
