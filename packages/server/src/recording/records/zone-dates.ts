import { toUtcMs } from '@sillage/domain';

const firstMomentMs = Date.parse('0001-01-02T00:00:00Z');
const lastMomentMs = Date.parse('9999-12-31T00:00:00Z');

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
  if (!isDayOfCalendar(text)) return undefined;
  const bare = /^\d{4}-\d\d-\d\d$/.test(text);
  const asUtc = Date.parse(bare ? `${text}T${bound === 'first' ? '00:00:00.000' : '23:59:59.999'}Z` : text);
  if (Number.isNaN(asUtc) || !isKept(asUtc)) return undefined;
  if (!bare && /(?:Z|[+-]\d\d:?\d\d)$/i.test(text)) return asUtc;
  const local = bare ? asUtc : Date.parse(`${text}Z`);
  if (Number.isNaN(local)) return undefined;
  return toUtcMs(local, timezone);
}

/** The 30th of February is none, which the parser would take for the 2nd of March. */
function isDayOfCalendar(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d/.exec(text)?.[0];
  return day === undefined || new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true;
}
