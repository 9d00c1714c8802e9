import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { correlateSignals, findLikeness, refineOffset, SteadySignal } from './index.ts';

/** Smooth noise of one seed: the same movement, seen by whoever samples it. */
function movement(seed: number) {
  const random = noise(seed);
  const waves = Array.from({ length: 60 }, () => ({ hz: 0.05 + 3 * random(), phase: 7 * random(), size: random() }));
  return (seconds: number) =>
    waves.reduce((sum, { hz, phase, size }) => sum + size * Math.sin(2 * Math.PI * hz * seconds + phase), 0);
}

function noise(seed: number): () => number {
  let state = (seed * 2654435761 + 1) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** As a device samples it. */
function sampled(of: (seconds: number) => number, fromSeconds: number, seconds: number, rateHz: number): Float64Array {
  return Float64Array.from({ length: Math.round(seconds * rateHz) }, (_, i) => of(fromSeconds + i / rateHz));
}

const likenessOf = (a: Float64Array, b: Float64Array, rateHz: number) => {
  const correlation = correlateSignals(a, b, rateHz);
  return correlation && findLikeness(correlation);
};

test('a shift is found back to a part of a sample, whatever lies between in height, sign of time and noise', () => {
  const shift = fc.record({
    seed: fc.integer({ min: 1, max: 1e6 }),
    offset: fc.double({ min: -20, max: 20, noNaN: true }),
    scale: fc.double({ min: 0.01, max: 100, noNaN: true }),
    level: fc.double({ min: -100, max: 100, noNaN: true }),
  });
  fc.assert(
    fc.property(shift, ({ seed, offset, scale, level }) => {
      const of = movement(seed);
      const random = noise(seed + 1);
      const a = sampled(of, 30, 30, 100);
      const b = sampled((t) => level + scale * (of(t) + random() - 0.5), 30 + offset, 30, 100);
      const likeness = likenessOf(a, b, 100);
      expect(likeness?.offsetSeconds).toBeCloseTo(offset, 2);
      expect(likeness?.correlation).toBeGreaterThan(0.9);
      expect(refineOffset(a, b, 100, { offsetSeconds: offset + 0.07, reachSeconds: 0.1 })?.offsetSeconds).toBeCloseTo(
        offset,
        2,
      );
    }),
    { numRuns: 12 },
  );
});

test('noise is like nothing, and what repeats itself evenly is alike at each repetition: neither is to be believed', () => {
  const [one, other] = [noise(1), noise(2)];
  const confidence = (a: Float64Array, b: Float64Array) => likenessOf(a, b, 50)?.confidence ?? 0;
  expect(confidence(sampled(one, 0, 60, 50), sampled(other, 0, 60, 50))).toBeLessThan(0.5);
  const wave = (t: number) => Math.sin(2 * Math.PI * t);
  expect(confidence(sampled(wave, 0, 60, 50), sampled(wave, 20, 20, 50))).toBeLessThan(0.1);
  const still = new Float64Array(3000);
  expect(likenessOf(still, sampled(wave, 0, 60, 50), 50)).toBeUndefined();
  const of = movement(4);
  expect(confidence(sampled(of, 0, 60, 50), sampled(of, 7, 40, 50))).toBeGreaterThan(0.9);
});

test('signals that can have less than 5 s, or a fifth of the shorter one, in common are not compared', () => {
  const of = movement(3);
  expect(correlateSignals(sampled(of, 0, 4.9, 100), sampled(of, 0, 60, 100), 100)).toBeUndefined();
  expect(correlateSignals(new Float64Array(0), sampled(of, 0, 60, 100), 100)).toBeUndefined();
  const correlation = correlateSignals(sampled(of, 0, 60, 100), sampled(of, 0, 40, 100), 100);
  expect(correlation?.firstLag).toBe(8 * 100 - 40 * 100);
  expect(correlation?.values.length).toBe(60 * 100 - 800 - (correlation?.firstLag ?? 0) + 1);
});

test('a signal is brought to a steady rate on straight lines, without a value in gaps and beyond its ends', () => {
  const signal = new SteadySignal(10, 60, 10, 10);
  // Two samples a moment, then one a moment, a gap, and the end.
  for (let t = 10; t < 12; t += 0.05) signal.take(t, 3 * t);
  for (let t = 12.03; t < 13; t += 0.1) signal.take(t, 3 * t);
  for (let t = 14; t < 15; t += 0.1) signal.take(t, 3 * t);
  signal.take(99, 5);
  signal.take(14.5, Number.NaN);
  const values = signal.values();
  expect(values[15]).toBeCloseTo(3 * 11.5, 10);
  expect(values[25]).toBeCloseTo(3 * 12.5, 10);
  expect([...values.subarray(31, 39)].every(Number.isNaN)).toBe(true);
  expect(values[45]).toBeCloseTo(3 * 14.5, 10);
  expect(values[55]).toBeNaN();
});

/** A published pair: the same turning seen by a gyroscope and by cameras, whose clocks were cut apart by a known time. */
test('the pair of set 14 is 12.34 s apart, within 15 ms', () => {
  const read = (name: string, sourceHz: number) => {
    const path = new URL(`../../testkit/fixtures/14_imu_orientation_broad/${name}`, import.meta.url);
    const rows = readFileSync(path, 'utf8').trim().split('\n').slice(1);
    const samples = rows.map((row) => row.split(',').map(Number));
    const seconds = samples.at(-1)?.[0] ?? 0;
    const signal = new SteadySignal(0, Math.ceil(seconds * 100) + 1, 100, sourceHz);
    for (const [t = 0, omega = 0] of samples) signal.take(t, omega);
    return signal.values();
  };
  const likeness = likenessOf(read('sync_A_gyro.csv', 285.7), read('sync_B_optical.csv', 100), 100);
  expect(Math.abs((likeness?.offsetSeconds ?? 0) - 12.34)).toBeLessThan(0.015);
  expect(likeness?.correlation).toBeGreaterThan(0.95);
  expect(likeness?.confidence).toBeGreaterThan(0.9);
});
