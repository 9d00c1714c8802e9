/** Samples per bucket of minima and maxima. Buckets are anchored to the absolute sample number. */
export const extremesBucket = 64;
/** Samples per bucket of count, sum and squared deviations. */
export const momentsBucket = 256;
/** Buckets of one level in a bucket of the next. */
export const fanOut = 4;

export type SampleArray = Float32Array | Float64Array;

/** Minima and maxima of one level; both NaN where a bucket has no value. */
export interface ExtremesLevel {
  readonly min: SampleArray;
  readonly max: SampleArray;
}

/** Extremes of one column. */
export interface ColumnPyramid {
  readonly levels: readonly ExtremesLevel[];
  /** Level 0 only: offsets of the minimum and of the maximum in their bucket, two bytes a bucket. */
  readonly offsets: Uint8Array;
  /** Of the column. */
  readonly samples: number;
}

/** @returns an empty array of the same element type */
export function sameKind(array: SampleArray, length: number): SampleArray {
  return array instanceof Float32Array ? new Float32Array(length) : new Float64Array(length);
}

function raise(level: ExtremesLevel): ExtremesLevel {
  const count = Math.ceil(level.min.length / fanOut);
  const min = sameKind(level.min, count);
  const max = sameKind(level.max, count);
  for (let bucket = 0; bucket < count; bucket++) {
    const end = Math.min((bucket + 1) * fanOut, level.min.length);
    let low = Number.NaN;
    let high = Number.NaN;
    for (let child = bucket * fanOut; child < end; child++) {
      const childLow = level.min[child]!;
      const childHigh = level.max[child]!;
      if (!(low <= childLow)) low = Number.isNaN(childLow) ? low : childLow;
      if (!(high >= childHigh)) high = Number.isNaN(childHigh) ? high : childHigh;
    }
    min[bucket] = low;
    max[bucket] = high;
  }
  return { min, max };
}

/** Builds the upper levels from the lowest one, which is all that a file holds. */
export function raisePyramid(lowest: ExtremesLevel, offsets: Uint8Array, samples: number): ColumnPyramid {
  const levels = [lowest];
  for (let top = lowest; top.min.length > fanOut; ) {
    top = raise(top);
    levels.push(top);
  }
  return { levels, offsets, samples };
}
