import type { Curve } from './curve.ts';

/**
 * The curve with each value replaced by the mean of those at most half a window away. It does not reach over gaps, and
 * needs every sample: the mean of extremes is none of the signal.
 */
export function smoothCurve(curve: Curve, windowSeconds: number): Curve {
  const { timesSeconds: times, values } = curve;
  const half = windowSeconds / 2;
  const smoothed = new Float64Array(values.length);
  let from = 0;
  let to = 0;
  let sum = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? Number.NaN;
    if (Number.isNaN(value)) {
      smoothed[index] = Number.NaN;
      // What comes after a gap is averaged anew.
      from = index + 1;
      to = index + 1;
      sum = 0;
      continue;
    }
    const time = times[index] ?? 0;
    for (; to < values.length && (times[to] ?? 0) <= time + half; to++) {
      const next = values[to] ?? Number.NaN;
      if (Number.isNaN(next)) break;
      sum += next;
    }
    for (; from < index && (times[from] ?? 0) < time - half; from++) sum -= values[from] ?? 0;
    smoothed[index] = sum / (to - from);
  }
  return { ...curve, values: smoothed };
}
