import type { Language } from '@sillage/contract';
import { formatDateTime, toUtcMs } from '@sillage/domain';

const written = /^(\d{1,2})\/(\d{1,2})\/(\d{4})[ ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})[ ,T]+(\d{1,2}):(\d{2})(?::(\d{2}))?$/;

/** A moment as fields show it: `16/05/2026 09:12:09` in French, `2026-05-16 09:12:09` in English, where the slashes are read in two ways. */
export function writeDateTime(ms: number, timezone: string, language: Language): string {
  const french = formatDateTime(ms, timezone);
  return language === 'fr' ? french : french.replace(/^(\d+)\/(\d+)\/(\d+)/, '$3-$2-$1');
}

/** The moment that `writeDateTime` writes in any language (seconds may be left out), in ms since 1970; undefined for no date. */
export function parseDateTime(text: string, timezone: string): number | undefined {
  const typed = text.trim();
  const reversed = iso.exec(typed);
  const found = reversed ?? written.exec(typed);
  if (found === null) return undefined;
  const [first = 0, month = 0, third = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  const [year, day] = reversed === null ? [third, first] : [first, third];
  const localMs = Date.UTC(year, month - 1, day, hour, minute, second);
  const read = new Date(localMs);
  // 31/02 and 25:00 would quietly become another moment.
  const isReal =
    read.getUTCDate() === day &&
    read.getUTCMonth() === month - 1 &&
    read.getUTCHours() === hour &&
    read.getUTCMinutes() === minute &&
    second < 60;
  const ms = toUtcMs(localMs, timezone);
  return isReal && ms >= 0 ? ms : undefined;
}
