import type { CurvePoints } from '../store/index.ts';

/** Of the points of a curve that have to be measured at the moments of the other one: each pixel column has a first sample. */
const enoughInCommon = 1 / 4;
/** Steps between the points of x beyond which nothing is known between them. */
const stepsOfGap = 5;

/**
 * A curve with the values of another one as its x, in the order of time. Where both were sampled together these are pairs of
 * samples; else x lies on straight lines between its points. Moments at which x is not known are left out.
 */
export function curveOver(x: CurvePoints, y: CurvePoints): CurvePoints {
  const isTogether = momentsInCommon(x, y) >= y.timesSeconds.length * enoughInCommon;
  const [xs, ys]: [number[], number[]] = [[], []];
  const most = (stepsOfGap * (lengthOf(x) || 0)) / Math.max(1, x.timesSeconds.length - 1);
  let after = 0;
  for (const [index, time] of y.timesSeconds.entries()) {
    while ((x.timesSeconds[after] ?? Number.POSITIVE_INFINITY) < time) after += 1;
    const there = x.timesSeconds[after] === time;
    if (isTogether && !there) continue;
    const value = there ? (x.values[after] ?? Number.NaN) : between(x, after, time, most);
    if (!Number.isFinite(value)) continue;
    xs.push(value);
    ys.push(y.values[index] ?? Number.NaN);
  }
  return { variable: y.variable, timesSeconds: Float64Array.from(xs), values: Float64Array.from(ys) };
}

/** From the least to the greatest x of curves; [0, 0] of none. */
export function extentOfX(curves: readonly CurvePoints[]): readonly [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { timesSeconds: xs } of curves) {
    for (const x of xs) {
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
  }
  return low <= high ? [low, high] : [0, 0];
}

const lengthOf = ({ timesSeconds }: CurvePoints) => (timesSeconds.at(-1) ?? 0) - (timesSeconds[0] ?? 0);

function momentsInCommon(x: CurvePoints, y: CurvePoints): number {
  let [common, after] = [0, 0];
  for (const time of y.timesSeconds) {
    while ((x.timesSeconds[after] ?? Number.POSITIVE_INFINITY) < time) after += 1;
    if (x.timesSeconds[after] === time) common += 1;
  }
  return common;
}

/** @param after the first point behind `time` @param most s that its neighbours may lie apart */
function between({ timesSeconds, values }: CurvePoints, after: number, time: number, most: number): number {
  const [t0, t1] = [timesSeconds[after - 1], timesSeconds[after]];
  if (t0 === undefined || t1 === undefined || t1 - t0 > most) return Number.NaN;
  const [v0 = Number.NaN, v1 = Number.NaN] = [values[after - 1], values[after]];
  return v0 + ((v1 - v0) * (time - t0)) / (t1 - t0);
}
