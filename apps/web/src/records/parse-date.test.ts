import { languages } from '@sillage/contract';
import { expect, it } from 'vitest';
import { parseDateTime, writeDateTime } from './parse-date.ts';

it.each(['Europe/Paris', 'Pacific/Auckland', 'America/Guadeloupe'])('reads what is written as a date in %s', (zone) => {
  const moment = Date.UTC(2026, 4, 16, 7, 12, 9);
  for (const language of languages) expect(parseDateTime(writeDateTime(moment, zone, language), zone)).toBe(moment);
});

it('takes a date without seconds, and nothing that is no date', () => {
  expect(parseDateTime('1/7/2026 9:05', 'Europe/Paris')).toBe(Date.UTC(2026, 6, 1, 7, 5));
  expect(parseDateTime('2026-7-1 9:05', 'Europe/Paris')).toBe(Date.UTC(2026, 6, 1, 7, 5));
  for (const text of ['', '2026-02-31 09:05:00', '31/02/2026 10:00:00', '01/07/2026 25:00:00', '01/07/2026 09:05:75']) {
    expect(parseDateTime(text, 'Europe/Paris'), text).toBeUndefined();
  }
});

it('writes the year first in English, where 05/06 is read in two ways', () => {
  const moment = Date.UTC(2026, 5, 5, 7, 12, 9);
  expect(writeDateTime(moment, 'Europe/Paris', 'en')).toBe('2026-06-05 09:12:09');
  expect(writeDateTime(moment, 'Europe/Paris', 'fr')).toBe('05/06/2026 09:12:09');
});
