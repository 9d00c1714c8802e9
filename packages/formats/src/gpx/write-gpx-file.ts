import { utf8 } from '../recording.ts';
import {
  isoTime,
  type TrackAbout,
  type TrackPoint,
  trackGapSeconds,
  wholeWithin,
  xmlNumber,
  xmlText,
} from '../track/track-points.ts';

const head = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Sillage" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
`;

/**
 * Writes points as GPX 1.1, those with a position; heart rate, cadence and speed by the extension that Garmin's devices write,
 * power as `<power>`. A gap begins another segment.
 */
export async function* writeGpxFile(about: TrackAbout, points: AsyncIterable<TrackPoint>): AsyncGenerator<Uint8Array> {
  yield utf8(`${head}<trk>\n<name>${xmlText(about.name)}</name>\n<type>${about.sport}</type>\n<trkseg>\n`);
  let last = Number.POSITIVE_INFINITY;
  for await (const point of points) {
    if (point.latitude === undefined || point.longitude === undefined) continue;
    const begins = point.unixSeconds - last > trackGapSeconds ? '</trkseg>\n<trkseg>\n' : '';
    last = point.unixSeconds;
    yield utf8(begins + pointText(point, point.latitude, point.longitude));
  }
  yield utf8('</trkseg>\n</trk>\n</gpx>\n');
}

function pointText(point: TrackPoint, latitude: number, longitude: number): string {
  const { altitude, unixSeconds } = point;
  const ele = altitude === undefined ? '' : `<ele>${xmlNumber(altitude, 3)}</ele>`;
  const at = `lat="${xmlNumber(latitude, 9)}" lon="${xmlNumber(longitude, 9)}"`;
  return `<trkpt ${at}>${ele}<time>${isoTime(unixSeconds)}</time>${extensions(point)}</trkpt>\n`;
}

function extensions({ power, heartRate, cadence, speed }: TrackPoint): string {
  const element = (name: string, value: number | string | undefined) =>
    value === undefined ? '' : `<${name}>${value}</${name}>`;
  const garmin =
    element('gpxtpx:hr', wholeWithin(heartRate, 255)) +
    element('gpxtpx:cad', wholeWithin(cadence, 254)) +
    element('gpxtpx:speed', speed === undefined ? undefined : xmlNumber(speed, 4));
  const all = element('power', power === undefined ? undefined : xmlNumber(power, 2));
  const both = all + element('gpxtpx:TrackPointExtension', garmin === '' ? undefined : garmin);
  return element('extensions', both === '' ? undefined : both);
}
