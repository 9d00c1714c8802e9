/** Zones whose rules are kept at hand. */
const mostZones = 16;
/** Zones change their offset at such steps at the finest. */
const stepMs = 15 * 60_000;
/** Offsets of a zone that are kept: times of a file come one after the other. */
const mostSteps = 64;
/** Farther from UTC than any zone, and less than between two changes of a zone. */
const dayMs = 86_400_000;

interface Zone {
  readonly format: Intl.DateTimeFormat;
  /** ms by step. */
  readonly offsets: Map<number, number>;
}

const zones = new Map<string, Zone>();

function zoneOf(timezone: string): Zone {
  const known = zones.get(timezone);
  if (known) return known;
  if (zones.size >= mostZones) zones.clear();
  const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
  const made = { format, offsets: new Map<number, number>() };
  zones.set(timezone, made);
  return made;
}

/** ms that a zone is ahead of UTC at a moment. */
function offsetMs({ format, offsets }: Zone, ms: number): number {
  const step = Math.floor(ms / stepMs);
  const known = offsets.get(step);
  if (known !== undefined) return known;
  const name = format.formatToParts(step * stepMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? [];
  const found = (sign === '-' ? -1000 : 1000) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
  if (offsets.size >= mostSteps) offsets.clear();
  offsets.set(step, found);
  return found;
}

/**
 * The moment of a local time in a zone, both in ms since 1970, the local one read as if it were UTC. Where clocks go back,
 * the first of the two moments; where they go forward, as if they had not yet.
 * @throws RangeError for a name of no zone
 */
export function toUtcMs(localMs: number, timezone: string): number {
  const zone = zoneOf(timezone);
  const before = offsetMs(zone, localMs - dayMs);
  const after = offsetMs(zone, localMs + dayMs);
  const first = localMs - before;
  if (before === after || offsetMs(zone, first) === before) return first;
  const second = localMs - after;
  return offsetMs(zone, second) === after ? second : first;
}
