import { expect, test } from 'vitest';
import { averageCycles, findPeriod, findRises, usualCycles } from './movements/index.ts';

const rateHz = 50;

function finished<T>(work: Generator<void, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}

/** Sampled for so many seconds. */
function wave(seconds: number, of: (t: number) => number): Float64Array {
  return Float64Array.from({ length: seconds * rateHz }, (_, i) => of(i / rateHz));
}

/** −1 to 1, the same at every run. */
function noise(i: number): number {
  const x = Math.sin(i * 12.9898) * 43_758.5453;
  return 2 * (x - Math.floor(x)) - 1;
}

test.each([0.3, 0.5, 1, 1.7, 2.5, 5.5])('the period of a sine of %s s is found within a percent', (period) => {
  const found = findPeriod(
    wave(20, (t) => 9.81 + 3 * Math.sin((2 * Math.PI * t) / period)),
    rateHz,
  );
  expect(Math.abs((found?.seconds ?? 0) / period - 1)).toBeLessThan(0.01);
  expect(found?.clarity).toBeGreaterThan(0.95);
});

test('a cycle of two unlike strokes is one cycle, of two that are alike two', () => {
  const strokes = (share: number) => (t: number) =>
    Math.sin(2 * Math.PI * 2 * t) ** 3 * (Math.floor(2 * t) % 2 === 0 ? 1 : share);
  expect(findPeriod(wave(20, strokes(0.3)), rateHz)?.seconds).toBeCloseTo(1, 2);
  expect(findPeriod(wave(20, strokes(1)), rateHz)?.seconds).toBeCloseTo(0.5, 2);
});

test('noise and rest have no clear period', () => {
  expect(
    findPeriod(
      wave(20, () => 4),
      rateHz,
    ),
  ).toBeUndefined();
  expect(
    findPeriod(
      wave(20, (t) => noise(t * rateHz)),
      rateHz,
    )?.clarity ?? 0,
  ).toBeLessThan(0.4);
});

test('rises of a sine are where it rises through its mean, also in noise, drift and gaps', () => {
  const of = (t: number) => {
    if (t > 10 && t < 10.1) return Number.NaN;
    return 100 + t / 2 + 3 * Math.sin(2 * Math.PI * t - 1) + noise(t * rateHz);
  };
  const rises = finished(findRises(wave(30, of), rateHz, 1)).map((at) => at / rateHz);
  const expected = 1 / (2 * Math.PI);
  // The first and the last cycle have half of their mean's window.
  for (const [i, at] of rises.entries()) if (at > 1 && at < 29) expect(Math.abs(at - i - expected)).toBeLessThan(0.06);
  expect(rises).toHaveLength(30);
});

test('cycles of an unusual duration are left out and counted', () => {
  const rises = [0, 1, 2.01, 3, 4, 9, 10, 11, 11.1, 12];
  const { cycles, discarded } = finished(usualCycles(rises));
  expect(discarded).toBe(3);
  expect(cycles).toEqual(
    [0, 1, 2.01, 3, 9, 10].map((fromSeconds) => ({
      fromSeconds,
      toSeconds: rises[rises.indexOf(fromSeconds) + 1],
    })),
  );
  expect(finished(usualCycles([3]))).toEqual({ cycles: [], discarded: 0 });
});

test('a long signal is searched in short steps, that of one that is longer than the others included', () => {
  const work = findRises(
    wave(8000, (t) => Math.sin(2 * Math.PI * t)),
    rateHz,
    1,
  );
  let count = 0;
  let step = work.next();
  for (; !step.done; step = work.next()) count++;
  // Of 400,000 values, each of which is gone over nine times.
  expect(count).toBeGreaterThan(100);
  expect(finished(usualCycles(step.value)).cycles.length).toBeGreaterThan(7990);
  // Of more than are sorted, each tenth is too long.
  const many = Array.from({ length: 120_000 }, (_, i) => i + (i % 10 === 0 ? 0.5 : 0));
  expect(finished(usualCycles(many))).toMatchObject({ discarded: 24_000 - 1 });
});

test('cycles of any length are averaged from 0 to 100 %, with how much they differ', () => {
  const times = Float64Array.from({ length: 1001 }, (_, i) => i / 100);
  // Cycles of 2 and 3 s that rise from 0 to 1; the second one twice as high.
  const cycles = [
    { fromSeconds: 1, toSeconds: 3 },
    { fromSeconds: 5, toSeconds: 8 },
  ];
  const values = times.map((t) => (t < 4 ? (t - 1) / 2 : (2 * (t - 5)) / 3));
  const average = averageCycles(times, values, cycles);
  expect(average?.count).toBe(2);
  expect(average?.mean.length).toBe(101);
  expect(average?.mean[50]).toBeCloseTo(0.75, 10);
  expect(average?.deviation[100]).toBeCloseTo(Math.SQRT1_2, 10);
  expect(averageCycles(times, values, cycles.slice(1))).toBeUndefined();
  // Where a signal has a gap the others tell.
  values.fill(Number.NaN, 150, 160);
  expect(average?.mean[0]).toBeCloseTo(0, 10);
  expect(averageCycles(times, values, cycles)?.mean[27]).toBeNaN();
});
