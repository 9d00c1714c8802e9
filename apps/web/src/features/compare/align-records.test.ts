import { expect, test } from 'vitest';
import { timeGap } from './align-records.ts';
import { readComparison, writeComparison } from './compare-address.ts';
import { meanCycle } from './mean-cycles.tsx';

const sampled = (seconds: number, rateHz: number, of: (t: number) => number) => {
  const timesSeconds = Float64Array.from({ length: seconds * rateHz + 1 }, (_, i) => i / rateHz);
  return { variable: 'a', timesSeconds, values: timesSeconds.map(of) };
};

test('the gap says at each metre how long after the reference a record is there; it begins at 0', () => {
  const way = (speed: number, seconds: number, fromSeconds: number) => {
    const { timesSeconds } = sampled(seconds, 1, () => 0);
    // It stands until it is aligned, then goes at one speed.
    return { timesSeconds, metres: timesSeconds.map((t) => Math.max(0, t - fromSeconds) * speed), fromSeconds };
  };
  const gap = timeGap(way(5, 110, 10), way(4, 200, 3));
  expect(gap?.metres.at(-1)).toBe(500);
  expect(gap?.gaps[0]).toBe(0);
  expect(gap?.gaps.at(-1)).toBeCloseTo(25, 6);
  expect(gap?.seconds.at(-1)).toBeCloseTo(100, 6);
  expect(timeGap(way(5, 110, 10), way(0, 110, 10))).toBeUndefined();
});

test('an address reopens the comparison; what it cannot mean is left out', () => {
  const whole = {
    ids: [5, 3, 9],
    by: 'threshold' as const,
    variables: ['speed', 'a,b*'],
    threshold: -2.5,
    moved: new Map([[3, 0.25]]),
  };
  expect(readComparison(writeComparison(whole))).toEqual(whole);
  const many = Array.from({ length: 30 }, (_, i) => i + 1).join(',');
  const odd = readComparison(`?ids=${many},x,-1&by=luck&at=no&m=1*x,2&v=%25%25`);
  expect(odd).toMatchObject({ by: 'start', threshold: undefined, variables: ['%%'] });
  expect(odd.ids).toHaveLength(20);
  expect(odd.moved.size).toBe(0);
});

test('cycles are found although a record begins slowly; where nothing repeats there are none', () => {
  const stroke = (t: number) => 5 * (1 - Math.exp(-t / 4)) + 0.2 * Math.sin(2 * Math.PI * 0.5 * t);
  const cycle = meanCycle(sampled(60, 50, stroke));
  expect(cycle?.count).toBeGreaterThan(20);
  expect(cycle?.mean.length).toBe(101);
  expect(meanCycle(sampled(60, 50, (t) => t * t))).toBeUndefined();
});
