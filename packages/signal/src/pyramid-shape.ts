/** Samples per bucket of minima and maxima. Buckets are anchored to the absolute sample number. */
export const extremesBucket = 64;
/** Samples per bucket of count, sum and squared deviations. */
export const momentsBucket = 256;
/** Buckets of one level in a bucket of the next. */
const fanOut = 4;

export type SampleArray = Float32Array | Float64Array;

/** One level: minimum and maximum of each bucket beside each other, as a drawer reads them; both NaN in an empty one. */
export interface ExtremesLevel {
  readonly extremes: SampleArray;
  /** Sample numbers of the two; on level 0 the pyramid's `offsets` tell them in a quarter of the room. */
  readonly at: Int32Array;
}

/** Extremes of one column. */
export interface ColumnPyramid {
  readonly levels: readonly ExtremesLevel[];
  /** Level 0 only: offsets of the minimum and of the maximum in their bucket, two bytes a bucket. */
  readonly offsets: Uint8Array;
  /** Of the column. */
  readonly samples: number;
}

const noSamples = new Int32Array(0);

function pairsLike(array: SampleArray, length: number): SampleArray {
  return array instanceof Float32Array ? new Float32Array(length * 2) : new Float64Array(length * 2);
}

function raise(below: ExtremesLevel, offsets: Uint8Array): ExtremesLevel {
  const children = below.extremes.length / 2;
  const count = Math.ceil(children / fanOut);
  const extremes = pairsLike(below.extremes, count);
  const at = new Int32Array(count * 2);
  const sampleOf = (pair: number) =>
    below.at === noSamples ? (pair >> 1) * extremesBucket + offsets[pair]! : below.at[pair]!;
  for (let bucket = 0; bucket < count; bucket++) {
    const end = Math.min((bucket + 1) * fanOut, children) * 2;
    let low = -1;
    let high = -1;
    for (let pair = bucket * fanOut * 2; pair < end; pair += 2) {
      if (Number.isNaN(below.extremes[pair]!)) continue;
      if (low < 0 || below.extremes[pair]! < below.extremes[low]!) low = pair;
      if (high < 0 || below.extremes[pair + 1]! > below.extremes[high]!) high = pair + 1;
    }
    extremes[bucket * 2] = below.extremes[low] ?? Number.NaN;
    extremes[bucket * 2 + 1] = below.extremes[high] ?? Number.NaN;
    if (low < 0) continue;
    at[bucket * 2] = sampleOf(low);
    at[bucket * 2 + 1] = sampleOf(high);
  }
  return { extremes, at };
}

/** Builds the pyramid from its lowest level, which is all that a file holds. */
export function raisePyramid(min: SampleArray, max: SampleArray, offsets: Uint8Array, samples: number): ColumnPyramid {
  const extremes = pairsLike(min, min.length);
  for (let bucket = 0; bucket < min.length; bucket++) {
    extremes[bucket * 2] = min[bucket]!;
    extremes[bucket * 2 + 1] = max[bucket]!;
  }
  const levels: ExtremesLevel[] = [{ extremes, at: noSamples }];
  for (let top = levels[0]!; top.extremes.length > fanOut * 2; ) {
    top = raise(top, offsets);
    levels.push(top);
  }
  return { levels, offsets, samples };
}
