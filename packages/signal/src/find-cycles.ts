/** s that a cycle takes at least and at most: from fast steps to slow strokes. */
const [shortest, longest] = [0.2, 6];
/** The first repetition that is nearly as clear as the clearest one is the cycle, the clearest may be two of them. */
const nearlyAsClear = 0.9;
/** Of the signal's deviation: what a cycle must swing below and above its mean. */
const hysteresis = 0.3;
/** Deviations from the middle duration beyond which a cycle is left out, and the least such deviation as a share of it. */
const [usualDeviations, leastDeviation] = [3, 0.02];
/** Standard deviations in a median absolute deviation, of normally distributed values. */
const toStandardDeviation = 1.4826;

export interface Period {
  readonly seconds: number;
  /** Correlation of the signal with itself a period later: 1 where it repeats exactly. */
  readonly clarity: number;
}

/** The period of a steadily sampled signal by its autocorrelation; undefined where nothing repeats. NaN = no value. */
export function findPeriod(values: Float64Array, rateHz: number): Period | undefined {
  const centred = withoutMean(values);
  const mostLag = Math.min(Math.ceil(longest * rateHz) + 1, Math.floor(values.length / 2));
  const leastLag = Math.max(2, Math.floor(shortest * rateHz));
  const clarity = Float64Array.from({ length: Math.max(0, mostLag + 1) }, (_, lag) => correlation(centred, lag));
  const peaks: number[] = [];
  // Before its first fall below 0 a signal only resembles itself because it is smooth.
  let lag = leastLag;
  const firstFall = clarity.findIndex((one) => one < 0);
  if (firstFall < 0) return undefined;
  for (lag = Math.max(lag, firstFall); lag < mostLag; lag++) {
    if (clarity[lag]! > 0 && clarity[lag]! >= clarity[lag - 1]! && clarity[lag]! > clarity[lag + 1]!) peaks.push(lag);
  }
  const clearest = Math.max(0, ...peaks.map((at) => clarity[at]!));
  const first = peaks.find((at) => clarity[at]! >= nearlyAsClear * clearest);
  if (first === undefined) return undefined;
  return { seconds: vertex(clarity, first) / rateHz, clarity: clarity[first]! };
}

/** Where the parabola through a peak and its neighbours is highest. */
function vertex(values: Float64Array, peak: number): number {
  const [before, at, after] = [values[peak - 1]!, values[peak]!, values[peak + 1]!];
  const bend = before - 2 * at + after;
  return bend === 0 ? peak : peak + (before - after) / (2 * bend);
}

function withoutMean(values: Float64Array): Float64Array {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
  }
  const mean = count === 0 ? 0 : sum / count;
  return values.map((value) => (Number.isNaN(value) ? 0 : value - mean));
}

function correlation(values: Float64Array, lag: number): number {
  let product = 0;
  let early = 0;
  let late = 0;
  for (let i = lag; i < values.length; i++) {
    const a = values[i - lag]!;
    const b = values[i]!;
    product += a * b;
    early += a * a;
    late += b * b;
  }
  const scale = Math.sqrt(early * late);
  return scale === 0 ? 0 : product / scale;
}

/**
 * Where a signal of about that period rises through its own mean, in samples from its first one. Smoothed over a quarter of
 * the period, its mean taken over two; each rise follows a fall below the mean, so that noise makes none.
 */
export function findRises(values: Float64Array, rateHz: number, periodSeconds: number): number[] {
  const period = periodSeconds * rateHz;
  const smooth = movingMean(movingMean(values, period / 4), period / 4);
  const trend = movingMean(values, 2 * period);
  const swing = smooth.map((value, i) => value - trend[i]!);
  const least = hysteresis * deviation(swing);
  const rises: number[] = [];
  let isBelow = false;
  let zero: number | undefined;
  for (let i = 1; i < swing.length; i++) {
    const value = swing[i]!;
    const before = swing[i - 1]!;
    if (Number.isNaN(value)) isBelow = false;
    if (value < -least) isBelow = true;
    if (before < 0 && value >= 0) zero = i - 1 + before / (before - value);
    if (isBelow && value > least && zero !== undefined) {
      rises.push(zero);
      isBelow = false;
    }
  }
  return rises;
}

function deviation(values: Float64Array): number {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value * value;
    count++;
  }
  return count === 0 ? 0 : Math.sqrt(sum / count);
}

/** Mean of the values around each, of those that there are; NaN where there are none. */
function movingMean(values: Float64Array, width: number): Float64Array {
  const half = Math.max(0, Math.round((width - 1) / 2));
  const sums = new Float64Array(values.length + 1);
  const counts = new Int32Array(values.length + 1);
  for (let i = 0; i < values.length; i++) {
    const isThere = !Number.isNaN(values[i]!);
    sums[i + 1] = sums[i]! + (isThere ? values[i]! : 0);
    counts[i + 1] = counts[i]! + (isThere ? 1 : 0);
  }
  return values.map((_, i) => {
    const from = Math.max(0, i - half);
    const to = Math.min(values.length, i + half + 1);
    return (sums[to]! - sums[from]!) / (counts[to]! - counts[from]!);
  });
}

export interface Cycle {
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

/** Cycles from each rise to the next, without those of an unusual duration: rests, and cycles that were missed. */
export function usualCycles(risesSeconds: readonly number[]): { cycles: Cycle[]; discarded: number } {
  const all = risesSeconds.slice(1).map((toSeconds, i) => ({ fromSeconds: risesSeconds[i]!, toSeconds }));
  const durations = all.map(({ fromSeconds, toSeconds }) => toSeconds - fromSeconds);
  const middle = median(durations);
  const spread = toStandardDeviation * median(durations.map((one) => Math.abs(one - middle)));
  const most = usualDeviations * Math.max(spread, leastDeviation * middle);
  const cycles = all.filter((_, i) => durations[i]! >= shortest && Math.abs(durations[i]! - middle) <= most);
  return { cycles, discarded: all.length - cycles.length };
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
