import { expect, test } from 'vitest';
import { boundMs } from './zone-dates.ts';

const day = (date: string, zone: string) =>
  (['first', 'last'] as const).map((bound) => new Date(boundMs(date, zone, bound) ?? Number.NaN).toISOString());

test('a day is a day of its zone, in any spelling', () => {
  expect(day('2023-11-14', 'EUROPE/paris')).toEqual(['2023-11-13T23:00:00.000Z', '2023-11-14T22:59:59.999Z']);
  expect(day('2026-11-22', 'America/Guadeloupe')).toEqual(['2026-11-22T04:00:00.000Z', '2026-11-23T03:59:59.999Z']);
});

test('a day on which clocks change is as long as it is', () => {
  // New Zealand: 23 h on the last Sunday of September, 25 h on the first of April.
  expect(day('2026-09-27', 'Pacific/Auckland')).toEqual(['2026-09-26T12:00:00.000Z', '2026-09-27T10:59:59.999Z']);
  expect(day('2026-04-05', 'Pacific/Auckland')).toEqual(['2026-04-04T11:00:00.000Z', '2026-04-05T11:59:59.999Z']);
});

test('a moment is what it says, whatever the zone; what is no date is none', () => {
  expect(boundMs('2026-04-05T00:00:00+02:00', 'Pacific/Auckland', 'first')).toBe(Date.parse('2026-04-04T22:00:00Z'));
  expect(boundMs('yesterday', 'UTC', 'first')).toBeUndefined();
});
