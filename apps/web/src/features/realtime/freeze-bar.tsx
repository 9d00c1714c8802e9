import { mdiChevronLeft, mdiChevronRight, mdiPlay, mdiSnowflake } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../base/shortcuts.ts';
import type { SharedCursor } from '../../charts/shared-cursor.ts';
import { spanOf } from '../../charts/time-window.ts';
import { useFollowedRecords } from '../../live/followed-records.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './curves.module.css';
import type { Freezing, Frozen } from './freeze.ts';
import { stepWindow, WindowChoice } from './window-choice.tsx';

/** As the browser names what the help lists as ←, → and +, −. */
export const typedKeys = { left: 'ArrowLeft', right: 'ArrowRight', plus: '=', minus: '-' } as const;

/** s by which the buttons go back and forth. */
const stepSeconds = 10;
/** Steps of the cursor across the window. */
const cursorSteps = 60;

/** Stops the curves, not the record. */
export function FreezeButton({ freezing }: { freezing: Freezing }): ReactNode {
  const { t } = useTranslation('realtime');
  return (
    <Button variant="outlined" size="small" onClick={freezing.freeze} aria-keyshortcuts="F">
      <Icon path={mdiSnowflake} />
      {t('freeze.do')}
      <KeyHint>F</KeyHint>
    </Button>
  );
}

/** While the curves stand still: since when, how much has gone on, and how to move. */
export function FreezeBar({ freezing, frozen }: { freezing: Freezing; frozen: Frozen }): ReactNode {
  const { t } = useTranslation('realtime');
  const isRecording = useFollowedRecords(({ running }) => running.size > 0);
  useNow(true);
  const more = Math.max(0, Math.floor((performance.now() - frozen.atMs) / 1000));
  const at = Math.max(0, ...frozen.ends.values());
  return (
    <div className={`${styles.bar} ${styles.frozen}`}>
      <Button variant="contained" size="small" onClick={freezing.release} aria-keyshortcuts="F">
        <Icon path={mdiPlay} />
        {t('freeze.release')}
        <KeyHint>F</KeyHint>
      </Button>
      <span className={styles.frozenText} role="status">
        <b>{t('freeze.at', { time: formatChrono(at, 1) })}</b>{' '}
        <span aria-live="off">{t(isRecording ? 'freeze.moreRecord' : 'freeze.more', { count: more })}</span>
      </span>
      <span className={styles.end}>
        <WindowChoice />
        <IconButton
          size="small"
          aria-label={t('freeze.back')}
          title={t('freeze.back')}
          onClick={() => freezing.pan(-stepSeconds)}
        >
          <Icon path={mdiChevronLeft} />
        </IconButton>
        <IconButton
          size="small"
          aria-label={t('freeze.forth')}
          title={t('freeze.forth')}
          disabled={frozen.window.to >= 0}
          onClick={() => freezing.pan(stepSeconds)}
        >
          <Icon path={mdiChevronRight} />
        </IconButton>
      </span>
    </div>
  );
}

/** F freezes and lets go, + and − are the window, the arrows the cursor of what is frozen. */
export function useFreezeKeys(freezing: Freezing, cursor: SharedCursor): void {
  const { frozen } = freezing;
  const isFrozen = frozen !== undefined;
  const moveCursor = (by: number) => {
    if (frozen === undefined) return;
    const { window } = frozen;
    const before = cursor.time ?? (window.from + window.to) / 2;
    const next = before + (by * spanOf(window)) / cursorSteps;
    if (next < window.from || next > window.to) freezing.pan(by * stepSeconds);
    cursor.move(Math.min(window.to, Math.max(window.from, next)));
  };
  const zoom = (by: 1 | -1) => (isFrozen ? freezing.zoom(by > 0 ? 2 : 0.5, cursor.time) : stepWindow(by));
  useShortcut('F', isFrozen ? freezing.release : freezing.freeze);
  useShortcut('+', () => zoom(-1));
  useShortcut(typedKeys.plus, () => zoom(-1));
  useShortcut(typedKeys.minus, () => zoom(1));
  useShortcut(typedKeys.left, () => moveCursor(-1), isFrozen);
  useShortcut(typedKeys.right, () => moveCursor(1), isFrozen);
  useShortcut('Escape', freezing.release, isFrozen);
}
