import { expect, it } from 'vitest';
import { measureRate } from './measure-rate.ts';

const clock = { monotonicMs: () => performance.now() };
const mebibyte = 1024 ** 2;

it('who ends the link does not wait for the time that a piece should have taken', async () => {
  const rate = measureRate(clock);
  const ending = new AbortController();
  // A day of waiting, twice.
  const moving = rate.moved(mebibyte, 10, 12, ending.signal);
  ending.abort();
  await moving;
  await rate.moved(mebibyte, 10, 12, ending.signal);
});

it('a piece that was faster than it may waits for the rest of its time, one that was slower for nothing', async () => {
  const rate = measureRate(clock);
  const { signal } = new AbortController();
  const startMs = performance.now();
  await rate.moved(1000, 20, 10_000, signal);
  expect(performance.now() - startMs).toBeGreaterThan(70);
  // It should have taken a day, and took more.
  await rate.moved(1000, 90_000_000, 1000 / 86_400, signal);
});

it('a piece that took long moved all the while, not in the second in which it ended', async () => {
  let nowMs = 100_000;
  const rate = measureRate({ monotonicMs: () => nowMs });
  const { signal } = new AbortController();
  await rate.moved(10e6, 5000, null, signal);
  expect(rate.bytesPerSecond()).toBeCloseTo(2e6, 6);
  nowMs += 5000;
  await rate.moved(10e6, 5000, null, signal);
  expect(rate.bytesPerSecond()).toBeCloseTo(2e6, 6);
});
