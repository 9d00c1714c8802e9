import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateDrift, type TimedArrival } from './estimate-drift.ts';

/** Arrivals each 2 s over a way that takes 5 ms at least, mostly a few more and sometimes seconds. */
function arrivals(ppm: number, seconds: number, next: () => number, jumpAt = Number.POSITIVE_INFINITY): TimedArrival[] {
  return Array.from({ length: Math.floor(seconds / 2) }, (_, i) => {
    const trueSeconds = 2 * i;
    const isLate = next() < 0.1;
    const way = 0.005 - 0.004 * Math.log(1 - 0.999 * next()) + (isLate ? 3 * next() : 0);
    const jumped = trueSeconds >= jumpAt;
    const device = trueSeconds * (1 + ppm / 1e6) + (jumped ? -0.31 : 0);
    return { seconds: device, delaySeconds: trueSeconds + way - device, segment: jumped ? 1 : 0 };
  });
}

/** mulberry32 */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('a drift is found within what is said of it, whatever is late, and across a jump', () => {
  let [within, all] = [0, 0];
  fc.assert(
    fc.property(
      fc.double({ min: -300, max: 300, noNaN: true }),
      fc.integer({ min: 120, max: 7200 }),
      fc.nat(),
      fc.boolean(),
      (ppm, seconds, seed, jumps) => {
        const found = estimateDrift(arrivals(ppm, seconds, randomOf(seed), jumps ? seconds / 3 : undefined));
        if (found === undefined) throw new Error('none');
        all++;
        if (Math.abs(found.ppm - ppm) <= found.uncertaintyPpm) within++;
        // What the way takes at least is known to a few ms, over as long as it went.
        if (seconds >= 600) expect(found.uncertaintyPpm).toBeLessThan(6e3 / seconds);
      },
    ),
    { numRuns: 300 },
  );
  expect(within / all).toBeGreaterThan(0.9);
});

test('too little tells nothing', () => {
  expect(estimateDrift([])).toBeUndefined();
  expect(estimateDrift(arrivals(40, 50, randomOf(1)))).toBeUndefined();
  expect(estimateDrift(arrivals(40, 600, randomOf(1)).filter((_, i) => i % 100 === 0))).toBeUndefined();
  const alone = arrivals(40, 600, randomOf(1)).map((one, segment) => ({ ...one, segment }));
  expect(estimateDrift(alone)).toBeUndefined();
});
