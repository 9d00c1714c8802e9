import { expect, test } from 'vitest';
import { makeRecord } from '../../testing/make-record.ts';
import { timeGap } from './align-records.ts';
import { readComparison, writeComparison } from './compare-address.ts';
import { layOnAxis } from './compared-graphs.tsx';
import { meanCycle } from './mean-cycles.tsx';
import { wayWindow } from './way-window.ts';

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

test('the gap is continuous: it grows only where a record is slower, and shrinks where it is faster', () => {
  const fixed = (metres: number[], timesSeconds: number[]) => ({
    ...{ metres: Float64Array.from(metres), timesSeconds: Float64Array.from(timesSeconds), fromSeconds: 0 },
  });
  // 5 m/s, against 5, then 4, then 10 m/s.
  const gap = timeGap(fixed([0, 400], [0, 80]), fixed([0, 100, 300, 400], [0, 20, 70, 80]));
  const at = (metres: number) => gap?.gaps[gap.metres.indexOf(metres)];
  expect([0, 50, 100, 200, 300, 350, 400].map(at).map((one) => Math.round((one ?? Number.NaN) * 1e6) / 1e6)).toEqual([
    0, 0, 0, 5, 10, 5, 0,
  ]);
});

test('by distance each record lies by its own metres, and its statistics are of the seconds that are seen', () => {
  const record = makeRecord({ id: 1, duration: 120 });
  const aligned = { record, fromSeconds: 10, isFound: true, isLooking: false, likeness: undefined, moved: 25 };
  const way = { timesSeconds: Float64Array.of(0, 20, 100), metres: Float64Array.of(0, 0, 400) };
  const [byTime, byDistance, wayless] = [
    layOnAxis([aligned], [way], false)[0]!,
    layOnAxis([aligned], [way], true)[0]!,
    layOnAxis([aligned], [undefined], true)[0]!,
  ];
  expect(byTime).toMatchObject({ shift: 15, extent: { from: 0, to: 120 } });
  expect(byDistance).toMatchObject({ shift: 25, extent: { from: 0, to: 400 } });
  expect(wayWindow(byTime, { from: 20, to: 500 }, false)).toEqual({ from: 5, to: 120 });
  expect(wayWindow(byDistance, { from: 125, to: 225 }, true)).toEqual({ from: 40, to: 60 });
  expect(wayWindow(wayless, { from: 125, to: 225 }, true)).toBeUndefined();
  expect(wayWindow(byDistance, { from: 500, to: 600 }, true)).toBeUndefined();
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

test('a mean cycle has the mean and the deviation of its cycles at every share of them', () => {
  // Strokes of 2 s, 4 and 6 high in turn: 5 ± 1 at the top, 0 ± 0 between them.
  const stroke = (t: number) => (Math.floor(t / 2) % 2 === 0 ? 4 : 6) * Math.sin(Math.PI * t);
  const cycle = meanCycle(sampled(60, 200, stroke));
  expect(cycle?.count).toBeGreaterThan(25);
  const { mean, deviation } = cycle ?? { mean: new Float64Array(), deviation: new Float64Array() };
  expect(Math.max(...mean)).toBeCloseTo(5, 1);
  expect(deviation[mean.indexOf(Math.max(...mean))]).toBeCloseTo(1, 1);
  expect(Math.abs(mean[50] ?? 9)).toBeLessThan(0.1);
  expect(deviation[50]).toBeLessThan(0.1);
  // A cycle begins within 1 % of where it does.
  for (const share of [10, 25, 40])
    expect(Math.abs((mean[share] ?? 9) - 5 * Math.sin((2 * Math.PI * share) / 100))).toBeLessThan(0.2);
});
