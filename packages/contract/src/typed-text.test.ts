import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { ChronoText, numberFromText } from './rules.ts';

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

describe('times, whatever is typed', () => {
  const two = (value: number) => String(value).padStart(2, '0');
  const minute = fc.nat(59);

  test('every chrono is read, to the millisecond', () => {
    fc.assert(
      fc.property(fc.nat(9999), minute, fc.nat(999), (minutes, seconds, ms) => {
        const text = `${minutes}:${two(seconds)}.${String(ms).padStart(3, '0')}`;
        expect(ChronoText.parse(text)).toBeCloseTo(minutes * 60 + seconds + ms / 1000, 6);
        expect(ChronoText.parse(text.replace('.', ','))).toBe(ChronoText.parse(text));
      }),
    );
  });

  test('so is every time with or without hours', () => {
    fc.assert(
      fc.property(fc.nat(999), minute, minute, (hours, minutes, seconds) => {
        expect(ChronoText.parse(`${two(hours)}:${two(minutes)}:${two(seconds)}`)).toBe(
          hours * 3600 + minutes * 60 + seconds,
        );
        expect(ChronoText.parse(`${two(minutes)}:${two(seconds)}`)).toBe(minutes * 60 + seconds);
      }),
    );
  });

  test('seconds of 60 and more are none, nor are such minutes after hours', () => {
    fc.assert(
      fc.property(minute, fc.integer({ min: 60, max: 99 }), (small, large) => {
        expect(broken(ChronoText, `${two(small)}:${large}.000`)).toEqual(['chrono']);
        expect(broken(ChronoText, `1:${large}:${two(small)}`)).toEqual(['chrono']);
      }),
    );
  });
});
