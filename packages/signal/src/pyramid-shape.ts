/** Samples per bucket of minima and maxima. Buckets are anchored to the absolute sample number. */
export const extremesBucket = 64;
/** Samples per bucket of count, sum and squared deviations. */
export const momentsBucket = 256;
/** Buckets of one level in a bucket of the next: what the kernel folds at once. */
export const fanOut = 8;
export const fanShift = 3;

/** Buckets of each level: of those above only whole groups are ever asked for. */
export function levelCounts(buckets: number): number[] {
  const counts = [buckets];
  for (let count = buckets >> fanShift; count > 1; count >>= fanShift) counts.push(count);
  return counts;
}

export type SampleArray = Float32Array | Float64Array;

/** Extremes of buckets, NaN in an empty one, and the samples that hold them. */
export interface BucketExtremes {
  /** Samples in a bucket: 2 to the power of this. */
  readonly shift: number;
  readonly min: SampleArray;
  readonly max: SampleArray;
  /** Of a minimum and a maximum for each bucket: bytes count from the bucket's start, numbers from the signal's. */
  readonly at: Uint8Array | Int32Array;
}

/** Eight buckets to one, for a signal whose finer ones have no room. */
export function coarsen(fine: BucketExtremes): BucketExtremes {
  const { shift, min, max, at } = fine;
  const count = Math.ceil(min.length / fanOut);
  const like = () => (min instanceof Float32Array ? new Float32Array(count) : new Float64Array(count));
  const coarse = { shift: shift + fanShift, min: like(), max: like(), at: new Int32Array(count * 2) };
  const sampleOf = (pair: number) => (at instanceof Uint8Array ? ((pair >> 1) << shift) + at[pair]! : at[pair]!);
  for (let bucket = 0; bucket < count; bucket++) {
    let low = -1;
    let high = -1;
    const end = Math.min((bucket + 1) * fanOut, min.length);
    for (let child = bucket * fanOut; child < end; child++) {
      if (Number.isNaN(min[child]!)) continue;
      if (low < 0 || min[child]! < min[low]!) low = child;
      if (high < 0 || max[child]! > max[high]!) high = child;
    }
    coarse.min[bucket] = min[low] ?? Number.NaN;
    coarse.max[bucket] = max[high] ?? Number.NaN;
    if (low < 0) continue;
    coarse.at[bucket * 2] = sampleOf(low * 2);
    coarse.at[bucket * 2 + 1] = sampleOf(high * 2 + 1);
  }
  return coarse;
}
