import { mdiHelpCircleOutline, mdiRecordCircle } from '@mdi/js';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRecordSeconds } from '../live/followed-records.ts';
import { useLiveLink } from '../live/live.tsx';
import { formatChrono } from '../ui/chrono.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './recording.module.css';

/** ms between looks at the clock: often enough that each second shows about as long as the next. */
const lookEveryMs = 250;

/** `12:34` of the longest record that runs; undefined while none does. */
export function useRecordClock(): string | undefined {
  const seconds = useRecordSeconds();
  const [, look] = useState('');
  useEffect(() => {
    if (seconds === undefined) return;
    const timer = setInterval(() => look(clockOf(seconds)), lookEveryMs);
    return () => clearInterval(timer);
  }, [seconds]);
  return seconds === undefined ? undefined : clockOf(seconds);
}

function clockOf(seconds: () => number): string {
  return formatChrono(Math.floor(seconds()), 0);
}

/** In the header of every screen: that devices record, since when, and the way to them. */
export function RecordingChip(): ReactNode {
  const { t } = useTranslation('app');
  const { lost } = useLiveLink();
  const clock = useRecordClock();
  if (clock === undefined) return null;
  return (
    <Link to="/realtime" className={`${styles.chip} ${lost ? styles.unknown : ''}`}>
      <Icon path={lost ? mdiHelpCircleOutline : mdiRecordCircle} size={18} />
      <span className={styles.word}>{t(lost ? 'recording.was' : 'recording.is')}</span> <b>{clock}</b>
    </Link>
  );
}

/** Under the rail's way to the devices. */
export function RailClock(): ReactNode {
  const { lost } = useLiveLink();
  const clock = useRecordClock();
  if (clock === undefined) return null;
  return (
    <span className={styles.rail} data-recording={lost ? 'unknown' : 'now'} aria-hidden="true">
      <Icon path={lost ? mdiHelpCircleOutline : mdiRecordCircle} size={14} />
      {clock}
    </span>
  );
}
