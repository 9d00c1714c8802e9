import { parseChrono } from '@sillage/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatChrono } from './chrono.ts';

it('writes a chrono', () => {
  expect(formatChrono(796.4)).toBe('13:16.400');
  expect(formatChrono(1450, 0)).toBe('24:10');
  expect(formatChrono(3725.25, 1)).toBe('1:02:05.3');
  expect(formatChrono(59.9996)).toBe('01:00.000');
});

it('every chrono that it writes can be typed again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300_000_000 }), (milliseconds) => {
      expect(parseChrono(formatChrono(milliseconds / 1000))).toBeCloseTo(milliseconds / 1000, 6);
    }),
  );
});
