import type { Language, RecordDistance } from '@sillage/contract';
import { clampWindow, type TimeWindow } from '../../charts/time-window.ts';
import { formatDistance, type XKind } from '../../charts/x-marks.ts';
import { formatChrono } from '../../ui/chrono.ts';

/** What the graphs of a record stand on: its time (s) or its distance (m). Selections and statistics are of times. */
export interface RecordAxis {
  readonly kind: XKind;
  readonly extent: TimeWindow;
  /** s */
  readonly timeExtent: TimeWindow;
  ofTime(seconds: number): number;
  /** s; of a distance where the record stood still, when it came there. */
  toTime(x: number): number;
  /** A window of times on the axis, never without width. */
  ofTimes(window: TimeWindow): TimeWindow;
  /** s; all the time of a window of the axis, standing still at its ends included. */
  times(window: TimeWindow): TimeWindow;
  format(x: number, language: Language): string;
}

export function timeAxisOf(extent: TimeWindow): RecordAxis {
  const same = <T>(one: T): T => one;
  return {
    kind: 'time',
    extent,
    timeExtent: extent,
    ofTime: same,
    toTime: same,
    ofTimes: same,
    times: same,
    format: (seconds) => formatChrono(seconds),
  };
}

/** First place in never decreasing numbers that is ≥ `wanted`, or > with `after`. */
function placeOf(numbers: readonly number[], wanted: number, after: boolean): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const value = numbers[middle] ?? Number.POSITIVE_INFINITY;
    if (after ? value <= wanted : value < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

function between(from: readonly number[], to: readonly number[], wanted: number, next: number): number {
  const [a = 0, b = 0, x = 0, y = 0] = [from[next - 1], from[next], to[next - 1], to[next]];
  return b > a ? x + ((y - x) * (wanted - a)) / (b - a) : x;
}

/** The axis of a way; undefined when the record says none. */
export function distanceAxisOf({ T, D }: RecordDistance, timeExtent: TimeWindow): RecordAxis | undefined {
  const end = D.at(-1) ?? 0;
  if (!(end > 0)) return undefined;
  const ofTime = (seconds: number) => {
    const next = placeOf(T, seconds, true);
    return next === 0 ? 0 : next === T.length ? end : between(T, D, seconds, next);
  };
  const toTime = (metres: number, isLast = false) => {
    const next = placeOf(D, metres, isLast);
    if (next === 0) return timeExtent.from;
    return next === D.length ? timeExtent.to : between(D, T, metres, next);
  };
  const extent = { from: 0, to: end };
  return {
    kind: 'distance',
    extent,
    timeExtent,
    ofTime,
    toTime: (metres) => toTime(metres),
    ofTimes: ({ from, to }) => clampWindow({ from: ofTime(from), to: ofTime(to) }, extent),
    times: ({ from, to }) => ({ from: from <= 0 ? timeExtent.from : toTime(from), to: toTime(to, true) }),
    format: formatDistance,
  };
}
