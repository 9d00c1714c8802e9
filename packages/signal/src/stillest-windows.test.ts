import fc from 'fast-check';
import { expect, it } from 'vitest';
import { integrateSamples } from './integrate-samples.ts';
import { stillestWindows } from './stillest-windows.ts';

const finite = fc.double({ min: -1e4, max: 1e4, noNaN: true });

function naive(values: Float64Array, from: number, to: number) {
  const own = values.subarray(from, to);
  const mean = own.reduce((sum, one) => sum + one, 0) / own.length;
  return { mean, deviation: Math.sqrt(own.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (own.length - 1)) };
}

it('is the window with the lowest deviation, as counted one by one', () => {
  fc.assert(
    fc.property(fc.array(finite, { minLength: 5, maxLength: 80 }), fc.integer({ min: 2, max: 5 }), (given, samples) => {
      const values = Float64Array.from(given);
      const [found] = stillestWindows(values, { from: 0, to: values.length, samples }, () => true);
      const all = Array.from({ length: values.length - samples + 1 }, (_, at) => naive(values, at, at + samples));
      const lowest = Math.min(...all.map(({ deviation }) => deviation));
      expect(Math.abs((found?.deviation ?? Number.NaN) - lowest)).toBeLessThan(1e-3);
      expect(found?.mean).toBeCloseTo(all[found?.from ?? 0]?.mean ?? Number.NaN, 6);
    }),
  );
});

it('answers every one of equals, none with a missing value, and asks about the least value of each', () => {
  const values = Float64Array.from([5, 5, 5, 9, 5, 5, 5, Number.NaN, 5, 5, 5]);
  const whole = { from: 0, to: values.length, samples: 3 };
  expect(stillestWindows(values, whole, () => true).map(({ from }) => from)).toEqual([0, 4, 8]);
  const asked: number[] = [];
  stillestWindows(
    Float64Array.from([4, 1, 2, 2.5]),
    { from: 0, to: 4, samples: 2 },
    (_, least) => asked.push(least) > 0,
  );
  expect(asked).toEqual([1, 1, 2]);
  expect(stillestWindows(values, { from: 0, to: 2, samples: 3 }, () => true)).toEqual([]);
});

it('integrates a straight line exactly, whatever the steps of the clock', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 1e-3, max: 1, noNaN: true }), { minLength: 2, maxLength: 50 }),
      finite,
      (steps, slope) => {
        const times = Float64Array.from(steps);
        for (let i = 1; i < times.length; i++) times[i]! += times[i - 1]!;
        const sums = integrateSamples(
          times,
          times.map((t) => slope * t),
          { from: 0, to: times.length, start: 7 },
        );
        const [first, last] = [times[0]!, times.at(-1)!];
        expect(sums.at(-1)).toBeCloseTo(7 + (slope * (last ** 2 - first ** 2)) / 2, 4);
      },
    ),
  );
});
