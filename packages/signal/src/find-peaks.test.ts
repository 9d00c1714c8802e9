import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPeaks } from './index.ts';

const of = (...values: number[]) => Float64Array.from(values);

test('peaks stand above the higher of the saddles beside them', () => {
  const found = findPeaks(of(0, 3, 1, 5, 2, 4, 0), { prominence: 0, distance: 1 });
  expect(found.map(({ at, prominence }) => [at, prominence])).toEqual([
    [1, 2],
    [3, 5],
    [5, 2],
  ]);
});
test('those that do not stand out are left, and of close ones the higher stays', () => {
  expect(findPeaks(of(0, 3, 1, 5, 2, 4, 0), { prominence: 3, distance: 1 }).map(({ at }) => at)).toEqual([3]);
  expect(findPeaks(of(0, 3, 1, 5, 2, 4, 0), { prominence: 0, distance: 3 }).map(({ at }) => at)).toEqual([3]);
});
test('prominence is what looking at all samples says', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 3, maxLength: 40 }), (given) => {
      for (const { at, prominence } of findPeaks(Float64Array.from(given), { prominence: 0, distance: 1 })) {
        const toHigher = (step: number) => {
          let low = given[at] ?? 0;
          for (let i = at + step; i >= 0 && i < given.length && (given[i] ?? 0) <= (given[at] ?? 0); i += step) {
            low = Math.min(low, given[i] ?? 0);
          }
          return low;
        };
        // A plateau's first sample may meet its equal on the left only through itself.
        expect(prominence).toBeGreaterThanOrEqual(0);
        expect(prominence).toBeLessThanOrEqual((given[at] ?? 0) - Math.min(toHigher(-1), toHigher(1)));
      }
    }),
  );
});
test('a sine of a minute at 200 Hz has its crests', () => {
  const wave = Float64Array.from({ length: 12_000 }, (_, i) => Math.sin((2 * Math.PI * i) / 400));
  expect(findPeaks(wave, { prominence: 1, distance: 200 })).toHaveLength(30);
});
