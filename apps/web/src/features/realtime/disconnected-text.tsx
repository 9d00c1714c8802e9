import { isRecording } from '@sillage/domain';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatDate } from '../../app/use-format-date.ts';
import type { LiveDevice } from '../../live/merge-device.ts';
import { useAgeText } from './age-text.ts';

/** What is known of a device that is away: when it left, and whether it still records on board. */
export function DisconnectedText({ device, short }: { device: LiveDevice; short?: boolean }): ReactNode {
  const { t } = useTranslation('realtime');
  const moment = useFormatDate('moment');
  const ageText = useAgeText();
  const now = useNow(device.disconnectedAt !== undefined);
  if (device.disconnectedAt !== undefined) {
    const age = ageText(Math.max(0, now - device.disconnectedAt) / 1000);
    const recording = isRecording(device.state, { recovery: true });
    if (short) return recording ? `${age}, ${t('card.stillAboard')}` : age;
    const left = t('card.justDisconnected', { age });
    return recording ? `${left} ${t('card.recordingAboard')}` : left;
  }
  if (short) return null;
  if (device.last_seen === null) return t('card.neverSeen');
  return t('card.lastSeen', { date: moment(device.last_seen) });
}

/** ms since 1970, renewed each second while wanted. */
function useNow(wanted: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!wanted) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [wanted]);
  return now;
}
