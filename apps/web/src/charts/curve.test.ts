import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisRange, type Curve, decimalsFor, extremesWithin, nearestIndex, unifyZero, valueAt } from './curve.ts';

function curve(points: readonly (readonly [number, number])[]): Curve {
  return {
    variable: 'imu.acc_x',
    timesSeconds: Float64Array.from(points, ([time]) => time),
    values: Float64Array.from(points, ([, value]) => value),
  };
}

describe('reading a curve', () => {
  it('finds the nearest point, as a linear search does', () => {
    const times = fc
      .uniqueArray(fc.integer({ min: 0, max: 500 }), { minLength: 1 })
      .map((all) => all.sort((a, b) => a - b));
    fc.assert(
      fc.property(times, fc.double({ min: -10, max: 510, noNaN: true }), (all, at) => {
        const found = all[nearestIndex(Float64Array.from(all), at)] ?? Number.NaN;
        expect(Math.abs(found - at)).toBe(Math.min(...all.map((time) => Math.abs(time - at))));
      }),
    );
  });

  it('says nothing in a gap', () => {
    const gapped = curve([
      [0, 1],
      [1, Number.NaN],
      [2, 3],
    ]);
    expect(valueAt(gapped, 0.1)).toBe(1);
    expect(valueAt(gapped, 1.1)).toBeUndefined();
    expect(extremesWithin(gapped, { from: 0, to: 2 })).toEqual([1, 3]);
    expect(extremesWithin(curve([[0, Number.NaN]]), { from: 0, to: 2 })).toBeUndefined();
  });

  it('gives a flat signal some height', () => {
    const [low, high] =
      axisRange(
        [
          curve([
            [0, 5],
            [1, 5],
          ]),
        ],
        { from: 0, to: 1 },
      ) ?? [];
    expect(low).toBeLessThan(5);
    expect(high).toBeGreaterThan(5);
  });
});

describe('zero unification', () => {
  const ends = fc
    .tuple(fc.double({ min: -1000, max: 1000, noNaN: true }), fc.double({ min: 0.1, max: 1000, noNaN: true }))
    .map(([low, height]): [number, number] => [low, low + height]);

  it('puts zero at one height and loses nothing of any range', () => {
    fc.assert(
      fc.property(fc.array(ends, { minLength: 1, maxLength: 3 }), (ranges) => {
        const unified = unifyZero(ranges);
        const heights = unified.map(([low, high]) => -low / (high - low));
        for (const height of heights) expect(height).toBeCloseTo(heights[0] ?? Number.NaN, 6);
        for (const [index, given] of ranges.entries()) {
          const [low, high] = unified[index] ?? [0, 0];
          const slack = 1e-9 * (high - low);
          expect(low).toBeLessThanOrEqual(given[0] + slack);
          expect(high).toBeGreaterThanOrEqual(given[1] - slack);
        }
      }),
    );
  });
});

it('prints about three figures', () => {
  const ranges: [number, number][] = [
    [0, 232],
    [10, 44],
    [2, 6.6],
    [-0.4, 0.2],
    [0, 0.012],
  ];
  expect(ranges.map((range) => decimalsFor(range))).toEqual([0, 1, 2, 3, 4]);
});
