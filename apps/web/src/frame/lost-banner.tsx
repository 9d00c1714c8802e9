import { mdiLanDisconnect, mdiRefresh } from '@mdi/js';
import Button from '@mui/material/Button';
import { limits } from '@sillage/contract';
import { isRecording } from '@sillage/domain';
import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatDate } from '../base/use-format-date.ts';
import { useConnectedDevices } from '../live/devices.ts';
import { useLive, useLiveLink } from '../live/live.tsx';
import { Banner } from '../ui/banner.tsx';
import { formatChrono } from '../ui/chrono.ts';
import { Icon } from '../ui/icon.tsx';
import { useNow } from '../ui/use-now.ts';

/** Above every screen but that of the devices, which has a place of its own for it. */
export function FrameLostBanner(): ReactNode {
  const onRealtime = useRouterState({ select: ({ location }) => location.pathname === '/realtime' });
  return onRealtime ? null : <LostBanner />;
}

/** Says since when nothing comes from the server, which try to come back this is, and what is true all the same. */
export function LostBanner(): ReactNode {
  const { t } = useTranslation('app');
  const live = useLive();
  const link = useLiveLink();
  const second = useFormatDate('second');
  const recording = useRecordingWhenLost();
  const now = useNow(link.lost);
  if (!link.lost) return null;
  const silentMs = Math.max(0, performance.now() - link.heardAtMs);
  const since = formatChrono(Math.floor(silentMs / 1000), 0);
  const isBetweenRounds = link.state === 'lost' && link.nextRoundAtMs !== undefined;
  const untilRound = Math.max(0, Math.ceil(((link.nextRoundAtMs ?? 0) - performance.now()) / 1000));
  const parts = [
    isBetweenRounds && t('live.nextRound', { count: untilRound }),
    !isBetweenRounds && link.attempt > 0 && t('live.attempt', { attempt: link.attempt, total: limits.socketRetries }),
    t('live.valuesOf', { time: second(new Date(now - silentMs).toISOString()) }),
    recording > 0 && t('live.recordingAboard', { count: recording }),
  ];
  return (
    <Banner
      tone="warning"
      icon={mdiLanDisconnect}
      action={
        link.state === 'lost' && (
          <Button color="inherit" variant="outlined" onClick={() => live.retry()}>
            <Icon path={mdiRefresh} />
            {t('live.retry')}
          </Button>
        )
      }
    >
      <b>{t(isBetweenRounds ? 'live.noAnswer' : 'live.lost', { since, total: limits.socketRetries })}</b>{' '}
      {parts.filter(Boolean).join(' ')}
    </Banner>
  );
}

/** How many devices were recording when the link was lost. */
function useRecordingWhenLost(): number {
  const { devices } = useConnectedDevices();
  return (devices ?? []).filter(({ state }) => isRecording(state, { starting: true, recovery: true })).length;
}
