import { toUtcMs } from '@sillage/domain';

const firstMomentMs = Date.parse('0001-01-02T00:00:00Z');
const lastMomentMs = Date.parse('9999-12-31T00:00:00Z');

/** Zones used at a time; each costs 30 KB, and callers may name any, in any spelling. */
const maxFormats = 64;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  const key = timezone.toLowerCase();
  const format = formats.get(key) ?? makeFormat(timezone);
  // The one used last stands last.
  formats.delete(key);
  formats.set(key, format);
  const [oldest] = formats.keys();
  if (formats.size > maxFormats && oldest !== undefined) formats.delete(oldest);
  return format;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
}

/** Whether this is the name of a time zone. */
export function isTimezone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

function partsIn(timezone: string, ms: number): Record<string, string> {
  return Object.fromEntries(
    formatOf(timezone)
      .formatToParts(ms)
      .map((part) => [part.type, part.value]),
  );
}

/** `dd/mm/yyyy hh:mm:ss` in a time zone. */
export function humanDate(ms: number, timezone: string): string {
  const p = partsIn(timezone, ms);
  return `${p.day}/${p.month}/${p.year} ${p.hour}:${p.minute}:${p.second}`;
}

/** `yyyy-mm-dd_hh-mm-ss` in a time zone: sorts by age, fits in a file name. */
export function fileDate(ms: number, timezone: string): string {
  const p = partsIn(timezone, ms);
  return `${p.year}-${p.month}-${p.day}_${p.hour}-${p.minute}-${p.second}`;
}

/**
 * The moment a filter's bound means: ISO 8601 as it is, a bare `yyyy-mm-dd` as the first or the last millisecond of
 * that day in the zone. Undefined when it is no date, or of a year that the database writes otherwise than we do.
 */
export function boundMs(text: string, timezone: string, bound: 'first' | 'last'): number | undefined {
  const ms = momentMs(text, timezone, bound);
  return ms !== undefined && isKept(ms) ? ms : undefined;
}

function isKept(ms: number): boolean {
  return ms >= firstMomentMs && ms <= lastMomentMs;
}

function momentMs(text: string, timezone: string, bound: 'first' | 'last'): number | undefined {
  const bare = /^\d{4}-\d\d-\d\d$/.test(text);
  const asUtc = Date.parse(bare ? `${text}T${bound === 'first' ? '00:00:00.000' : '23:59:59.999'}Z` : text);
  if (Number.isNaN(asUtc) || !isKept(asUtc)) return undefined;
  if (!bare && /(?:Z|[+-]\d\d:?\d\d)$/i.test(text)) return asUtc;
  const local = bare ? asUtc : Date.parse(`${text}Z`);
  if (Number.isNaN(local)) return undefined;
  return toUtcMs(local, timezone);
}
