import { limits } from '@sillage/contract';

/** Seconds as `mm:ss.SSS`, rounded to the millisecond; minutes go on beyond 99. */
export function formatChrono(seconds: number): string {
  const milliseconds = Math.round(Math.abs(seconds) * 1000);
  const minutes = pad(Math.floor(milliseconds / 60_000), 2);
  const rest = pad(Math.floor(milliseconds / 1000) % 60, 2);
  const sign = seconds < 0 && milliseconds > 0 ? '-' : '';
  return `${sign}${minutes}:${rest}.${pad(milliseconds % 1000, 3)}`;
}

/** Seconds of `mm:ss.SSS`, or undefined. */
export function parseChrono(text: string): number | undefined {
  const found = /^(\d{2,}):([0-5]\d)\.(\d{3})$/.exec(text.trim());
  return found === null ? undefined : Number(found[1]) * 60 + Number(found[2]) + Number(found[3]) / 1000;
}

/** Seconds of `mm:ss` or `hh:mm:ss`, or undefined. */
export function parseTimeString(text: string): number | undefined {
  const found = /^(?:(\d{1,2}):)?([0-5]?\d):([0-5]\d)$/.exec(text.trim());
  return found === null ? undefined : Number(found[1] ?? 0) * 3600 + Number(found[2]) * 60 + Number(found[3]);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** `dd/mm/yyyy hh:mm:ss` in a time zone; one that does not exist counts as Europe/Paris. */
export function formatDateTime(epochMs: number, timezone: string): string {
  const parts = new Map(
    formatOf(timezone)
      .formatToParts(epochMs)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? '';
  return `${part('day')}/${part('month')}/${part('year')} ${part('hour')}:${part('minute')}:${part('second')}`;
}

export function isTimezone(timezone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone });
    return timezone !== '';
  } catch {
    return false;
  }
}

// A formatter takes 50 µs to make, and a page of records needs the same one again and again.
function formatOf(timezone: string): Intl.DateTimeFormat {
  const timeZone = formats.has(timezone) || isTimezone(timezone) ? timezone : limits.defaultTimezone;
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const two = '2-digit';
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
  formats.set(timeZone, made);
  return made;
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}
