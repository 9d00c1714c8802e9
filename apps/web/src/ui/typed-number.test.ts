import { expect, it } from 'vitest';
import { formatNumber } from './format-number.ts';
import { readTypedNumber, typedNumber } from './typed-number.ts';

it('writes a number for a field without signs between thousands', () => {
  expect(typedNumber(1_234_567.5, 3, 'en')).toBe('1234567.500');
  expect(typedNumber(-1234.5, 1, 'fr')).toBe('−1234,5');
});

it('reads what it writes, and what is printed elsewhere, in both languages', () => {
  for (const language of ['fr', 'en'] as const) {
    for (const value of [0, 0.06, -0.06, 999.999, 1234.5, -86_400, 1_234_567.125]) {
      expect(readTypedNumber(typedNumber(value, 3, language))).toBe(value);
      expect(readTypedNumber(formatNumber(value, 3, language))).toBe(value);
    }
  }
  expect(readTypedNumber(' 1e3 ')).toBe(1000);
  expect(readTypedNumber('1,234,567')).toBe(1_234_567);
  for (const none of ['', '-', '.', 'abc', '0x10', '∞', '1,2.3,4']) expect(readTypedNumber(none)).toBeUndefined();
});
