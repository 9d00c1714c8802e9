import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeKeeping, lengthOf, momentOf, movedWithin, type Span } from './buffer-times.ts';

const span = (from: number, to: number): Span => ({ from: from * 1000, to: to * 1000 });

test('what was not recorded becomes a record each stretch, what was a selection, and what is missing is counted', () => {
  const device = { number: 1, heard: [span(0, 40), span(110, 150)], recorded: [span(40, 60)] };
  expect(judgeKeeping(device, span(10, 120))).toEqual({ records: 2, selections: 1, missingMs: 50_000 });
  expect(judgeKeeping(device, span(42, 50))).toEqual({ records: 0, selections: 1, missingMs: 0 });
  expect(judgeKeeping(device, span(70, 90))).toEqual({ records: 0, selections: 0, missingMs: 20_000 });
});

const anySpan = fc.tuple(fc.nat(7200), fc.integer({ min: 1, max: 600 })).map(([from, long]) => span(from, from + long));
const anyDevice = fc.record({ number: fc.nat(), heard: fc.array(anySpan), recorded: fc.array(anySpan) });

test('nothing more is missing than was wanted, and nothing at all where everything was heard', () => {
  fc.assert(
    fc.property(anyDevice, anySpan, (device, wanted) => {
      const { missingMs } = judgeKeeping(device, wanted);
      expect(missingMs).toBeGreaterThanOrEqual(0);
      expect(missingMs).toBeLessThanOrEqual(lengthOf(wanted));
      expect(judgeKeeping({ ...device, heard: [...device.heard, wanted] }, wanted).missingMs).toBe(0);
    }),
  );
});

test('of the movement that is told what lies in the span is seen, and nothing where nothing was measured', () => {
  const told = { from: new Date(0).toISOString(), every: 30, levels: [10, null, 100, 40, 7] };
  expect(movedWithin(told, span(15, 120))).toEqual([
    { ...span(15, 30), height: 0.1 },
    { ...span(60, 90), height: 1 },
    { ...span(90, 120), height: 0.4 },
  ]);
});

test.each([
  ['13:24:31', '13:24:30', 1],
  ['13:24', '13:24:30', -30],
  ['00:00:05', '23:59:55', 10],
  ['23:59:55', '00:00:05', -10],
])('%s where the clock showed %s is %i s from it', (typed, shown, seconds) => {
  expect(momentOf(typed, shown, 1_000_000_400)).toBe(1_000_000_000 + seconds * 1000);
});

test.each(['', '24:00:00', '12:60', 'midi'])('%j is no time', (typed) => {
  expect(momentOf(typed, '12:00:00', 0)).toBeUndefined();
});
