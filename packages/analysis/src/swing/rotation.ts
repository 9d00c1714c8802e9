import type { Column } from '../analysis.ts';
import { numberParameter } from '../describe.ts';

/** Columns of a gyroscope. */
export const gyroRoles = {
  x: { name: { fr: 'rotation x', en: 'rotation x' }, unit: '°/s', spelled: /^(gy(ro?)?_?x|w_?x)$/ },
  y: { name: { fr: 'rotation y', en: 'rotation y' }, unit: '°/s', spelled: /^(gy(ro?)?_?y|w_?y)$/ },
  z: { name: { fr: 'rotation z', en: 'rotation z' }, unit: '°/s', spelled: /^(gy(ro?)?_?z|w_?z)$/ },
} as const;

/** Of a gyroscope that was read as counts. */
export const gyroParameters = {
  countsPerDegree: numberParameter(
    ['Unités brutes par °/s', 'Raw counts per °/s'],
    ...(['1', 1, [0.1, 1000], '1: already in °/s; MPU6050 ± 500 °/s: 65.5'] as const),
  ),
};

/** °/s of each sample. */
export function rotationSize(x: Column, y: Column, z: Column, countsPerDegree: number): Float64Array {
  return x.values.map(
    (one, i) => Math.hypot(one, y.values[i] ?? Number.NaN, z.values[i] ?? Number.NaN) / countsPerDegree,
  );
}

/** Hz, by the middle of the steps between samples; NaN of fewer than two. */
export function usualRate(timesSeconds: Float64Array): number {
  const seconds = timesSeconds.at(-1)! - timesSeconds[0]!;
  return timesSeconds.length < 2 ? Number.NaN : (timesSeconds.length - 1) / seconds;
}

/** Samples in a row at the largest reading of an axis: the sensor could not show more. */
export function longestSaturation(column: Column): number {
  let most = 0;
  for (const value of column.values) most = Math.max(most, Math.abs(value) || 0);
  let [longest, run] = [0, 0];
  for (const value of column.values) {
    run = Math.abs(value) === most ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** Of the finite ones; undefined of none. */
export function greatestAt(values: Float64Array): number | undefined {
  let best = -1;
  for (let i = 0; i < values.length; i++)
    if (Number.isFinite(values[i]) && (best < 0 || values[i]! > values[best]!)) best = i;
  return best < 0 ? undefined : best;
}
