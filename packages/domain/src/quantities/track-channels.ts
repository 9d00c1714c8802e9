import { ownName, quantityOf } from './quantities.ts';
import { sideOf } from './sides.ts';

/** What files of activities (GPX, TCX, FIT, CSV of Nolio) hold of each second. */
export const trackChannels = [
  'latitude',
  'longitude',
  'altitude',
  'distance',
  'speed',
  'heartRate',
  'cadence',
  'power',
] as const;
export type TrackChannel = (typeof trackChannels)[number];

/** A variable that measures a channel. */
export interface TrackVariable {
  readonly variable: string;
  /** From its unit to the channel's: °, m, m/s, 1/min, W. */
  readonly factor: number;
}

export type TrackVariables = { readonly [Channel in TrackChannel]?: TrackVariable };

const degrees = { '°': 1, deg: 1, degree: 1, degrees: 1, rad: 180 / Math.PI };
const metres = { m: 1, km: 1000 };
const perMinute = { '1/min': 1, rpm: 1, spm: 1, cpm: 1, bpm: 1, 'tr/min': 1, 'min-1': 1, hz: 60 };
const units: { readonly [Channel in TrackChannel]: Readonly<Record<string, number>> } = {
  latitude: degrees,
  longitude: degrees,
  altitude: metres,
  distance: metres,
  speed: { 'm/s': 1, 'km/h': 1 / 3.6, kmh: 1 / 3.6 },
  heartRate: perMinute,
  cadence: perMinute,
  power: { w: 1, kw: 1000 },
};

function channelOf(variable: string): TrackChannel | undefined {
  const name = ownName(variable).replace(/^gps_?/, '');
  if (/^lat(itude)?$/.test(name)) return 'latitude';
  if (/^(lon|lng|longitude)$/.test(name)) return 'longitude';
  if (/^(ele|elevation)$/.test(name)) return 'altitude';
  // Of one stroke, no way that was gone.
  if (/stroke/.test(name) && !/stroke_?rate/.test(name)) return undefined;
  const quantity = quantityOf(`.${name}`)?.name;
  return trackChannels.find((channel) => channel === quantity);
}

/**
 * The variable of each channel that a record has: of both sides rather than of one, the shortest name first. One without a
 * unit is taken to have the channel's; one of another unit is none. Positions are of one module.
 */
export function findTrackVariables(variables: Readonly<Record<string, { readonly unit: string }>>): TrackVariables {
  const found: { [Channel in TrackChannel]?: TrackVariable } = {};
  const byName = Object.keys(variables).sort(
    (a, b) => Number(isOfSide(a)) - Number(isOfSide(b)) || a.length - b.length || (a < b ? -1 : 1),
  );
  for (const variable of byName) {
    const channel = channelOf(variable);
    if (channel === undefined || found[channel] !== undefined) continue;
    const unit = variables[variable]?.unit.trim().toLowerCase() ?? '';
    const factor = unit === '' ? 1 : units[channel][unit];
    if (factor !== undefined) found[channel] = { variable, factor };
  }
  const { latitude, longitude, ...others } = found;
  const isPosition = latitude && longitude && moduleOf(latitude.variable) === moduleOf(longitude.variable);
  return isPosition ? found : others;
}

function isOfSide(variable: string): boolean {
  const side = sideOf(variable);
  return side === 'left' || side === 'right';
}

function moduleOf(variable: string): string {
  return variable.slice(0, variable.lastIndexOf('.'));
}

/** What a file of a format needs of a record. */
export const trackFormats = {
  /** A position. */
  gpx: (found: TrackVariables) => found.latitude !== undefined,
  tcx: hasAny,
  fit: hasAny,
  nolio: hasAny,
} as const;
export type TrackFormat = keyof typeof trackFormats;

function hasAny(found: TrackVariables): boolean {
  return [found.latitude, found.speed, found.heartRate, found.cadence, found.power].some((one) => one !== undefined);
}

/** Whether a record of these variables can be written as a format; formats of all samples always can. */
export function canBeWritten(type: string, variables: Readonly<Record<string, { readonly unit: string }>>): boolean {
  return !isTrackFormat(type) || trackFormats[type](findTrackVariables(variables));
}

export function isTrackFormat(type: string): type is TrackFormat {
  return Object.hasOwn(trackFormats, type);
}
