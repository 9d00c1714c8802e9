import type { Record } from '@sillage/contract';
import { recordTitle } from '@sillage/domain';
import type { Language } from '../app/appearance.ts';

type Dated = Pick<Record, 'timestamp' | 'timezone'>;

function format(record: Dated, language: Language, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    ...options,
    timeZone: record.timezone,
  }).format(record.timestamp);
}

/** English puts a comma after the weekday of some forms only. */
function withoutComma(day: string): string {
  return day.replace(/,(?= \d)/, '');
}

/** `sam. 16 mai`; the year comes with it when it is not this one. */
export function dayOf(record: Dated, language: Language, now: Date): string {
  const year = format(record, language, { year: 'numeric' });
  const parts = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  const thisYear = year === String(now.getFullYear());
  return withoutComma(format(record, language, thisYear ? parts : { ...parts, year: 'numeric' }));
}

/** `09:12`, in the record's own time zone. */
export function timeOf(record: Dated, language: Language): string {
  return format(record, language, { hour: '2-digit', minute: '2-digit' });
}

/** `sam. 16 mai 2026, 09:12`. */
export function dateOf(record: Dated, language: Language): string {
  const day = format(record, language, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  return `${withoutComma(day)}, ${timeOf(record, language)}`;
}

/** The date, then a dash and athlete names when any (specification §3). */
export function titleOf(record: Dated & Pick<Record, 'users'>, language: Language): string {
  return recordTitle({ date: dateOf(record, language), users: record.users });
}
