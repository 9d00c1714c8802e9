import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { ChronoText, FuseOffsets, numberFromText, TimeText } from './rules.ts';

/** The codes that a text breaks. */
function broken(schema: z.ZodType, text: string): string[] {
  return [...new Set(schema.safeParse(text).error?.issues.map((issue) => issue.message) ?? [])];
}

describe('numbers that people type', () => {
  test('unparseable text becomes null', () => {
    for (const text of ['', ' ', 'a', '1a', '1.2.3', '--1', '0x10', 'Infinity', 'NaN', '1e999', '.']) {
      expect([text, numberFromText(text, 'float')]).toEqual([text, null]);
    }
    expect(numberFromText('1.5', 'int')).toBeNull();
  });

  test('both decimal signs, spaces between thousands and exponents are read', () => {
    expect(numberFromText(' 1 234,5 ', 'float')).toBe(1234.5);
    expect(numberFromText('-.5', 'float')).toBe(-0.5);
    expect(numberFromText('+7', 'int')).toBe(7);
    expect(numberFromText('1e3', 'int')).toBe(1000);
  });

  test('every number survives being written and read', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(numberFromText(String(value), 'float')).toBe(value === 0 ? Number(String(value)) : value);
      }),
    );
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(numberFromText(String(value), 'int')).toBe(value);
      }),
    );
  });

  test('no text makes anything but a finite number or null', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('int' as const, 'float' as const), (text, kind) => {
        const value = numberFromText(text, kind);
        expect(value === null || (kind === 'int' ? Number.isInteger(value) : Number.isFinite(value))).toBe(true);
      }),
    );
  });
});

describe('times and offsets, whatever is typed', () => {
  const two = (value: number) => String(value).padStart(2, '0');

  test('every chrono and time that exists is taken', () => {
    const minute = fc.nat(999);
    const sixty = fc.nat(59);
    fc.assert(
      fc.property(minute, sixty, fc.nat(999), (minutes, seconds, ms) => {
        expect(broken(ChronoText, `${minutes}:${two(seconds)}.${String(ms).padStart(3, '0')}`)).toEqual([]);
      }),
    );
    fc.assert(
      fc.property(fc.nat(99), sixty, sixty, (hours, minutes, seconds) => {
        expect(broken(TimeText, `${two(hours)}:${two(minutes)}:${two(seconds)}`)).toEqual([]);
        expect(broken(TimeText, `${two(minutes)}:${two(seconds)}`)).toEqual([]);
      }),
    );
  });

  test('seconds or minutes of 60 and more never are', () => {
    fc.assert(
      fc.property(fc.nat(59), fc.integer({ min: 60, max: 99 }), (small, large) => {
        expect(broken(ChronoText, `${two(small)}:${large}.000`)).toEqual(['chrono']);
        expect(broken(TimeText, `${two(small)}:${large}`)).toEqual(['time']);
        expect(broken(TimeText, `${large}:${two(small)}`)).toEqual(['time']);
      }),
    );
  });

  test('every list of seconds is taken, and reads as the same numbers', () => {
    const seconds = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((ms) => (ms / 1000).toFixed(3));
    fc.assert(
      fc.property(fc.array(seconds, { minLength: 1 }), fc.constantFrom(',', ', ', ' ,'), (list, comma) => {
        const kept = FuseOffsets.parse(list.join(comma));
        expect(kept.split(',').map(Number)).toEqual(list.map(Number));
      }),
    );
  });

  test('whatever is taken is numbers', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[-0-9., ]{0,20}$/), (text) => {
        const parsed = FuseOffsets.safeParse(text);
        const numbers = parsed.success && parsed.data !== '' ? parsed.data.split(',').map(Number) : [];
        expect(numbers.every(Number.isFinite)).toBe(true);
      }),
    );
  });
});
