import { type ReactNode, useRef } from 'react';
import { usePainter } from '../../../live/frame-loop.ts';
import styles from './targets.module.css';
import type { Target } from './targets.ts';

/** ms between moves of the needle, as between changes of the figure. */
const moveEveryMs = 250;
/** What the bar shows beyond either bound: as many widths of the target, and at least a part of the value in its middle. */
const [beyond, leastShare] = [2.5, 0.05];

/** A target as a stretch of a bar, and where the value lies now: beside it, how far off it is. For the eye; the mark says it in words. */
export function TargetBar({ target, read }: { target: Target; read(): number | null | undefined }): ReactNode {
  const needle = useRef<HTMLSpanElement>(null);
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  usePainter((now) => {
    if (needle.current === null || now - movedAt.current < moveEveryMs) return false;
    movedAt.current = now;
    const value = read();
    needle.current.hidden = value == null || !Number.isFinite(value);
    if (value != null) needle.current.style.left = `${placeOnBar(value, target)}%`;
    return false;
  });
  const [from, to] = [placeOnBar(target.from, target), placeOnBar(target.to, target)];
  return (
    <span className={styles.bar} aria-hidden="true">
      <span className={styles.band} style={{ left: `${from}%`, width: `${to - from}%` }} />
      <span ref={needle} className={styles.needle} hidden />
    </span>
  );
}

/** % of the bar, in whose middle the target lies; what lies beyond the bar is at its end. */
export function placeOnBar(value: number, { from, to }: Target): number {
  const middle = (from + to) / 2;
  const half = Math.max((to - from) * (beyond + 0.5), Math.abs(middle) * leastShare) || 1;
  return Math.min(100, Math.max(0, 50 + ((value - middle) / half) * 50));
}
