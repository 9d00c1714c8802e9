import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeOf, readBetween } from './index.ts';

it('finds the first place that is not before, or that is after', () => {
  const rising = fc.array(fc.integer({ min: 0, max: 20 })).map((numbers) => numbers.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(rising, fc.integer({ min: -1, max: 21 }), (numbers, wanted) => {
      expect(placeOf(numbers, wanted)).toBe(numbers.filter((one) => one < wanted).length);
      expect(placeOf(numbers, wanted, true)).toBe(numbers.filter((one) => one <= wanted).length);
    }),
  );
});

it('reads between two knots on a line, and at the first of two that are equal', () => {
  expect(readBetween([0, 10], [100, 200], 2.5, 1)).toBe(125);
  expect(readBetween([5, 5], [100, 200], 5, 1)).toBe(100);
});
