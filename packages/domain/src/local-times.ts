/** Zones whose rules are kept at hand. */
const mostZones = 16;
/** Zones change their offset at such steps at the finest. */
const stepMs = 15 * 60_000;

interface Zone {
  readonly format: Intl.DateTimeFormat;
  /** Of the step that was asked for last: times of a file come one after the other. */
  step: number;
  offsetMs: number;
}

const zones = new Map<string, Zone>();

function zoneOf(timezone: string): Zone {
  const known = zones.get(timezone);
  if (known) return known;
  if (zones.size >= mostZones) zones.clear();
  const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
  const made = { format, step: Number.NaN, offsetMs: 0 };
  zones.set(timezone, made);
  return made;
}

/** ms that a zone is ahead of UTC at a moment. */
function offsetMs(zone: Zone, ms: number): number {
  const step = Math.floor(ms / stepMs);
  if (zone.step !== step) {
    const name = zone.format.formatToParts(step * stepMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0', seconds = '0'] = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? [];
    zone.offsetMs = (sign === '-' ? -1000 : 1000) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
    zone.step = step;
  }
  return zone.offsetMs;
}

/**
 * The moment of a local time in a zone, both in ms since 1970, the local one read as if it were UTC. Where clocks go back,
 * the first of the two moments; where they go forward, as if they had not yet.
 * @throws RangeError for a name of no zone
 */
export function toUtcMs(localMs: number, timezone: string): number {
  const zone = zoneOf(timezone);
  // Twice: the offset at the guess may differ from the one at the answer around a change of the clocks.
  const guess = localMs - offsetMs(zone, localMs);
  return localMs - offsetMs(zone, guess);
}
