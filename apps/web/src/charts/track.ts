import { placeOf } from '@sillage/domain';
import type { Curve, ValueRange } from './curve.ts';

/** A way over the ground, small enough to be flat: a boat's, a rider's, a runner's. */
export interface Track {
  readonly timesSeconds: Float64Array;
  /** m east of the middle of the way; NaN without a position. */
  readonly xs: Float64Array;
  /** m north of it. */
  readonly ys: Float64Array;
  /** ° */
  readonly middle: { readonly latitude: number; readonly longitude: number };
}

/** m; mean radius of the Earth (IUGG). */
const earthRadiusMetres = 6_371_008.8;
const radians = Math.PI / 180;

/** The value of a curve on the straight line between its two points around a time; NaN in a gap and outside. */
export function valueBetween({ timesSeconds: times, values }: Curve, time: number): number {
  const after = placeOf(times, time);
  const [to, last] = [times[after], values[after]];
  if (to === undefined || last === undefined) return Number.NaN;
  if (to === time) return last;
  const [from, first] = [times[after - 1], values[after - 1]];
  if (from === undefined || first === undefined) return Number.NaN;
  return first + ((last - first) * (time - from)) / (to - from);
}

/** Both angles are 0 where a receiver has found no satellite yet. */
function isPosition(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0);
}

/** ° between −180 and 180: the shorter way around the Earth. */
const shorter = (degrees: number) => degrees - 360 * Math.round(degrees / 360);

/** The way of two curves in °; undefined with fewer than two positions. */
export function trackOf(latitude: Curve, longitude: Curve): Track | undefined {
  const times = [...new Set([...latitude.timesSeconds, ...longitude.timesSeconds])].sort((a, b) => a - b);
  const all = times.map((time) => ({ time, lat: valueBetween(latitude, time), lon: valueBetween(longitude, time) }));
  const found = all.filter(({ lat, lon }) => isPosition(lat, lon));
  const [first] = found;
  if (first === undefined || found.length < 2) return undefined;
  const eastOf = (lon: number) => shorter(lon - first.lon);
  const middle = {
    lat: middleOf(found.map(({ lat }) => lat)),
    lon: middleOf(found.map(({ lon }) => eastOf(lon))),
  };
  const scale = earthRadiusMetres * radians;
  const track = {
    timesSeconds: Float64Array.from(times),
    xs: new Float64Array(times.length).fill(Number.NaN),
    ys: new Float64Array(times.length).fill(Number.NaN),
    middle: { latitude: middle.lat, longitude: shorter(first.lon + middle.lon) },
  };
  for (const [index, { lat, lon }] of all.entries()) {
    if (!isPosition(lat, lon)) continue;
    track.xs[index] = (eastOf(lon) - middle.lon) * scale * Math.cos(middle.lat * radians);
    track.ys[index] = (lat - middle.lat) * scale;
  }
  return track;
}

function middleOf(values: readonly number[]): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return (low + high) / 2;
}

/** Share of the values beyond each end of a scale of colours: one wrong fix would make all others one colour. */
const beyondShare = 0.02;

/** What a scale of colours reaches over: all but the most extreme values. Undefined without a value. */
export function colourRange(values: readonly number[]): ValueRange | undefined {
  const sorted = Float64Array.from(values.filter(Number.isFinite)).sort();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))];
  const [low, high] = [at(beyondShare), at(1 - beyondShare)];
  return low === undefined || high === undefined ? undefined : [low, high];
}

/** Where a way is drawn. */
export interface TrackPlace {
  readonly pixelsPerMetre: number;
  left(x: number): number;
  top(y: number): number;
}

/** px around the way. */
const airPixels = 24;
/** px a metre at most: what a GPS says of a boat that lies still is no way. */
const mostPixelsPerMetre = 8;

/** Places the points of a way from one time to another in a box, north up. */
export function placeTrack(
  { timesSeconds, xs, ys }: Track,
  box: { readonly width: number; readonly height: number },
  shown: { readonly from: number; readonly to: number },
): TrackPlace {
  const inside = (_: number, index: number) => {
    const time = timesSeconds[index] ?? Number.NaN;
    return time >= shown.from && time <= shown.to && Number.isFinite(xs[index] ?? Number.NaN);
  };
  const [east, north] = [[...xs.filter(inside)], [...ys.filter(inside)]];
  const [middleX, middleY] = east.length === 0 ? [0, 0] : [middleOf(east), middleOf(north)];
  const half = (all: readonly number[], middle: number) =>
    all.reduce((most, value) => Math.max(most, Math.abs(value - middle)), 0);
  const fits = (pixels: number, metres: number) => Math.max(1, pixels / 2 - airPixels) / Math.max(metres, 1e-9);
  const pixelsPerMetre = Math.min(
    mostPixelsPerMetre,
    fits(box.width, half(east, middleX)),
    fits(box.height, half(north, middleY)),
  );
  return {
    pixelsPerMetre,
    left: (x) => box.width / 2 + (x - middleX) * pixelsPerMetre,
    top: (y) => box.height / 2 - (y - middleY) * pixelsPerMetre,
  };
}

/** What a map of tiles looks at: its middle, °, and how often the picture of the Earth, 512 px wide, is doubled. */
export interface MapView {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
}

const tilePixels = 512;
/** m; of the Earth as maps of tiles have it. */
const mercatorMetres = 40_075_016.686;
const degreesPerMetre = 1 / (earthRadiusMetres * radians);
/** Share of the picture of the Earth from its top (Mercator). */
const mercator = (latitude: number) => 0.5 - Math.log(Math.tan(Math.PI / 4 + (latitude * radians) / 2)) / (2 * Math.PI);

/** The map that shows a way as a place has it: its middle is in the middle of the box. */
export function mapOfPlace(
  track: Track,
  place: TrackPlace,
  box: { readonly width: number; readonly height: number },
): MapView {
  const { latitude, longitude } = track.middle;
  const eastMetres = (box.width / 2 - place.left(0)) / place.pixelsPerMetre;
  const northMetres = (place.top(0) - box.height / 2) / place.pixelsPerMetre;
  const lat = latitude + northMetres * degreesPerMetre;
  return {
    latitude: lat,
    longitude: longitude + (eastMetres * degreesPerMetre) / Math.cos(latitude * radians),
    zoom: Math.log2((place.pixelsPerMetre * mercatorMetres * Math.cos(lat * radians)) / tilePixels),
  };
}

/** Places a way on a map of tiles. */
export function placeOnMap(
  track: Track,
  view: MapView,
  box: { readonly width: number; readonly height: number },
): TrackPlace {
  const { latitude, longitude } = track.middle;
  const worldPixels = tilePixels * 2 ** view.zoom;
  const eastDegrees = degreesPerMetre / Math.cos(latitude * radians);
  const topOfMiddle = mercator(view.latitude);
  const fromMiddle = shorter(longitude - view.longitude);
  return {
    pixelsPerMetre: worldPixels / (mercatorMetres * Math.cos(view.latitude * radians)),
    left: (x) => box.width / 2 + ((fromMiddle + x * eastDegrees) / 360) * worldPixels,
    top: (y) => box.height / 2 + (mercator(latitude + y * degreesPerMetre) - topOfMiddle) * worldPixels,
  };
}

/** The longest of 1, 2, 5, 10 … m that is no longer than so many px. */
export function scaleBarMetres(pixelsPerMetre: number, mostPixels: number): number {
  const most = mostPixels / pixelsPerMetre;
  const decade = 10 ** Math.floor(Math.log10(most));
  return decade * (([5, 2, 1] as const).find((one) => one * decade <= most * (1 + 1e-9)) ?? 1);
}

/** `#rrggbb` at a share of the way from one `#rrggbb` to another. */
export function trackColour(low: string, high: string, share: number): string {
  const part = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(part(low, at) + (part(high, at) - part(low, at)) * share));
  return `#${mixed.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
}
