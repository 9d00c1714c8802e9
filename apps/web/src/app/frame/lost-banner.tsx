import { mdiProgressClock } from '@mdi/js';
import { limits } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveLink } from '../../live/live.tsx';
import { Banner } from '../../ui/banner.tsx';

/** Says that the live link is cut, how often it was tried again, and that recording goes on in the devices. */
export function LostBanner(): ReactNode {
  const { t } = useTranslation('app');
  const link = useLiveLink();
  if (link.attempt === 0) return null;
  return (
    <Banner tone="warning" icon={mdiProgressClock}>
      <b>{t('live.lost', { attempt: link.attempt, total: limits.socketRetries })}</b> {t('live.lostExplanation')}
    </Banner>
  );
}
