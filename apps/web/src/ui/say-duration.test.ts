import { expect, it } from 'vitest';
import { sayDuration } from './say-duration.ts';

it.each([
  [48.4, '48 s'],
  [59.6, '1 min'],
  [1450, '24 min'],
  [3600, '1 h 00'],
  [772_560, '214 h 36'],
  [36_000_000, '10 000 h 00'],
])('%s s are %s', (seconds, said) => {
  expect(sayDuration(seconds, 'fr').replace(/[\u00a0\u202f]/g, ' ')).toBe(said);
});
