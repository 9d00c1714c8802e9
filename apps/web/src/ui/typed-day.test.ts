import { expect, it } from 'vitest';
import { monthAfter, readDay, weeksOf, writeDay } from './typed-day.ts';

it('a day is typed and shown as the language has it, and read as ISO in any', () => {
  expect(writeDay('2026-05-01', 'fr')).toBe('01/05/2026');
  expect(writeDay('2026-05-01', 'en')).toBe('2026-05-01');
  for (const text of ['01/05/2026', '1/5/2026', '1.5.2026', '2026-05-01']) {
    expect(readDay(text, 'fr')).toBe('2026-05-01');
  }
  expect(readDay('2026-05-01', 'en')).toBe('2026-05-01');
  // 1 May or 5 January: not guessed.
  expect(readDay('01/05/2026', 'en')).toBe(undefined);
  expect(readDay('  ', 'fr')).toBe('');
});

it('what is no day is none', () => {
  for (const text of ['31/02/2026', '1/5', '32/01/2026', '2026-13-01', '01/05/26', 'demain']) {
    expect(readDay(text, 'fr'), text).toBe(undefined);
  }
});

it('a month is shown in whole weeks from Monday, and months have last days', () => {
  const weeks = weeksOf('2026-05-16');
  expect(weeks[0]?.[0]).toBe('2026-04-27');
  expect(weeks.at(-1)?.at(-1)).toBe('2026-05-31');
  expect(monthAfter('2026-01-31', 1)).toBe('2026-02-28');
  expect(monthAfter('2026-01-31', -1)).toBe('2025-12-31');
});
