import type { SampleArray } from './pyramid-shape.ts';

/**
 * Values at new times (s, ascending), on the straight line between the two samples around each. NaN outside the
 * samples, and beside a sample without a value unless the new time falls on a sample.
 */
export function resampleLinear(times: Float64Array, values: SampleArray, newTimes: Float64Array): Float64Array {
  const resampled = new Float64Array(newTimes.length).fill(Number.NaN);
  let after = 0;
  for (let i = 0; i < newTimes.length; i++) {
    const t = newTimes[i]!;
    while (after < times.length && times[after]! < t) after++;
    if (after === times.length) break;
    if (times[after] === t) {
      resampled[i] = values[after]!;
    } else if (after > 0) {
      const left = times[after - 1]!;
      const share = (t - left) / (times[after]! - left);
      resampled[i] = values[after - 1]! * (1 - share) + values[after]! * share;
    }
  }
  return resampled;
}
