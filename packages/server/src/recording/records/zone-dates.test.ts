import { expect, test, vi } from 'vitest';
import { boundMs, humanDate, isTimezone } from './zone-dates.ts';

/** A name in one of its many spellings. */
const spelled = (name: string, n: number) =>
  [...name].map((letter, place) => ((n >> place) & 1 ? letter.toUpperCase() : letter.toLowerCase())).join('');

test('aliases and offsets stay names, other words are none', () => {
  expect(['US/Eastern', 'Asia/Calcutta', 'UTC', '+02:00'].map(isTimezone)).toEqual([true, true, true, true]);
  expect(['', 'Mars/Olympus', 'Europe/Paris '].map(isTimezone)).toEqual([false, false, false]);
  expect(humanDate(1_700_000_000_000, 'europe/PARIS')).toBe('14/11/2023 23:13:20');
  expect(boundMs('2023-11-14', 'EUROPE/paris', 'first')).toBe(Date.parse('2023-11-13T23:00:00Z'));
});

test('a zone is one, however it is spelled, and no number of spellings or zones is kept', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  for (let n = 0; n < 1000; n += 1) expect(isTimezone(spelled('Pacific/Auckland', n))).toBe(true);
  expect(made).toHaveBeenCalledTimes(1);
  const zones = Intl.supportedValuesOf('timeZone');
  for (const zone of zones) isTimezone(zone);
  made.mockClear();
  for (const zone of zones.slice(-50)) isTimezone(zone);
  expect(made).not.toHaveBeenCalled();
  isTimezone('Africa/Abidjan');
  expect(made).toHaveBeenCalledTimes(1);
  made.mockRestore();
});
