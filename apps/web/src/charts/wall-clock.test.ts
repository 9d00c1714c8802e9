import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockMarks, clockTexts, formatClock, type WallClock } from './wall-clock.ts';

const paris = (iso: string): WallClock => ({ timestamp: Date.parse(iso), timezone: 'Europe/Paris' });
const morning = paris('2026-05-16T07:12:34.500Z');

describe('the clock along a time axis', () => {
  it('is the one of the place where it was recorded', () => {
    expect(formatClock(morning, 0)).toBe('09:12:34.500');
    expect(formatClock(morning, 25.5, 0)).toBe('09:13:00');
    expect(formatClock(morning, 25.5, -1)).toBe('09:13');
    expect(formatClock({ ...morning, timezone: 'Asia/Kolkata' }, 0, 0)).toBe('12:42:35');
  });

  it('has its marks where it shows whole steps', () => {
    const marks = clockMarks(morning, 0, 60, 15);
    expect(marks).toEqual([10.5, 25.5, 40.5, 55.5]);
    expect(clockTexts(morning, marks, 0)).toEqual(['09:12:45', '09:13:00', '09:13:15', '09:13:30']);
  });

  it('begins anew at midnight', () => {
    const late = paris('2026-05-16T21:50:00Z');
    expect(clockTexts(late, clockMarks(late, 0, 1200, 600), 0)).toEqual(['23:50', '00:00', '00:10']);
  });

  it('changes its hour where the place does', () => {
    const night = paris('2026-10-25T00:30:00Z');
    expect(clockTexts(night, clockMarks(night, 0, 5400, 1800), 0)).toEqual(['02:30', '02:00', '02:30', '03:00']);
  });

  it('has every mark between two places, a step apart', () => {
    const step = fc.constantFrom(0.001, 0.05, 0.5, 1, 15, 300, 3600);
    const from = fc.double({ min: 0, max: 36_000, noNaN: true });
    const check = (timestamp: number, low: number, stepSeconds: number, steps: number) => {
      const high = low + steps * stepSeconds;
      const marks = clockMarks({ timestamp, timezone: 'Europe/Paris' }, low, high, stepSeconds);
      expect(Math.abs(marks.length - (steps + 0.5))).toBeLessThanOrEqual(1);
      for (const [i, mark] of marks.entries()) {
        expect(mark).toBeGreaterThanOrEqual(low - stepSeconds * 1e-3);
        expect(mark).toBeLessThanOrEqual(high + stepSeconds * 1e-3);
        if (i > 0) expect(mark - (marks[i - 1] ?? 0)).toBeCloseTo(stepSeconds, 6);
      }
    };
    fc.assert(fc.property(fc.integer({ min: 0, max: 4e12 }), from, step, fc.integer({ min: 0, max: 40 }), check));
  });
});
