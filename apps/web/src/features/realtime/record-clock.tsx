import { recordTimeAt } from '@sillage/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveLink } from '../../live/live.tsx';
import type { LiveDevice } from '../../live/merge-device.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { LiveText } from './live-text.tsx';
import styles from './record-bar.module.css';
import { useSamples } from './samples.tsx';
import { useEnded } from './use-ended.ts';

/** ms between changes of the clock: each one costs the browser a frame, and faster digits cannot be read. */
const clockEvery = 100;

/** The longest running record's time; `short` without decimals. */
export function Clock(props: { devices: readonly LiveDevice[]; short?: boolean }): ReactNode {
  const { t } = useTranslation('realtime');
  const samples = useSamples();
  const link = useLiveLink();
  const { seconds: kept } = useEnded();
  const read = (now: number): string => {
    const at = link.lost ? link.heardAtMs : now;
    let longest = kept;
    for (const { number, is_connected } of props.devices) {
      const clock = is_connected ? samples.clock(number) : undefined;
      if (clock !== undefined) longest = Math.max(longest, recordTimeAt(clock, at));
    }
    return formatChrono(Math.floor(longest * 1000) / 1000);
  };
  return (
    <span className={props.short ? styles.shortClock : styles.clock} role="timer" aria-label={t('record.time')}>
      <LiveText text={(now) => read(now).slice(0, -4)} everyMilliseconds={clockEvery} />
      {!props.short && (
        <LiveText className={styles.decimals} text={(now) => read(now).slice(-4)} everyMilliseconds={clockEvery} />
      )}
    </span>
  );
}
