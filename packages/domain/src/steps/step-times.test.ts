import type { KeptStep } from '@sillage/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepsSomething, stepsTogether, stretchInRecord, toOriginalSeconds, toRecordSeconds } from './index.ts';

const crop = (start: number | null, end: number | null): KeptStep => ({ kind: 'crop', arguments: { start, end } });
const clock = (jumps: { at: number; seconds: number }[], drift_ppm = 0): KeptStep => ({
  kind: 'clock',
  arguments: { jumps, drift_ppm },
});

describe('times of steps', () => {
  it('a crop lets the record begin where it begins, wherever others began', () => {
    const { times } = stepsTogether([crop(42, 1111.5), crop(100, null)]);
    expect(times).toMatchObject({ from: 100, to: 1111.5 });
    expect(toRecordSeconds(times, 142)).toBe(42);
    expect(toOriginalSeconds(times, 42)).toBe(142);
    expect(keepsSomething(stepsTogether([crop(42, 50), crop(60, null)]).times)).toBe(false);
  });

  it('a repaired clock goes on where it jumped, and as fast as it should', () => {
    const { times } = stepsTogether([clock([{ at: 10, seconds: 1.25 }], 1000), clock([{ at: 20, seconds: -0.5 }])]);
    expect(toRecordSeconds(times, 10)).toBeCloseTo(9.99, 9);
    expect(toRecordSeconds(times, 11.25)).toBeCloseTo(9.99, 9);
    expect(toRecordSeconds(times, 21.25)).toBeCloseTo((21.25 - 1.25 + 0.5) * 0.999, 9);
  });

  it('a stretch outside of what is kept is not there, one at its edge is cut off', () => {
    const { times } = stepsTogether([crop(10, 20)]);
    expect(stretchInRecord(times, { t0: 2, t1: 10 })).toBeUndefined();
    expect(stretchInRecord(times, { t0: 2, t1: 12 })).toEqual({ t0: 0, t1: 2 });
    expect(stretchInRecord(times, { t0: 18, t1: 30 })).toEqual({ t0: 8, t1: 10 });
  });

  it('never decrease, are found again, and do not depend on the order of the steps', () => {
    // Of 1/1024 s, which numbers hold exactly.
    const ticks = (min: number, max: number) => fc.integer({ min, max }).map((tick) => tick / 1024);
    const seconds = ticks(0, 1_000_000);
    const jump = fc.record({
      at: seconds,
      seconds: ticks(-3000, 3000).filter((s) => s !== 0),
    });
    const step = fc.oneof(
      fc.tuple(seconds, seconds).map(([a, b]) => crop(Math.min(a, b), Math.max(a, b) + 1)),
      fc
        .tuple(fc.array(jump, { maxLength: 4 }), fc.integer({ min: -5000, max: 5000 }))
        .map(([j, ppm]) => clock(j, ppm)),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), seconds, seconds, (steps, a, b) => {
        const { times } = stepsTogether(steps);
        const [early, late] = [Math.min(a, b), Math.max(a, b)];
        const inRecord = toRecordSeconds(times, late);
        expect(inRecord).toBeGreaterThanOrEqual(toRecordSeconds(times, early));
        const steady = { ...times, drift_ppm: 0 };
        const repaired = toRecordSeconds(steady, late);
        expect(toRecordSeconds(steady, toOriginalSeconds(steady, repaired))).toBe(repaired);
        const backwards = stepsTogether(steps.toReversed()).times;
        expect(toRecordSeconds(backwards, late)).toBeCloseTo(inRecord, 6);
      }),
    );
  });
});
