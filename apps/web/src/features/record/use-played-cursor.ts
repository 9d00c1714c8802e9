import { useEffect, useEffectEvent, useState } from 'react';
import { useShortcut } from '../../base/shortcuts.ts';
import { panBy, spanOf } from '../../charts/time-window.ts';
import type { RecordViewState } from './use-record-view.ts';

/** A film that is the clock as long as it lasts; its times are those of the record, in s. */
export interface PlayedFilm {
  isPlaying(): boolean;
  /** Of real time. */
  rate(): number;
  covers(seconds: number): boolean;
  play(seconds: number): void;
  pause(): void;
  /** Hears that it plays or stands, whoever wanted that. */
  onTurned(listener: (isPlaying: boolean) => void): () => void;
}

export interface Played {
  readonly isPlaying: boolean;
  toggle(): void;
}

/**
 * The cursor goes on as fast as the record was made, or as its film is played, from where it stands; the window turns over like
 * a page. Space plays and stops.
 */
export function usePlayedCursor(view: RecordViewState, film?: PlayedFilm): Played {
  const [isPlaying, setPlaying] = useState(false);
  const toggle = () => {
    if (isPlaying) film?.pause();
    setPlaying(!isPlaying);
  };
  useShortcut('Space', toggle);
  const onTurned = film?.onTurned;
  useEffect(() => onTurned?.(setPlaying), [onTurned]);
  const goOn = useEffectEvent((passedSeconds: number) => {
    // It moves the cursor itself.
    if (film?.isPlaying()) return;
    const { cursor, x, window, extent } = view;
    const { timeExtent } = x;
    const from = cursor.time === undefined ? window.from : Math.min(Math.max(cursor.time, window.from), window.to);
    const seconds = Math.min(x.toTime(from) + passedSeconds * (film?.rate() ?? 1), timeExtent.to);
    if (film?.covers(seconds)) {
      film.play(seconds);
      return;
    }
    const at = x.ofTime(seconds);
    if (at > window.to) view.look(panBy(window, spanOf(window), extent), 'playing');
    cursor.move(at);
    if (seconds >= timeExtent.to) setPlaying(false);
  });
  useEffect(() => {
    if (!isPlaying) return;
    let before: number | undefined;
    let frame = requestAnimationFrame(function onFrame(nowMs) {
      // A tab that was hidden meanwhile goes on from where it was left.
      goOn(Math.min(nowMs - (before ?? nowMs), longestStepMs) / 1000);
      before = nowMs;
      frame = requestAnimationFrame(onFrame);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);
  return { isPlaying, toggle };
}

/** ms between two frames that count at most. */
const longestStepMs = 250;
