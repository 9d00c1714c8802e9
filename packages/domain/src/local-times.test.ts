import { expect, test } from 'vitest';
import { toUtcMs } from './local-times.ts';

const momentOf = (local: string, timezone: string) =>
  new Date(toUtcMs(Date.parse(`${local}:00Z`), timezone)).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);

test('an hour that clocks show twice is the first of the two, east and west of UTC', () => {
  expect([
    momentOf('2026-10-25T01:59', 'Europe/Paris'),
    momentOf('2026-10-25T02:30', 'Europe/Paris'),
    momentOf('2026-10-25T03:00', 'Europe/Paris'),
    momentOf('2026-11-01T01:30', 'America/New_York'),
    momentOf('2026-11-01T02:00', 'America/New_York'),
  ]).toEqual(['2026-10-24T23:59', '2026-10-25T00:30', '2026-10-25T02:00', '2026-11-01T05:30', '2026-11-01T07:00']);
});

test('a time that clocks leave out is told as if they had not yet gone forward, east and west of UTC', () => {
  expect([
    momentOf('2026-03-29T02:30', 'Europe/Paris'),
    momentOf('2026-03-29T03:00', 'Europe/Paris'),
    momentOf('2026-03-08T02:30', 'America/New_York'),
    momentOf('2026-03-08T03:00', 'America/New_York'),
  ]).toEqual(['2026-03-29T01:30', '2026-03-29T01:00', '2026-03-08T07:30', '2026-03-08T07:00']);
});

test('a day whose clocks change at midnight begins where the day before ends', () => {
  // Midnight is left out in Havana, comes twice in Amman; Samoa left out a whole day.
  expect([
    momentOf('2026-03-08T00:00', 'America/Havana'),
    momentOf('2021-10-29T00:00', 'Asia/Amman'),
    momentOf('2011-12-31T00:00', 'Pacific/Apia'),
  ]).toEqual(['2026-03-08T05:00', '2021-10-28T21:00', '2011-12-30T10:00']);
});

test('an offset is a zone, too', () => {
  expect(momentOf('2026-07-01T12:00', '+05:45')).toBe('2026-07-01T06:15');
});
