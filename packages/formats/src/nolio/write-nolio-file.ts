import { utf8 } from '../recording.ts';
import type { TrackAbout, TrackPoint } from '../track/track-points.ts';

type Channel = Exclude<keyof TrackPoint, 'unixSeconds'>;

/** Columns by the names that Nolio has for the streams of a training, then what it has no stream for. */
const columns: readonly (readonly [name: string, channel: Channel, digits: number])[] = [
  ['heartrate', 'heartRate', 1],
  ['watts', 'power', 2],
  ['cadence', 'cadence', 2],
  ['distance', 'distance', 2],
  ['altitude', 'altitude', 3],
  ['speed', 'speed', 4],
  ['latitude', 'latitude', 9],
  ['longitude', 'longitude', 9],
];

/**
 * Writes points as the CSV of Nolio: a row a point with `time` (s since the start), the channels that the record has and
 * empty cells where a point has none. m, m/s, W, 1/min, °.
 */
export async function* writeNolioFile(
  about: Pick<TrackAbout, 'startUnixSeconds'>,
  measured: ReadonlySet<Channel>,
  points: AsyncIterable<TrackPoint>,
): AsyncGenerator<Uint8Array> {
  const held = columns.filter(([, channel]) => measured.has(channel));
  yield utf8(`${['time', ...held.map(([name]) => name)].join(',')}\n`);
  for await (const point of points) {
    const cells = held.map(([, channel, digits]) => {
      const value = point[channel];
      return value === undefined ? '' : String(Number(value.toFixed(digits)));
    });
    yield utf8(`${[point.unixSeconds - about.startUnixSeconds, ...cells].join(',')}\n`);
  }
}
