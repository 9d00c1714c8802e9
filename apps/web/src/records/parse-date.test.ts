import { formatDateTime } from '@sillage/domain';
import { expect, it } from 'vitest';
import { parseDateTime } from './parse-date.ts';

it.each(['Europe/Paris', 'Pacific/Auckland', 'America/Guadeloupe'])('reads what is written as a date in %s', (zone) => {
  const moment = Date.UTC(2026, 4, 16, 7, 12, 9);
  expect(parseDateTime(formatDateTime(moment, zone), zone)).toBe(moment);
});

it('takes a date without seconds, and nothing that is no date', () => {
  expect(parseDateTime('1/7/2026 9:05', 'Europe/Paris')).toBe(Date.UTC(2026, 6, 1, 7, 5));
  for (const text of ['', '2026-07-01 09:05:00', '31/02/2026 10:00:00', '01/07/2026 25:00:00', '01/07/2026 09:05:75']) {
    expect(parseDateTime(text, 'Europe/Paris'), text).toBeUndefined();
  }
});
