import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countHeard, judgeKeeping, lengthOf, momentOf, type Span, stripColumns } from './buffer-times.ts';

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

test('a column counts a device once, however often it was heard in it', () => {
  fc.assert(
    fc.property(fc.array(anyDevice, { maxLength: 5 }), (devices) => {
      const counts = countHeard(devices, span(0, 7200));
      expect(counts).toHaveLength(stripColumns);
      expect(Math.max(...counts)).toBeLessThanOrEqual(devices.length);
    }),
  );
  const twice = { number: 1, heard: [span(0, 10), span(5, 30)], recorded: [] };
  expect(countHeard([twice, { ...twice, number: 2 }], span(0, 7200)).slice(0, 2)).toEqual([2, 0]);
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
