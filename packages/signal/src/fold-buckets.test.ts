import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  foldedMoments,
  foldMoments,
  mergeMoments,
  momentsBucket,
  rangeMoments,
  resampleLinear,
  statisticsOf,
} from './index.ts';

const values = fc.array(fc.oneof(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.constant(Number.NaN)), {
  maxLength: 2000,
});

test('moments of buckets and ragged ends are those of all samples', () => {
  fc.assert(
    fc.property(values, fc.nat(2000), fc.constantFrom(0, 1e9), (numbers, cut, offset) => {
      const all = Float64Array.from(numbers, (value) => value + offset);
      const bucket = Math.min(Math.floor(cut / momentsBucket), Math.floor(all.length / momentsBucket));
      const end = bucket * momentsBucket;
      const merged = mergeMoments(
        foldedMoments(foldMoments(all.subarray(0, end)), 0, bucket),
        rangeMoments(all, end, all.length),
      );
      const { num, mean, std, min, max } = statisticsOf(merged);
      const held = [...all].filter((value) => !Number.isNaN(value));
      expect(num).toBe(held.length);
      if (num === 0) {
        expect([mean, std, min, max]).toEqual([null, null, null, null]);
        return;
      }
      const trueMean = held.reduce((sum, value) => sum + (value - offset), 0) / num;
      const trueStd = Math.sqrt(held.reduce((sum, value) => sum + (value - offset - trueMean) ** 2, 0) / (num - 1));
      expect([min, max]).toEqual([held.reduce((a, b) => Math.min(a, b)), held.reduce((a, b) => Math.max(a, b))]);
      expect(Math.abs(mean! - offset - trueMean)).toBeLessThanOrEqual(1e-12 * (offset + 1e6) * 2);
      if (num === 1) expect(std).toBeNull();
      else expect(Math.abs(std! - trueStd)).toBeLessThanOrEqual(1e-6 + 1e-9 * trueStd);
    }),
  );
});

test('resampling follows the straight lines and leaves gaps open', () => {
  const times = Float64Array.of(0, 1, 2, 3, 4);
  const signal = Float32Array.of(0, 10, 20, Number.NaN, 40);
  const resampled = resampleLinear(times, signal, Float64Array.of(-1, 0, 0.5, 1.75, 2, 2.5, 3, 4, 5));
  expect([...resampled]).toEqual([Number.NaN, 0, 5, 17.5, 20, Number.NaN, Number.NaN, 40, Number.NaN]);
});
