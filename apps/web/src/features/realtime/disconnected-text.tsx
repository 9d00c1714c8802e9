import { isRecording } from '@sillage/domain';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveDevice } from '../../live/merge-device.ts';
import { useAgeText } from './age-text.ts';

/** What is known of a device that is away: when it left, and whether it still records on board. */
export function DisconnectedText({ device, short }: { device: LiveDevice; short?: boolean }): ReactNode {
  const { t, i18n } = useTranslation('realtime');
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
  const date = new Date(device.last_seen).toLocaleString(i18n.language, { dateStyle: 'long', timeStyle: 'short' });
  return t('card.lastSeen', { date });
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
