import { useAppearance } from '../../base/appearance.ts';
import { useOwnTimezone } from '../../base/own-parameters.ts';
import { localeOfDates } from '../../base/use-format-date.ts';

/** Writes a moment as short as it stays clear: the time of today, the day of this year, the date of any other; a dash for none. */
export function useShortMoment(nowMs = Date.now()): (date: string | null) => string {
  const language = useAppearance((appearance) => appearance.language);
  const timeZone = useOwnTimezone();
  const write = (ms: number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOfDates(language), { ...options, timeZone }).format(ms);
  const day = (ms: number) => write(ms, { day: 'numeric', month: 'short', year: 'numeric' });
  const year = (ms: number) => write(ms, { year: 'numeric' });
  return (date) => {
    const ms = date === null ? Number.NaN : Date.parse(date);
    if (Number.isNaN(ms)) return '–';
    if (day(ms) === day(nowMs)) return write(ms, { hour: '2-digit', minute: '2-digit' });
    return year(ms) === year(nowMs) ? write(ms, { day: 'numeric', month: 'short' }) : day(ms);
  };
}
