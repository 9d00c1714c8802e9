import type { Language, RecordDistance } from '@sillage/contract';
import { placeOf, readBetween } from '@sillage/domain';
import { clampWindow, type TimeWindow } from '../../charts/time-window.ts';
import { formatClock, type WallClock } from '../../charts/wall-clock.ts';
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
  /** The time of day stands along it instead of the time since the start. */
  readonly clock?: WallClock | undefined;
  /** How far apart two of its places are. */
  format(x: number, language: Language): string;
  /** Where one of its places is. */
  formatPlace(x: number, language: Language): string;
}

export function timeAxisOf(extent: TimeWindow, clock?: WallClock): RecordAxis {
  const same = <T>(one: T): T => one;
  return {
    kind: 'time',
    clock,
    extent,
    timeExtent: extent,
    ofTime: same,
    toTime: same,
    ofTimes: same,
    times: same,
    format: (seconds) => formatChrono(seconds),
    formatPlace: (seconds) => (clock === undefined ? formatChrono(seconds) : formatClock(clock, seconds)),
  };
}

/** The axis of a way; undefined when the record says none. */
export function distanceAxisOf({ T, D }: RecordDistance, timeExtent: TimeWindow): RecordAxis | undefined {
  const end = D.at(-1) ?? 0;
  if (!(end > 0)) return undefined;
  const ofTime = (seconds: number) => {
    const next = placeOf(T, seconds, true);
    return next === 0 ? 0 : next === T.length ? end : readBetween(T, D, seconds, next);
  };
  const toTime = (metres: number, isLast = false) => {
    const next = placeOf(D, metres, isLast);
    if (next === 0) return timeExtent.from;
    return next === D.length ? timeExtent.to : readBetween(D, T, metres, next);
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
    formatPlace: formatDistance,
  };
}
