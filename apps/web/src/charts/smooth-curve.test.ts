import { expect, test } from 'vitest';
import { smoothCurve } from './smooth-curve.ts';

const curve = (values: number[], rateHz = 10) => ({
  variable: 'imu.acc_x',
  timesSeconds: Float64Array.from(values, (_, index) => index / rateHz),
  values: Float64Array.from(values),
});
const rounded = (values: Float64Array) => [...values].map((value) => Math.round(value * 1000) / 1000);

test('each value becomes the mean of those within half the window', () => {
  const { values } = smoothCurve(curve([0, 0, 3, 0, 0, 6]), 0.21);
  expect(rounded(values)).toEqual([0, 1, 1, 1, 2, 3]);
});

test('a level stays what it is, and so does what is slower than the window', () => {
  const { values } = smoothCurve(curve([5, 5, 5, 5]), 1);
  expect(rounded(values)).toEqual([5, 5, 5, 5]);
});

test('a gap stays one, and nothing is carried over it', () => {
  const { values } = smoothCurve(curve([2, 4, Number.NaN, 100, 102]), 10);
  expect(rounded(values)).toEqual([3, 3, Number.NaN, 101, 101]);
});

test('samples at uneven times count where they lie', () => {
  const uneven = {
    variable: 'v',
    timesSeconds: Float64Array.from([0, 0.01, 5, 5.01]),
    values: Float64Array.from([1, 3, 10, 20]),
  };
  expect(rounded(smoothCurve(uneven, 0.1).values)).toEqual([2, 2, 15, 15]);
});
