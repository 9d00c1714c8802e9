import { findVertex } from './find-vertex.ts';
import { correlateSpectra, FourierTransform, spectraOf } from './fourier.ts';

/** s, and share of the shorter signal, that two signals must have in common where they are compared. */
const [leastOverlapSeconds, leastOverlapShare] = [5, 0.2];
/** A peak ends where the correlation has fallen to that share of it: what is as high beyond is another one. */
const endOfPeak = 0.5;
/** A correlation below is hardly a likeness. */
const leastCorrelation = 0.5;
/** A second place that is nearly as alike may be the right one, and then only a person can tell. */
const nearlyAsAlike = 0.95;
const doubtfulConfidence = 0.69;
/** Of a signal's whole variance: a stretch that moves less stands still. */
const leastVariance = 1e-9;

/** Two signals at one rate against each other. */
export interface Correlation {
  readonly rateHz: number;
  /** Samples that the second signal begins after the first, of the first value. */
  readonly firstLag: number;
  /** −1 to 1, a lag each. */
  readonly values: Float64Array;
}

/** Where two signals are most alike. */
export interface Likeness {
  /** s that the second signal begins after the first. */
  readonly offsetSeconds: number;
  readonly correlation: number;
  /** The highest place beside the peak. */
  readonly second: { readonly offsetSeconds: number; readonly correlation: number };
  /** 0–1: how clearly this offset is the one, by its own peak and the second one. */
  readonly confidence: number;
}

/**
 * Correlation (Pearson's) of what both signals have in common, at every lag at which that is enough; undefined where it never
 * is. NaN = no value. Both have the same rate.
 */
export function correlateSignals(a: Float64Array, b: Float64Array, rateHz: number): Correlation | undefined {
  const least = Math.ceil(Math.max(leastOverlapSeconds * rateHz, leastOverlapShare * Math.min(a.length, b.length)));
  const firstLag = least - b.length;
  const lags = a.length - least - firstLag + 1;
  if (Math.min(a.length, b.length) < least || lags < 1) return undefined;
  const sums = sumAtLags(a, b);
  const values = new Float64Array(lags);
  for (let i = 0; i < lags; i++) {
    const at = firstLag + i < 0 ? sums.counts.length + firstLag + i : firstLag + i;
    const count = Math.round(sums.counts[at]!);
    if (count < least) continue;
    const [x, y] = [sums.ofFirst[at]!, sums.ofSecond[at]!];
    const spreadOfFirst = sums.squaresOfFirst[at]! - (x * x) / count;
    const spreadOfSecond = sums.squaresOfSecond[at]! - (y * y) / count;
    if (spreadOfFirst < sums.leastOfFirst || spreadOfSecond < sums.leastOfSecond) continue;
    const correlation = (sums.products[at]! - (x * y) / count) / Math.sqrt(spreadOfFirst * spreadOfSecond);
    values[i] = Math.max(-1, Math.min(1, correlation));
  }
  return { rateHz, firstLag, values };
}

/** The highest peak of a correlation, to a part of a sample; undefined where nothing is alike. */
export function findLikeness({ rateHz, firstLag, values }: Correlation): Likeness | undefined {
  const best = highestOf(values, 0, values.length);
  if (best === undefined || !(values[best]! > 0)) return undefined;
  const [from, to] = extentOf(values, best);
  // Where the peak never falls, its end is as good a place as any.
  const before = highestOf(values, 0, Math.max(1, from));
  const after = highestOf(values, Math.min(values.length - 1, to), values.length);
  const second = (values[before ?? 0] ?? 0) > (values[after ?? 0] ?? 0) ? before : after;
  const atSeconds = (place: number) => (firstLag + vertexIn(values, place)) / rateHz;
  const correlation = values[best]!;
  const other = values[second ?? 0]!;
  return {
    offsetSeconds: atSeconds(best),
    correlation,
    second: { offsetSeconds: atSeconds(second ?? 0), correlation: other },
    confidence: judge(correlation, Math.max(0, other)),
  };
}

/** By how much less of the movement is left unexplained than by the second place, or by how much higher a noisy peak is. */
function judge(best: number, second: number): number {
  const explained = second < 1 ? 1 - (1 - best * best) / (1 - second * second) : 0;
  const higher = 1 - (second / best) ** 3;
  const confidence = Math.min(1, best / leastCorrelation) * Math.max(explained, higher);
  return second >= nearlyAsAlike * best ? Math.min(doubtfulConfidence, confidence) : confidence;
}

/** The offset near one that is known roughly, each lag multiplied out: for a stretch at a higher rate. */
export function refineOffset(
  a: Float64Array,
  b: Float64Array,
  rateHz: number,
  about: { readonly offsetSeconds: number; readonly reachSeconds: number },
): { readonly offsetSeconds: number; readonly correlation: number } | undefined {
  const middle = Math.round(about.offsetSeconds * rateHz);
  const reach = Math.max(1, Math.ceil(about.reachSeconds * rateHz));
  const values = new Float64Array(2 * reach + 1);
  for (let i = 0; i < values.length; i++) values[i] = correlationAt(a, b, middle - reach + i);
  const best = highestPeak(values);
  if (best === undefined) return undefined;
  return { offsetSeconds: (middle - reach + findVertex(values, best)) / rateHz, correlation: values[best]! };
}

function correlationAt(a: Float64Array, b: Float64Array, lag: number): number {
  let [count, x, y, xx, yy, xy] = [0, 0, 0, 0, 0, 0];
  const to = Math.min(a.length, b.length + lag);
  for (let i = Math.max(0, lag); i < to; i++) {
    const first = a[i]!;
    const second = b[i - lag]!;
    if (Number.isNaN(first + second)) continue;
    count++;
    x += first;
    y += second;
    xx += first * first;
    yy += second * second;
    xy += first * second;
  }
  const spread = (xx - (x * x) / count) * (yy - (y * y) / count);
  return spread > 0 ? (xy - (x * y) / count) / Math.sqrt(spread) : 0;
}

/** Of what both signals have in common, at all lags; lags below 0 come last. */
function sumAtLags(a: Float64Array, b: Float64Array) {
  const fourier = new FourierTransform(Math.max(2, 2 ** Math.ceil(Math.log2(a.length + b.length))));
  const [first, second] = [withoutMean(a), withoutMean(b)];
  const values = spectraOf(fourier, first, second);
  const squared = spectraOf(
    fourier,
    first.map((value) => value * value),
    second.map((value) => value * value),
  );
  const present = spectraOf(fourier, a.map(isPresent), b.map(isPresent));
  const [products, counts] = correlateSpectra(fourier, [values, values], [present, present]);
  const [ofFirst, ofSecond] = correlateSpectra(fourier, [values, present], [present, values]);
  const [squaresOfFirst, squaresOfSecond] = correlateSpectra(fourier, [squared, present], [present, squared]);
  return {
    ...{ products, counts, ofFirst, ofSecond, squaresOfFirst, squaresOfSecond },
    leastOfFirst: leastSpread(first),
    leastOfSecond: leastSpread(second),
  };
}

/** Of a signal that never moves no stretch moves enough. */
function leastSpread(values: Float64Array): number {
  let energy = 0;
  for (const value of values) energy += value * value;
  return energy > 0 ? leastVariance * energy : Number.POSITIVE_INFINITY;
}

const isPresent = (value: number) => (Number.isNaN(value) ? 0 : 1);

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

function highestOf(values: Float64Array, from: number, to: number): number | undefined {
  let best: number | undefined;
  for (let i = from; i < to; i++) if (best === undefined || values[i]! > values[best]!) best = i;
  return best;
}

/** Of the places that are higher than both neighbours. */
function highestPeak(values: Float64Array): number | undefined {
  let best: number | undefined;
  for (let i = 1; i < values.length - 1; i++) {
    const isPeak = values[i]! >= values[i - 1]! && values[i]! > values[i + 1]!;
    if (isPeak && (best === undefined || values[i]! > values[best]!)) best = i;
  }
  return best;
}

/** From where to where a peak reaches. */
function extentOf(values: Float64Array, peak: number): readonly [number, number] {
  const end = values[peak]! * endOfPeak;
  let from = peak;
  while (from > 0 && values[from]! > end) from--;
  let to = peak;
  while (to < values.length && values[to]! > end) to++;
  return [from, to];
}

function vertexIn(values: Float64Array, peak: number): number {
  return peak === 0 || peak === values.length - 1 ? peak : findVertex(values, peak);
}
