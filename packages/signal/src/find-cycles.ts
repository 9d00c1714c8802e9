import { findVertex } from './find-vertex.ts';

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
  return { seconds: findVertex(clarity, first) / rateHz, clarity: clarity[first]! };
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

/** Values that are gone over in one step. */
const stepValues = 16_384;

/** Goes over so many values in order, a step at a time. */
function* steps(count: number, each: (i: number) => void, first = 0): Generator<void, void> {
  for (let from = first; from < count; from += stepValues) {
    const to = Math.min(count, from + stepValues);
    for (let i = from; i < to; i++) each(i);
    yield;
  }
}

/**
 * Where a signal of about that period rises through its own mean, in samples from its first one. Smoothed over a quarter of
 * the period, its mean taken over two; each rise follows a fall below the mean, so that noise makes none. Of a long signal
 * it takes long: it yields after each step of about 1 ms.
 */
export function* findRises(
  values: Float64Array,
  rateHz: number,
  periodSeconds: number,
): Generator<void, readonly number[]> {
  const period = periodSeconds * rateHz;
  const trend = yield* movingMean(values, 2 * period);
  const swing = yield* movingMean(yield* movingMean(values, period / 4), period / 4);
  yield* steps(swing.length, (i) => {
    swing[i] = swing[i]! - trend[i]!;
  });
  const least = hysteresis * (yield* deviation(swing));
  const rises: number[] = [];
  let isBelow = false;
  let zero: number | undefined;
  const follow = (i: number) => {
    const value = swing[i]!;
    const before = swing[i - 1]!;
    if (Number.isNaN(value)) isBelow = false;
    if (value < -least) isBelow = true;
    if (before < 0 && value >= 0) zero = i - 1 + before / (before - value);
    if (isBelow && value > least && zero !== undefined) {
      rises.push(zero);
      isBelow = false;
    }
  };
  yield* steps(swing.length, follow, 1);
  return rises;
}

function* deviation(values: Float64Array): Generator<void, number> {
  let sum = 0;
  let count = 0;
  yield* steps(values.length, (i) => {
    const value = values[i]!;
    if (Number.isNaN(value)) return;
    sum += value * value;
    count++;
  });
  return count === 0 ? 0 : Math.sqrt(sum / count);
}

/** Mean of the values around each, of those that there are; NaN where there are none. */
function* movingMean(values: Float64Array, width: number): Generator<void, Float64Array> {
  const half = Math.max(0, Math.round((width - 1) / 2));
  const sums = new Float64Array(values.length + 1);
  const counts = new Int32Array(values.length + 1);
  yield* steps(values.length, (i) => {
    const isThere = !Number.isNaN(values[i]!);
    sums[i + 1] = sums[i]! + (isThere ? values[i]! : 0);
    counts[i + 1] = counts[i]! + (isThere ? 1 : 0);
  });
  const means = new Float64Array(values.length);
  yield* steps(values.length, (i) => {
    const from = Math.max(0, i - half);
    const to = Math.min(values.length, i + half + 1);
    means[i] = (sums[to]! - sums[from]!) / (counts[to]! - counts[from]!);
  });
  return means;
}

export interface Cycle {
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

/**
 * Cycles from each rise to the next, without those of an unusual duration: rests, and cycles that were missed. It yields
 * after each step, as `findRises` does.
 */
export function* usualCycles(
  risesSeconds: readonly number[],
): Generator<void, { cycles: readonly Cycle[]; discarded: number }> {
  const durations = new Float64Array(Math.max(0, risesSeconds.length - 1));
  yield* steps(durations.length, (i) => {
    durations[i] = risesSeconds[i + 1]! - risesSeconds[i]!;
  });
  const middle = median(durations);
  yield;
  const spread = toStandardDeviation * median(durations.map((one) => Math.abs(one - middle)));
  yield;
  const most = usualDeviations * Math.max(spread, leastDeviation * middle);
  const cycles: Cycle[] = [];
  yield* steps(durations.length, (i) => {
    const isUsual = durations[i]! >= shortest && Math.abs(durations[i]! - middle) <= most;
    if (isUsual) cycles.push({ fromSeconds: risesSeconds[i]!, toSeconds: risesSeconds[i + 1]! });
  });
  return { cycles, discarded: durations.length - cycles.length };
}

/** Values that are sorted at most, in 4 ms; of more, as many that are spread evenly. */
const mostSorted = 50_000;

function median(values: Float64Array): number {
  const every = Math.ceil(values.length / mostSorted);
  const sorted = every > 1 ? values.filter((_, i) => i % every === 0) : values.slice();
  sorted.sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
