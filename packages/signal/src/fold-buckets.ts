import type { SampleArray } from './pyramid-shape.ts';
import { extremesBucket, momentsBucket } from './pyramid-shape.ts';

/** Extremes of buckets of 64 samples. */
export interface FoldedExtremes {
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly offsets: Uint8Array;
}

/** Count, sum and squared deviations from the mean of buckets of 256 samples, with their extremes. */
export interface FoldedMoments {
  readonly count: Int32Array;
  readonly sum: Float64Array;
  readonly m2: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
}

/** Folds samples that start at a bucket's start; the last bucket may be short. NaN is no value. */
export function foldExtremes(values: SampleArray): FoldedExtremes {
  const buckets = Math.ceil(values.length / extremesBucket);
  const min = new Float64Array(buckets);
  const max = new Float64Array(buckets);
  const offsets = new Uint8Array(buckets * 2);
  for (let bucket = 0; bucket < buckets; bucket++) {
    const start = bucket * extremesBucket;
    const end = Math.min(start + extremesBucket, values.length);
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    let lowAt = -1;
    let highAt = 0;
    for (let i = start; i < end; i++) {
      const value = values[i]!;
      if (value < low) {
        low = value;
        lowAt = i - start;
      }
      if (value > high) {
        high = value;
        highAt = i - start;
      }
    }
    min[bucket] = lowAt < 0 ? Number.NaN : low;
    max[bucket] = lowAt < 0 ? Number.NaN : high;
    offsets[bucket * 2] = Math.max(lowAt, 0);
    offsets[bucket * 2 + 1] = highAt;
  }
  return { min, max, offsets };
}

/** As foldExtremes; an empty bucket has count 0, sum 0, m2 0 and NaN extremes. */
export function foldMoments(values: SampleArray): FoldedMoments {
  const buckets = Math.ceil(values.length / momentsBucket);
  const folded = {
    count: new Int32Array(buckets),
    sum: new Float64Array(buckets),
    m2: new Float64Array(buckets),
    min: new Float64Array(buckets),
    max: new Float64Array(buckets),
  };
  for (let bucket = 0; bucket < buckets; bucket++) {
    const start = bucket * momentsBucket;
    const end = Math.min(start + momentsBucket, values.length);
    const moments = rangeMoments(values, start, end);
    folded.count[bucket] = moments.count;
    folded.sum[bucket] = moments.sum;
    folded.m2[bucket] = moments.m2;
    folded.min[bucket] = moments.min;
    folded.max[bucket] = moments.max;
  }
  return folded;
}

export interface Moments {
  readonly count: number;
  readonly sum: number;
  /** Sum of squared deviations from the mean. */
  readonly m2: number;
  /** NaN when there is no value. */
  readonly min: number;
  readonly max: number;
}

const noMoments: Moments = { count: 0, sum: 0, m2: 0, min: Number.NaN, max: Number.NaN };

/** Two passes: the second around the mean, so that a large offset does not eat the deviations. */
export function rangeMoments(values: SampleArray, start: number, end: number): Moments {
  let count = 0;
  let sum = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = start; i < end; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    count++;
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  if (count === 0) return noMoments;
  const mean = sum / count;
  let m2 = 0;
  for (let i = start; i < end; i++) {
    const deviation = values[i]! - mean;
    if (!Number.isNaN(deviation)) m2 += deviation * deviation;
  }
  return { count, sum, m2, min, max };
}

/** Mean, standard deviation (n − 1) and extremes; null where there is no value. */
export function statisticsOf(moments: Moments): {
  num: number;
  mean: number | null;
  std: number | null;
  min: number | null;
  max: number | null;
} {
  const { count, sum, m2, min, max } = moments;
  if (count === 0) return { num: 0, mean: null, std: null, min: null, max: null };
  return { num: count, mean: sum / count, std: count > 1 ? Math.sqrt(m2 / (count - 1)) : null, min, max };
}
