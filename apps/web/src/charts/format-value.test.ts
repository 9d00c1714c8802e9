import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatBytes, formatChrono, formatNumber, parseChrono } from './format-value.ts';

describe('formatting', () => {
  it('writes French numbers with a comma and thin spaces', () => {
    expect(formatNumber(1234.5, 1, 'fr')).toBe('1\u202f234,5');
    expect(formatNumber(-2.345, 2, 'fr')).toBe('−2,35');
    expect(formatNumber(-0.001, 1, 'fr')).toBe('0,0');
    expect(formatNumber(1234.5, 1, 'en')).toBe('1,234.5');
    expect(formatNumber(null, 1, 'fr')).toBe('–');
  });

  it('writes a chrono and reads it back', () => {
    expect(formatChrono(796.4)).toBe('13:16.400');
    expect(formatChrono(1450, 0)).toBe('24:10');
    expect(formatChrono(3725.25, 1)).toBe('1:02:05.3');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300_000_000 }), (milliseconds) => {
        expect(parseChrono(formatChrono(milliseconds / 1000))).toBeCloseTo(milliseconds / 1000, 6);
      }),
    );
    expect(['', '12', '1:75', 'a:b', '1:61:00'].map(parseChrono)).toEqual(Array(5).fill(undefined));
  });

  it('writes sizes', () => {
    expect(formatBytes(14_100_000, 'fr')).toBe('14,1 Mo');
    expect(formatBytes(812_000, 'en')).toBe('812 kB');
    expect(formatBytes(12, 'fr')).toBe('12 o');
  });
});
