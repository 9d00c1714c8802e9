import type { Language } from '@sillage/contract';
import { useAppearance } from './appearance.ts';
import { useOwnTimezone } from './own-parameters.ts';

const styles = {
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  moment: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  exact: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  time: { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 },
  second: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Of dates: in English the day comes before the month, and the day has 24 hours. */
export const localeOfDates = (language: Language) => (language === 'fr' ? 'fr' : 'en-GB');

/** A day without a time. */
export const dayAlone = /^\d{4}-\d{2}-\d{2}$/;

/** Writes a date of the server in the person's language and timezone; a dash for none. A day without a time is the same everywhere. */
export function useFormatDate(style: keyof typeof styles = 'day'): (date: string | null) => string {
  const language = useAppearance((appearance) => appearance.language);
  const timeZone = useOwnTimezone();
  const formatIn = (zone: string) =>
    new Intl.DateTimeFormat(localeOfDates(language), { ...styles[style], timeZone: zone });
  const format = formatIn(timeZone);
  return (date) => {
    const at = date === null ? Number.NaN : Date.parse(date);
    if (date === null || Number.isNaN(at)) return '–';
    return (dayAlone.test(date) ? formatIn('UTC') : format).format(at);
  };
}
