import { mdiFlagOutline, mdiRayStartEnd } from '@mdi/js';
import Button from '@mui/material/Button';
import { recordTimeAt } from '@sillage/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../base/may.ts';
import { useShortcut } from '../../base/shortcuts.ts';
import { useFollowedRecords } from '../../live/followed-records.ts';
import { useLiveLink } from '../../live/live.tsx';
import type { LiveDevice } from '../../live/merge-device.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { useLiveSelections, useSelectionCommand } from './live-selections.ts';
import { LiveText } from './live-text.tsx';
import styles from './record-bar.module.css';
import { useSamples } from './samples.tsx';

/** Selections of the records that run: one begins or ends, or a lap ends one and begins the next. */
export function SelectionButtons({
  devices,
  large = false,
}: {
  devices: readonly LiveDevice[];
  large?: boolean;
}): ReactNode {
  const { t } = useTranslation('realtime');
  const { selections, open, number } = useLiveSelections(devices);
  const { send, pending } = useSelectionCommand(devices);
  const { lost } = useLiveLink();
  const mayCommand = useMay('device.command');
  const isRecording = useFollowedRecords(({ running }) => running.size > 0);
  const off = !isRecording || lost || pending;
  const toggle = () => send(open === undefined ? 'start' : 'stop');
  const mark = () => send('mark');
  useShortcut('S', toggle, mayCommand && !off);
  useShortcut('L', mark, mayCommand && !off);
  if (!mayCommand) return null;
  const num = open?.num ?? (selections.at(-1)?.num ?? 0) + 1;
  const why = lost ? t('record.linkLost') : isRecording ? '' : t('selection.needsRecord');
  return (
    <span className={`${styles.selections} ${large ? styles.largeSelections : ''}`}>
      <Button
        variant={open === undefined ? 'outlined' : 'contained'}
        color="recording"
        size="large"
        className={`${styles.selection} ${open === undefined ? '' : styles.openSelection}`}
        disabled={off}
        title={why}
        aria-pressed={open !== undefined}
        aria-keyshortcuts="S"
        onClick={toggle}
      >
        <Icon path={mdiRayStartEnd} />
        {isRecording ? t(open === undefined ? 'selection.start' : 'selection.end', { num }) : t('selection.word')}
        {open !== undefined && number !== undefined && <OpenClock number={number} t0={open.t0} />}
        <KeyHint>S</KeyHint>
      </Button>
      <Button
        variant="outlined"
        size="large"
        className={styles.lap ?? ''}
        disabled={off}
        title={why || t('selection.lapHint')}
        aria-keyshortcuts="L"
        onClick={mark}
      >
        <Icon path={mdiFlagOutline} />
        {t('selection.lap')}
        <KeyHint>L</KeyHint>
      </Button>
    </span>
  );
}

/** How long the open selection has lasted. */
export function OpenClock({ number, t0 }: { number: number; t0: number }): ReactNode {
  const samples = useSamples();
  const read = (now: number): string => {
    const clock = samples.clock(number);
    return clock === undefined ? '' : formatChrono(Math.max(0, recordTimeAt(clock, now) - t0), 1);
  };
  return <LiveText className={styles.openClock} text={read} everyMilliseconds={100} />;
}
