import { toUtcMs } from '@sillage/domain';

/** The moment of `dd/mm/yyyy hh:mm:ss` (seconds may be left out) in a timezone, in ms since 1970; undefined for no date. */
export function parseDateTime(text: string, timezone: string): number | undefined {
  const found = /^(\d{1,2})\/(\d{1,2})\/(\d{4})[ ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text.trim());
  if (found === null) return undefined;
  const [day = 0, month = 0, year = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
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
