import { expect, it } from 'vitest';
import { readFilmOffset, sayOffset, toMilliseconds, typedOffset } from './offset-text.ts';

it('writes and reads an offset with either sign and either decimal sign', () => {
  expect(sayOffset(-0.06, 'fr')).toBe('−0,060');
  for (const text of ['−0,060', '-0.06', ' -0,06 ']) expect(readFilmOffset(text)).toBe(-0.06);
  for (const text of ['', '-', 'abc', '1e9', '∞']) expect(readFilmOffset(text)).toBeUndefined();
  expect(typedOffset(1234.5, 'en')).toBe('1234.500');
  expect(readFilmOffset(sayOffset(1234.5, 'en'))).toBe(1234.5);
  expect(toMilliseconds(7.3456)).toBe(7.346);
});
