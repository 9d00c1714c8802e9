import { isRecording } from '@sillage/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatDate } from '../../base/use-format-date.ts';
import type { LiveDevice } from '../../live/merge-device.ts';
import { useNow } from '../../ui/use-now.ts';
import { useAgeText } from './age-text.ts';

/** What is known of a device that is away: when it left, and whether it still records on board. */
export function DisconnectedText({ device, short }: { device: LiveDevice; short?: boolean }): ReactNode {
  const { t } = useTranslation('realtime');
  const moment = useFormatDate('moment');
  const ageText = useAgeText();
  const now = useNow(device.disconnectedAt !== undefined);
  const recording = isRecording(device.state, { starting: true, stopping: true, recovery: true });
  const age =
    device.disconnectedAt === undefined ? undefined : ageText(Math.max(0, now - device.disconnectedAt) / 1000);
  const seen = device.last_seen === null ? undefined : t('card.lastSeenShort', { date: moment(device.last_seen) });
  if (short) return [age ?? seen, recording ? t('card.stillAboard') : undefined].filter(Boolean).join(', ') || null;
  const left =
    age !== undefined
      ? t('card.justDisconnected', { age })
      : device.last_seen === null
        ? t('card.neverSeen')
        : t('card.lastSeen', { date: moment(device.last_seen) });
  return recording ? `${left} ${t('card.recordingAboard')}` : left;
}
