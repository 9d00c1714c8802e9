import { placeOf, readBetween } from '@sillage/domain';
import type { TimeWindow } from '../../charts/time-window.ts';
import type { OnAxis } from './compared-graphs.tsx';

/** s of a record that are seen in a window of a comparison, which may be of m; undefined where none of it is. */
export function wayWindow(
  { record, shift, way }: Pick<OnAxis, 'shift' | 'way'> & { readonly record: { readonly duration: number } },
  window: TimeWindow,
  byDistance: boolean,
): TimeWindow | undefined {
  const secondsAt = (x: number) => {
    if (!byDistance || way === undefined) return x;
    const next = placeOf(way.metres, x);
    if (next === 0) return way.timesSeconds[0] ?? 0;
    return next === way.metres.length
      ? (way.timesSeconds.at(-1) ?? 0)
      : readBetween(way.metres, way.timesSeconds, x, next);
  };
  if (byDistance && way === undefined) return undefined;
  const from = Math.max(0, secondsAt(window.from - shift));
  const to = Math.min(record.duration, secondsAt(window.to - shift));
  return to > from ? { from, to } : undefined;
}
