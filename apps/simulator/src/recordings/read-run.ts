import { positionsModule } from './read-positions.ts';
import { readShipped, readTable } from './read-table.ts';
import { type SourceModule, sourceModule } from './source-module.ts';

const earthRadius = 6_371_009;
// s into the recordings: from here the track has a point every 2 to 4 s, and the players run.
const densePointsAt = 2894;
const runningAt = 415;

/** GPX track points with their own times, minutes apart at worst; speed is the way from the point before over its time. */
export function readTrack(): SourceModule {
  const text = readShipped('15_gps_gpx/cerknicko-jezero.gpx').toString('utf8');
  const point = /<trkpt lat="([-\d.]+)" lon="([-\d.]+)">\s*<ele>([-\d.]+)<\/ele>\s*<time>([^<]+)<\/time>/g;
  const points = [...text.matchAll(point)]
    .map(([, lat, lon, ele, time]) => ({
      lat: Number(lat),
      lon: Number(lon),
      ele: Number(ele),
      t: Date.parse(time ?? '') / 1000,
    }))
    .filter((p, i, all) => i === 0 || p.t > (all[i - 1]?.t ?? 0));
  const start = points[0]?.t ?? 0;
  return positionsModule({
    id: 2,
    // A point every 14 s in the middle.
    rateHz: 0.07,
    times: points.map(({ t }) => t - start),
    startAt: densePointsAt,
    latitudes: points.map(({ lat }) => lat),
    longitudes: points.map(({ lon }) => lon),
    others: [
      {
        name: 'altitude',
        unit: 'm',
        type: 'float32',
        precision: 1,
        fr: 'Altitude',
        en: 'Altitude',
        values: points.map(({ ele }) => ele),
      },
      {
        name: 'speed',
        unit: 'm/s',
        type: 'float32',
        fr: 'Vitesse',
        en: 'Speed',
        values: points.map((p, i) => {
          const previous = points[i - 1];
          return previous ? distance(previous, p) / (p.t - previous.t) : 0;
        }),
      },
    ],
  });
}

/** s; players who leave the field are not located for minutes, and a record of that time would hold nothing. */
const longestGapSeconds = 2;

/** A team session under local positioning, 20 Hz with gaps of seconds. */
export function readLocalPositions(): SourceModule {
  const table = readTable('06_sprint_shorts/LPS_session.csv.gz');
  const step = { type: 'int16', scale: 1e-3 } as const;
  return sourceModule({
    id: 1,
    type: 'lps',
    rateHz: 20,
    realtimeRateHz: 20,
    timing: 'stamped',
    times: table.numbers('time'),
    startAt: runningAt,
    longestGapSeconds,
    columns: [
      { ...step, name: 'x', unit: 'm', fr: 'Position x', en: 'Position x', values: table.numbers('x') },
      { ...step, name: 'y', unit: 'm', fr: 'Position y', en: 'Position y', values: table.numbers('y') },
      { ...step, name: 'speed', unit: 'm/s', fr: 'Vitesse', en: 'Speed', values: table.numbers('velocity') },
      {
        ...step,
        name: 'acceleration',
        unit: 'm/s²',
        fr: 'Accélération',
        en: 'Acceleration',
        values: table.numbers('acceleration'),
      },
    ],
  });
}

interface Place {
  readonly lat: number;
  readonly lon: number;
}

/** Haversine, m. */
function distance(from: Place, to: Place): number {
  const radians = Math.PI / 180;
  const dLat = (to.lat - from.lat) * radians;
  const dLon = (to.lon - from.lon) * radians;
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(from.lat * radians) * Math.cos(to.lat * radians) * Math.sin(dLon / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.sqrt(h));
}
