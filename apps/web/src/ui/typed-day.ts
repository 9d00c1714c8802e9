import type { Language } from '@sillage/contract';

/** Whether this is a day of the calendar, `yyyy-mm-dd`. */
export function isDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** A day as the field shows it: `16/05/2026` in French, `2026-05-16` in English, where the slashes are read in two ways. */
export function writeDay(day: string, language: Language): string {
  return language === 'fr' && isDay(day) ? day.split('-').reverse().join('/') : day;
}

/** The day that is typed as `yyyy-mm-dd`; '' for nothing; undefined for what is no day, or not yet. ISO is read in any language. */
export function readDay(text: string, language: Language): string | undefined {
  const typed = text.trim();
  if (typed === '') return '';
  const french = language === 'fr' ? /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/.exec(typed) : null;
  const day =
    french === null
      ? typed
      : `${french[3]}-${(french[2] ?? '').padStart(2, '0')}-${(french[1] ?? '').padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

/** The day so many days later. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The day of that number in a month so many later, or that month's last. */
export function monthAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  return `${last.toISOString().slice(0, 8)}${String(Math.min(date, last.getUTCDate())).padStart(2, '0')}`;
}

/** The weeks, Monday first, that a month's days lie in. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 8)}01`;
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  const start = dayAfter(first, -weekday);
  const last = dayAfter(monthAfter(first, 1), -1);
  const weeks: string[][] = [];
  for (let monday = start; monday <= last; monday = dayAfter(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, i) => dayAfter(monday, i)));
  }
  return weeks;
}
