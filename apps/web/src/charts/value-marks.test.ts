import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalsOfStep, sayValueMarks, valueMarksOf } from './value-marks.ts';

test('a value axis has three marks at least, all of them in its range', () => {
  const value = fc.double({ min: -1e5, max: 1e5, noNaN: true });
  fc.assert(
    fc.property(
      value,
      fc.double({ min: 1e-3, max: 1e5, noNaN: true }),
      fc.integer({ min: 20, max: 900 }),
      (low, span, px) => {
        const high = low + span;
        const marks = valueMarksOf(low, high, px);
        expect(marks.length).toBeGreaterThanOrEqual(3);
        expect(marks.length).toBeLessThanOrEqual(Math.max(7, Math.floor(px / 26) + 1));
        const air = span * 1e-6;
        expect(Math.min(...marks)).toBeGreaterThanOrEqual(low - air);
        expect(Math.max(...marks)).toBeLessThanOrEqual(high + air);
      },
    ),
  );
});

test('marks are round values', () => {
  expect(valueMarksOf(-0.4, 10.3, 200)).toEqual([0, 2, 4, 6, 8, 10]);
  expect(valueMarksOf(3.9, 6.1, 60)).toEqual([4, 5, 6]);
  expect(valueMarksOf(0, 0, 60)).toEqual([]);
});

test('marks are written with the decimals that tell them apart', () => {
  expect([0.025, 0.2, 2.5, 5, 25, 100].map(decimalsOfStep)).toEqual([3, 1, 1, 0, 0, 0]);
});

test('marks that an axis would cut are written in thousands, all of them', () => {
  const marks = [-20_000, 0, 10_000];
  expect(sayValueMarks(marks, 5, 'fr', false)).toEqual(['−20k', '0k', '10k']);
  expect(sayValueMarks(marks, 6, 'en', false)).toEqual(['−20,000', '0', '10,000']);
  expect(sayValueMarks([0, 2500, 5000], 5, 'en', false)).toEqual(['0', '2,500', '5,000']);
  expect(sayValueMarks([10_000, 12_500, 15_000], 5, 'fr', false)).toEqual(['10,0k', '12,5k', '15,0k']);
  expect(sayValueMarks([0, 2e9], 6, 'en', false)).toEqual(['0M', '2,000M']);
});
