import { placeOf, readBetween } from '@sillage/domain';
import { type Curve, nearestIndex, type ValueRange } from './curve.ts';

/** One variable over another: points in time order, NaN where either has a gap. */
export interface PlanePoints {
  readonly timesSeconds: Float64Array;
  readonly xs: Float64Array;
  readonly ys: Float64Array;
}

/** s between two samples that still count as one moment. */
const sameMomentSeconds = 0.05;
/** Usual steps of a clock between two samples, beyond which something is missing there. */
const gapSteps = 1.5;

/**
 * Pairs two variables at the times of the one that comes more rarely: with the sample of the other at that moment, or
 * what lies on the line between its neighbours.
 */
export function pairCurves(x: Curve, y: Curve): PlanePoints {
  const [stepX, stepY] = [usualStep(x.timesSeconds), usualStep(y.timesSeconds)];
  if (stepY > gapSteps * stepX)
    return { timesSeconds: y.timesSeconds, xs: readAt(y.timesSeconds, x, stepX), ys: y.values };
  return { timesSeconds: x.timesSeconds, xs: x.values, ys: readAt(x.timesSeconds, y, stepY) };
}

/** s; 0 of fewer than two samples. */
function usualStep(times: Float64Array): number {
  const steps = times
    .subarray(1)
    .map((time, before) => time - (times[before] ?? 0))
    .sort();
  return steps[(steps.length - 1) >> 1] ?? 0;
}

function readAt(times: Float64Array, { timesSeconds, values }: Curve, step: number): Float64Array {
  return times.map((time) => {
    const nearest = nearestIndex(timesSeconds, time);
    if (Math.abs((timesSeconds[nearest] ?? Number.NaN) - time) <= sameMomentSeconds)
      return values[nearest] ?? Number.NaN;
    const next = placeOf(timesSeconds, time);
    const between = (timesSeconds[next] ?? Number.NaN) - (timesSeconds[next - 1] ?? Number.NaN);
    return between <= gapSteps * step ? readBetween(timesSeconds, values, time, next) : Number.NaN;
  });
}

/** The ellipse that holds 95 % of points which scatter normally. */
export interface Ellipse {
  readonly centre: readonly [number, number];
  /** Whole lengths of its axes. */
  readonly major: number;
  readonly minor: number;
  /** Of the major axis, from x towards y, −π/2 to π/2. */
  readonly angleRadians: number;
  readonly area: number;
}

/** Of χ² with two degrees of freedom. */
const quantile95 = 5.991464547107979;

/** Undefined for fewer than three points. */
export function ellipseOf({ xs, ys }: Pick<PlanePoints, 'xs' | 'ys'>): Ellipse | undefined {
  let count = 0;
  let [meanX, meanY, xx, yy, xy] = [0, 0, 0, 0, 0];
  for (const [index, x] of xs.entries()) {
    const y = ys[index] ?? Number.NaN;
    if (!Number.isFinite(x + y)) continue;
    count += 1;
    const [dx, dy] = [x - meanX, y - meanY];
    meanX += dx / count;
    meanY += dy / count;
    xx += dx * (x - meanX);
    yy += dy * (y - meanY);
    xy += dx * (y - meanY);
  }
  if (count < 3) return undefined;
  const [a, b, c] = [xx / (count - 1), xy / (count - 1), yy / (count - 1)];
  const half = Math.hypot((a - c) / 2, b);
  const [large, small] = [(a + c) / 2 + half, Math.max(0, (a + c) / 2 - half)];
  const [major, minor] = [2 * Math.sqrt(quantile95 * large), 2 * Math.sqrt(quantile95 * small)];
  return {
    centre: [meanX, meanY],
    major,
    minor,
    angleRadians: Math.atan2(2 * b, a - c) / 2,
    area: (Math.PI * major * minor) / 4,
  };
}

/** Where a plane is drawn, in px. */
export interface PlaneBox {
  readonly width: number;
  readonly height: number;
}

export interface PlaneScale {
  readonly x: ValueRange;
  readonly y: ValueRange;
  /** Between the marks. */
  readonly stepX: number;
  readonly stepY: number;
}

/** px between marks at least. */
const markSpace = 48;
const air = 0.06;

function stepFor(unitsAPixel: number): number {
  const wanted = unitsAPixel * markSpace;
  const decade = 10 ** Math.floor(Math.log10(wanted));
  return (([1, 2, 2.5, 5, 10] as const).find((one) => one * decade >= wanted * (1 - 1e-9)) ?? 10) * decade;
}

function rangeOf(all: readonly Float64Array[]): ValueRange {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const values of all) {
    for (const value of values) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (!(low <= high)) return [0, 1];
  const room = high > low ? (high - low) * air : Math.abs(high) * 0.05 || 1;
  return [low - room, high + room];
}

function widened([low, high]: ValueRange, span: number): ValueRange {
  const middle = (low + high) / 2;
  return [middle - span / 2, middle + span / 2];
}

/** Ranges that hold all points; `equal`: one unit is as long both ways, and so is the step of the marks. */
export function planeScale(points: readonly PlanePoints[], box: PlaneBox, equal: boolean): PlaneScale {
  const x = rangeOf(points.map(({ xs }) => xs));
  const y = rangeOf(points.map(({ ys }) => ys));
  const [aPixelX, aPixelY] = [(x[1] - x[0]) / box.width, (y[1] - y[0]) / box.height];
  if (!equal) return { x, y, stepX: stepFor(aPixelX), stepY: stepFor(aPixelY) };
  const aPixel = Math.max(aPixelX, aPixelY);
  const step = stepFor(aPixel);
  return { x: widened(x, aPixel * box.width), y: widened(y, aPixel * box.height), stepX: step, stepY: step };
}

/** The multiples of a step within a range. */
export function marksEvery(step: number, [low, high]: ValueRange): number[] {
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.max(0, Math.min(200, Math.floor(high / step + 1e-9) - first + 1));
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}
