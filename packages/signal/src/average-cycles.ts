import type { Cycle } from './find-cycles.ts';
import { resampleLinear } from './resample-linear.ts';
import { sampleFrom } from './sample-from.ts';

/** Points of a cycle, 0 to 100 %, both ends included. */
export const pointsOfCycle = 101;

export interface AverageCycle {
  /** Of each percent; NaN where fewer than two cycles have a value. */
  readonly mean: Float64Array;
  /** Sample standard deviation (n − 1). */
  readonly deviation: Float64Array;
  /** Cycles that are in it. */
  readonly count: number;
}

/** What cycles have in common: each is stretched to 0–100 % on straight lines between samples, then averaged percent by percent. */
export function averageCycles(
  timesSeconds: Float64Array,
  values: Float64Array,
  cycles: readonly Cycle[],
): AverageCycle | undefined {
  const counts = new Uint32Array(pointsOfCycle);
  const mean = new Float64Array(pointsOfCycle);
  const squares = new Float64Array(pointsOfCycle);
  for (const cycle of cycles) {
    for (const [i, value] of stretchCycle(timesSeconds, values, cycle).entries()) {
      if (Number.isNaN(value)) continue;
      const count = counts[i]! + 1;
      const off = value - mean[i]!;
      counts[i] = count;
      mean[i] = mean[i]! + off / count;
      squares[i] = squares[i]! + off * (value - mean[i]!);
    }
  }
  const count = Math.max(0, ...counts);
  if (count < 2) return undefined;
  const known = (values: Float64Array) => values.map((value, i) => (counts[i]! < 2 ? Number.NaN : value));
  return { mean: known(mean), deviation: known(squares.map((sum, i) => Math.sqrt(sum / (counts[i]! - 1)))), count };
}

/** A value each percent of a cycle, on straight lines between samples; NaN where there is none. */
export function stretchCycle(
  timesSeconds: Float64Array,
  values: Float64Array,
  { fromSeconds, toSeconds }: Cycle,
): Float64Array {
  const step = (toSeconds - fromSeconds) / (pointsOfCycle - 1);
  const percents = Float64Array.from({ length: pointsOfCycle }, (_, i) => fromSeconds + i * step);
  const first = Math.max(0, sampleFrom(timesSeconds, fromSeconds) - 1);
  return resampleLinear(timesSeconds.subarray(first), values.subarray(first), percents);
}
