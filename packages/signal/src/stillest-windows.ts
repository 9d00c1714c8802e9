export interface StillWindow {
  /** Samples [from, to). */
  readonly from: number;
  readonly to: number;
  readonly mean: number;
  /** Standard deviation, n − 1. */
  readonly deviation: number;
}

/** Relative difference of variances that sums of rounded samples may make. */
const tieTolerance = 1e-9;

/**
 * The windows of so many samples with the lowest standard deviation among those that are allowed: several where a quantised
 * signal has equals, in order of time.
 * @param allows judges the mean and the least of a window; one with a missing value is never asked about
 */
export function stillestWindows(
  values: Float64Array,
  { from, to, samples }: { readonly from: number; readonly to: number; readonly samples: number },
  allows: (mean: number, least: number) => boolean,
): StillWindow[] {
  if (samples < 2 || to - from < samples) return [];
  // About the first value, so that the sums keep their digits.
  const zero = Number.isFinite(values[from]) ? values[from]! : 0;
  const least = slidingLeast(values, from, to, samples);
  let [sum, squares, missing] = [0, 0, 0];
  let lowest = Number.POSITIVE_INFINITY;
  let found: { readonly from: number; readonly mean: number; readonly variance: number }[] = [];
  const add = (value: number, sign: 1 | -1) => {
    if (!Number.isFinite(value)) {
      missing += sign;
      return;
    }
    sum += sign * (value - zero);
    squares += sign * (value - zero) ** 2;
  };
  for (let i = from; i < to; i++) {
    add(values[i]!, 1);
    if (i - from >= samples) add(values[i - samples]!, -1);
    const start = i - samples + 1;
    if (start < from || missing > 0) continue;
    const mean = sum / samples;
    const variance = Math.max(0, (squares - sum * mean) / (samples - 1));
    const slack = tieTolerance * Math.max(1, squares / samples);
    if (variance > lowest + slack || !allows(mean + zero, least[start - from]!)) continue;
    if (variance < lowest - slack) found = [];
    lowest = Math.min(lowest, variance);
    found.push({ from: start, mean: mean + zero, variance });
  }
  return found.map(({ from: start, mean, variance }) => ({
    from: start,
    to: start + samples,
    mean,
    deviation: Math.sqrt(variance),
  }));
}

/** The least value of each window, in one pass. */
function slidingLeast(values: Float64Array, from: number, to: number, samples: number): Float64Array {
  const out = new Float64Array(to - from - samples + 1);
  const queue: number[] = [];
  let head = 0;
  for (let i = from; i < to; i++) {
    while (queue.length > head && values[queue.at(-1)!]! >= values[i]!) queue.pop();
    queue.push(i);
    if (queue[head]! <= i - samples) head++;
    if (i - from >= samples - 1) out[i - from - samples + 1] = values[queue[head]!]!;
  }
  return out;
}
