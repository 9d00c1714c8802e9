import { limits, Timezone } from '@sillage/contract';

/** Seconds as `mm:ss.SSS`, rounded to the millisecond; minutes go on beyond 99. */
export function formatChrono(seconds: number): string {
  const milliseconds = Math.round(Math.abs(seconds) * 1000);
  const minutes = pad(Math.floor(milliseconds / 60_000), 2);
  const rest = pad(Math.floor(milliseconds / 1000) % 60, 2);
  const sign = seconds < 0 && milliseconds > 0 ? '-' : '';
  return `${sign}${minutes}:${rest}.${pad(milliseconds % 1000, 3)}`;
}

/** `dd/mm/yyyy hh:mm:ss` in a time zone; one that does not exist counts as Europe/Paris. */
export function formatDateTime(epochMs: number, timezone: string): string {
  const p = partsIn(timezone, epochMs);
  return `${p.day}/${p.month}/${p.year} ${p.hour}:${p.minute}:${p.second}`;
}

/** `yyyy-mm-dd_hh-mm-ss` in a time zone: sorts by age, fits in a file name. */
export function formatFileDate(epochMs: number, timezone: string): string {
  const p = partsIn(timezone, epochMs);
  return `${p.year}-${p.month}-${p.day}_${p.hour}-${p.minute}-${p.second}`;
}

function partsIn(timezone: string, epochMs: number): Record<string, string> {
  return Object.fromEntries(
    formatOf(timezone)
      .formatToParts(epochMs)
      .map((part) => [part.type, part.value]),
  );
}

/** Zones used at a time; each costs 30 KB and 50 µs to make, and callers may name any, in any spelling. */
const maxFormats = 64;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  const key = timezone.toLowerCase();
  const format = formats.get(key) ?? makeFormat(Timezone.safeParse(timezone).data ?? limits.defaultTimezone);
  // The one used last stands last.
  formats.delete(key);
  formats.set(key, format);
  const [oldest] = formats.keys();
  if (formats.size > maxFormats && oldest !== undefined) formats.delete(oldest);
  return format;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat {
  const two = '2-digit';
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}
