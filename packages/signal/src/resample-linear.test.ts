import { expect, test } from 'vitest';
import { resampleLinear } from './index.ts';

test('resampling follows the straight lines and leaves gaps open', () => {
  const times = Float64Array.of(0, 1, 2, 3, 4);
  const signal = Float32Array.of(0, 10, 20, Number.NaN, 40);
  const resampled = resampleLinear(times, signal, Float64Array.of(-1, 0, 0.5, 1.75, 2, 2.5, 3, 4, 5));
  expect([...resampled]).toEqual([Number.NaN, 0, 5, 17.5, 20, Number.NaN, Number.NaN, 40, Number.NaN]);
});
