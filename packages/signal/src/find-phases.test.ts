import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rollingDeviation, rollingMean } from './activity.ts';
import { findPhases } from './find-phases.ts';
import { splitActivity } from './split-activity.ts';

const rateHz = 10;
const rules = { side: 'above', threshold: 3, gapSeconds: 1, leastSeconds: 2 } as const;
/** Levels, each for so many seconds. */
const steps = (...each: [level: number, seconds: number][]) =>
  Float64Array.from(each.flatMap(([level, seconds]) => Array.from({ length: seconds * rateHz }, () => level)));

describe('Phases', () => {
  test('are what lies above a threshold, or below it', () => {
    const values = steps([1, 5], [5, 10], [1, 5]);
    expect(findPhases(values, rateHz, rules)).toEqual([{ fromSeconds: 5, toSeconds: 15 }]);
    expect(findPhases(values, rateHz, { ...rules, side: 'below' })).toEqual([
      { fromSeconds: 0, toSeconds: 5 },
      { fromSeconds: 15, toSeconds: 20 },
    ]);
  });

  test('bridge short interruptions, and gaps; what is short is none', () => {
    const values = steps([5, 4], [1, 1], [5, 4], [1, 3], [5, 1], [1, 3], [5, 3], [Number.NaN, 2], [5, 3]);
    expect(findPhases(values, rateHz, rules)).toEqual([
      { fromSeconds: 0, toSeconds: 9 },
      { fromSeconds: 16, toSeconds: 19 },
      { fromSeconds: 21, toSeconds: 24 },
    ]);
  });

  test('are one where a value trembles about the threshold', () => {
    const values = Float64Array.from({ length: 101 }, (_, i) => (i % 2 === 0 ? 3.05 : 2.8));
    expect(findPhases(values, rateHz, { ...rules, gapSeconds: 0 })).toEqual([{ fromSeconds: 0, toSeconds: 10.1 }]);
  });

  test('of any signal lie in it, in order, apart by more than a gap, and none is short', () => {
    const value = fc.oneof(fc.double({ min: -10, max: 10, noNaN: true }), fc.constant(Number.NaN));
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 400 }),
        fc.boolean(),
        fc.integer({ min: -5, max: 5 }),
        (list, isAbove, at) => {
          const side = isAbove ? 'above' : 'below';
          const found = findPhases(Float64Array.from(list), rateHz, { ...rules, side, threshold: at });
          let before = Number.NEGATIVE_INFINITY;
          for (const { fromSeconds, toSeconds } of found) {
            expect(fromSeconds - before).toBeGreaterThan(rules.gapSeconds);
            expect(toSeconds - fromSeconds).toBeGreaterThanOrEqual(rules.leastSeconds);
            before = toSeconds;
          }
          expect(before).toBeLessThanOrEqual(list.length / rateHz);
        },
      ),
    );
  });
});

describe('The threshold', () => {
  test('lies between two kinds of values, and says so clearly', () => {
    const split = splitActivity(steps([1, 40], [1.2, 40], [5, 30], [5.5, 30]), 'linear');
    expect(split?.threshold).toBeGreaterThan(1.2);
    expect(split?.threshold).toBeLessThan(5);
    expect(split?.clarity).toBeGreaterThan(0.95);
  });

  test('of what spans orders of magnitude tells the least kind from all others', () => {
    const values = steps([0.01, 30], [0.02, 30], [1, 20], [4, 20], [20, 20]);
    const split = splitActivity(values, 'ratio');
    expect(split?.threshold).toBeGreaterThan(0.02);
    expect(split?.threshold).toBeLessThan(1);
    expect(splitActivity(values, 'linear')?.threshold).toBeGreaterThan(4);
  });

  test('is unclear in values of one kind; there is none where all are alike', () => {
    const bell = Float64Array.from(
      { length: 5000 },
      (_, i) => 10 + Math.sin(i) + Math.sin(1.7 * i) + Math.sin(2.9 * i) + Math.sin(0.31 * i),
    );
    expect(splitActivity(bell, 'linear')?.clarity).toBeLessThan(0.7);
    expect(splitActivity(new Float64Array(50).fill(3), 'linear')).toBeUndefined();
    expect(splitActivity(new Float64Array(50), 'ratio')).toBeUndefined();
    expect(splitActivity(new Float64Array(50).fill(Number.NaN), 'ratio')).toBeUndefined();
    expect(splitActivity(new Float64Array(), 'linear')).toBeUndefined();
  });
});

describe('Activity', () => {
  /** By its definition, one window at a time. */
  function around(values: readonly number[], at: number, window: number): number[] {
    const from = at - Math.floor((window - 1) / 2);
    return values.slice(Math.max(0, from), from + window);
  }

  test('is the mean and the standard deviation around each moment', () => {
    const value = fc.double({ min: -1000, max: 1000, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (list, window) => {
        const [means, deviations] = [
          rollingMean(Float64Array.from(list), window),
          rollingDeviation([Float64Array.from(list)], window),
        ];
        list.forEach((_, at) => {
          const near = around(list, at, window);
          const mean = near.reduce((sum, one) => sum + one, 0) / near.length;
          const square = near.reduce((sum, one) => sum + (one - mean) ** 2, 0) / near.length;
          expect(means[at]).toBeCloseTo(mean, 6);
          expect(deviations[at]! ** 2).toBeCloseTo(square, 4);
        });
      }),
    );
  });

  test('of three axes is the same however a sensor lies', () => {
    const move = Float64Array.from({ length: 100 }, (_, i) => 1e4 + Math.sin(i));
    const still = new Float64Array(100).fill(-3e4);
    const half = move.map((value) => value * Math.SQRT1_2);
    const lying = rollingDeviation([move, still, still], 20);
    rollingDeviation([half, half, still], 20).forEach((value, i) => {
      expect(value).toBeCloseTo(lying[i]!, 6);
    });
  });

  test('is not spoilt by one absurd value for what comes after it', () => {
    const values = Float64Array.from({ length: 2000 }, (_, i) => 0.01 * Math.sin(i));
    const spoilt = values.slice();
    spoilt[100] = 1e9;
    const [right, found] = [rollingDeviation([values], 30), rollingDeviation([spoilt], 30)];
    for (let i = 200; i < values.length; i++) expect(found[i]).toBeCloseTo(right[i]!, 9);
  });

  test('is unknown where most of a window has no value', () => {
    const values = steps([2, 2], [Number.NaN, 4], [2, 2]);
    const means = rollingMean(values, 10);
    expect(means[10]).toBe(2);
    expect(means[40]).toBeNaN();
  });
});
