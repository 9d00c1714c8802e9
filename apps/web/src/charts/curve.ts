import { placeOf } from '@sillage/domain';
import type { TimeWindow } from './time-window.ts';

/** One variable as drawn: points in time order, NaN where the signal has a gap. */
export interface Curve {
  readonly variable: string;
  readonly timesSeconds: Float64Array;
  readonly values: Float64Array;
}

/** [lowest, highest] of a y axis. */
export type ValueRange = readonly [number, number];

/** Index of the point nearest in time, or −1 without points. */
export function nearestIndex(times: Float64Array, time: number): number {
  const after = placeOf(times, time);
  if (after === 0) return times.length === 0 ? -1 : 0;
  if (after === times.length) return after - 1;
  return time - (times[after - 1] ?? 0) <= (times[after] ?? 0) - time ? after - 1 : after;
}

/** Value of the nearest point; undefined in a gap or outside the curve. */
export function valueAt(curve: Curve, time: number): number | undefined {
  const times = curve.timesSeconds;
  const first = times[0];
  const last = times.at(-1);
  if (first === undefined || last === undefined || time < first - 1 || time > last + 1) return undefined;
  const value = curve.values[nearestIndex(times, time)];
  return value === undefined || !Number.isFinite(value) ? undefined : value;
}

/** Extremes of the finite values inside the window and at its two neighbours; undefined when there are none. */
export function extremesWithin(curve: Curve, window: TimeWindow): ValueRange | undefined {
  const start = Math.max(0, placeOf(curve.timesSeconds, window.from) - 1);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let index = start; index < curve.values.length; index++) {
    const value = curve.values[index] ?? Number.NaN;
    if (value < low) low = value;
    if (value > high) high = value;
    if ((curve.timesSeconds[index] ?? 0) > window.to) break;
  }
  return low <= high ? [low, high] : undefined;
}

/** The y range that holds every curve with 6 % of air; a flat signal gets room on both sides. Undefined without a value. */
export function axisRange(curves: readonly Curve[], window: TimeWindow): ValueRange | undefined {
  const found = curves.map((curve) => extremesWithin(curve, window)).filter((range) => range !== undefined);
  if (found.length === 0) return undefined;
  const low = Math.min(...found.map((range) => range[0]));
  const high = Math.max(...found.map((range) => range[1]));
  const air = high > low ? (high - low) * 0.06 : Math.abs(high) * 0.05 || 1;
  return [low - air, high + air];
}

/** Widens y ranges until zero stands at the same height in all ("zero unification"). */
export function unifyZero(ranges: readonly ValueRange[]): ValueRange[] {
  const withZero = ranges.map(([low, high]) => [Math.min(low, 0), Math.max(high, 0)] as const);
  const most = (share: (range: ValueRange) => number) =>
    Math.max(0, ...withZero.map((range) => (range[1] === range[0] ? 0 : share(range) / (range[1] - range[0]))));
  const below = most(([low]) => -low);
  const above = most(([, high]) => high);
  // Share of the height under zero once the fullest side of each range decides its scale.
  const share = below / (below + above || 1);
  return withZero.map(([low, high]) => {
    const height = Math.max(share > 0 ? -low / share : 0, share < 1 ? high / (1 - share) : 0) || 1;
    return [-share * height, (1 - share) * height];
  });
}

/** Decimals worth printing for values of this size: about three figures, as a coach reads them. */
export function decimalsFor(range: ValueRange | undefined): number {
  if (range === undefined) return 2;
  const size = Math.max(Math.abs(range[0]), Math.abs(range[1]));
  if (!(size > 0)) return 2;
  if (size >= 100) return 0;
  if (size >= 20) return 1;
  if (size >= 1) return 2;
  return Math.min(6, 2 - Math.floor(Math.log10(size)));
}
