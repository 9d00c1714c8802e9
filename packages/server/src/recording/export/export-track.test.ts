import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Decoder, Encoder, Stream } from '@garmin/fitsdk';
import { api } from '@sillage/contract';
import { XMLParser } from 'fast-xml-parser';
import { afterAll, expect, test, vi } from 'vitest';
import { turnsDuring } from '../../platform/clock/index.ts';
import { Answer } from '../../platform/http/index.ts';
import { openTestExports, unzipped } from './open-test-exports.ts';

const { room, manager, uploaded, ask, rawId, download } = await openTestExports();
afterAll(() => room.close());

const startSeconds = Date.UTC(2025, 5, 1, 8) / 1000;
/** One point a second: a way to the north with a halt of the receiver, which a speed of 0 tells. */
const points = Array.from({ length: 120 }, (_, i) => ({
  unixSeconds: startSeconds + i,
  latitude: 48.5 + i * 4e-5,
  longitude: -2.25 + i * 1e-6,
  altitude: 12.2 + i / 5,
  speed: 4.447,
  heartRate: 120 + (i % 30),
  cadence: 24 + (i % 4),
  power: i === 50 ? Number.NaN : 200 + i,
}));
const header = 'time;latitude (°);longitude (°);altitude (m);speed (m/s);heart_rate (bpm);cadence (1/min);power (W)';
const csvOf = (rows: typeof points) =>
  Buffer.from(
    [
      header,
      ...rows.map(({ unixSeconds, ...values }) =>
        [new Date(unixSeconds * 1000).toISOString(), ...Object.values(values)].join(';'),
      ),
    ]
      .join('\n')
      .replaceAll('NaN', ''),
  );
const id = await uploaded('row.csv', csvOf(points));
/** The great circle between the first point and the last, R = 6,371 km. */
const metres = (6_371_000 * Math.PI * 119 * 4e-5) / 180;

function parsed(bytes: Buffer) {
  return new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'trkseg' }).parse(bytes.toString());
}

/** What stands in XML under a path of names. */
function within(element: unknown, ...path: string[]): unknown {
  return path.reduce((at, name) => new Map(Object.entries(at ?? {})).get(name), element);
}

test('gpx holds a point a second with its position, altitude, heart rate, cadence, speed and power', async () => {
  const { bytes, filename } = await download(id, 'gpx');
  expect(filename).toMatch(/\.gpx$/);
  const { trk } = parsed(bytes).gpx;
  const [segment, ...others] = trk.trkseg;
  expect(others).toEqual([]);
  const garmin = ['extensions', 'gpxtpx:TrackPointExtension'];
  const read = segment.trkpt.map((point: unknown) => ({
    unixSeconds: Date.parse(String(within(point, 'time'))) / 1000,
    latitude: Number(within(point, '@_lat')),
    longitude: Number(within(point, '@_lon')),
    altitude: within(point, 'ele'),
    speed: within(point, ...garmin, 'gpxtpx:speed'),
    heartRate: within(point, ...garmin, 'gpxtpx:hr'),
    cadence: within(point, ...garmin, 'gpxtpx:cad'),
    power: within(point, 'extensions', 'power') ?? Number.NaN,
  }));
  expectSame(read, { latitude: 9, longitude: 9, altitude: 3, speed: 4, heartRate: 9, cadence: 9, power: 2 });
});

test('tcx holds a point a second, and the time and way of the lap', async () => {
  const { Activity } = parsed((await download(id, 'tcx')).bytes).TrainingCenterDatabase.Activities;
  expect(Activity.Lap.TotalTimeSeconds).toBe(119);
  expect(Math.abs(Activity.Lap.DistanceMeters - metres)).toBeLessThan(1);
  const read = Activity.Lap.Track.Trackpoint.map((point: unknown) => ({
    unixSeconds: Date.parse(String(within(point, 'Time'))) / 1000,
    latitude: within(point, 'Position', 'LatitudeDegrees'),
    longitude: within(point, 'Position', 'LongitudeDegrees'),
    altitude: within(point, 'AltitudeMeters'),
    speed: within(point, 'Extensions', 'ns3:TPX', 'ns3:Speed'),
    heartRate: within(point, 'HeartRateBpm', 'Value'),
    cadence: within(point, 'Cadence'),
    power: within(point, 'Extensions', 'ns3:TPX', 'ns3:Watts') ?? Number.NaN,
  }));
  expectSame(read, { latitude: 9, longitude: 9, altitude: 3, speed: 4, heartRate: 9, cadence: 9, power: 9 });
});

test('fit is an activity that the SDK finds sound, with a point a second', async () => {
  const { bytes, filename } = await download(id, 'fit');
  expect(filename).toMatch(/\.fit$/);
  const decoder = new Decoder(Stream.fromByteArray([...bytes]));
  expect(decoder.checkIntegrity()).toBe(true);
  const { messages, errors } = decoder.read();
  expect(errors).toEqual([]);
  expect(messages.fileIdMesgs?.[0]).toMatchObject({ type: 'activity', manufacturer: 'development' });
  expect(messages.sessionMesgs?.[0]?.totalTimerTime).toBe(119);
  expect(Math.abs((messages.sessionMesgs?.[0]?.totalDistance ?? 0) - metres)).toBeLessThan(1);
  const degrees = (semicircles: number | undefined) => ((semicircles ?? Number.NaN) * 180) / 2 ** 31;
  const read = (messages.recordMesgs ?? []).map((point) => ({
    unixSeconds: (point.timestamp instanceof Date ? point.timestamp.getTime() : 0) / 1000,
    latitude: degrees(point.positionLat),
    longitude: degrees(point.positionLong),
    altitude: point.enhancedAltitude,
    speed: point.enhancedSpeed,
    heartRate: point.heartRate,
    cadence: point.cadence,
    power: point.power ?? Number.NaN,
  }));
  expectSame(read, { latitude: 6, longitude: 6, altitude: 3, speed: 3, heartRate: 9, cadence: 9, power: 9 });
});

test('the CSV of Nolio holds a point a second under the names of its streams', async () => {
  const { bytes, filename } = await download(id, 'nolio');
  expect(filename).toMatch(/\.csv$/);
  const [names = '', ...lines] = bytes.toString().trimEnd().split('\n');
  expect(names).toBe('time,heartrate,watts,cadence,altitude,speed,latitude,longitude');
  const read = lines.map((line) => {
    const [time, heartRate, power, cadence, altitude, speed, latitude, longitude] = line
      .split(',')
      .map((cell) => (cell === '' ? Number.NaN : Number(cell)));
    const unixSeconds = startSeconds + (time ?? Number.NaN);
    return { unixSeconds, heartRate, power, cadence, altitude, speed, latitude, longitude };
  });
  expectSame(read, { latitude: 9, longitude: 9, altitude: 3, speed: 4, heartRate: 9, cadence: 9, power: 2 });
  expect(lines[50]).toContain(`50,${points[50]?.heartRate},,`);
});

/** Equal to so many digits behind the point. */
function expectSame(read: Record<string, unknown>[], digits: Record<string, number>): void {
  expect(read.map(({ unixSeconds }) => unixSeconds)).toEqual(points.map(({ unixSeconds }) => unixSeconds));
  for (const [i, point] of points.entries()) {
    for (const [name, most] of Object.entries(digits)) {
      const [value, wanted] = [read[i]?.[name], Object.entries(point).find(([key]) => key === name)?.[1]];
      if (Number.isNaN(wanted)) expect(value).toBeNaN();
      else expect(value, `${name} ${i}`).toBeCloseTo(wanted ?? 0, most);
    }
  }
}

test('faster samples are the mean of the second around each point; a gap begins another segment', async () => {
  const rows = [0, 0.2, 0.4, 0.6, 1, 30].map((t) => `${startSeconds + t};${10 + t};20;${t}`);
  const fast = await uploaded(
    'fast.csv',
    Buffer.from(`t;latitude (°);longitude (°);speed (km/h)\n${rows.join('\n')}\n`),
  );
  const { trk } = parsed((await download(fast, 'gpx')).bytes).gpx;
  const segments = trk.trkseg.map(({ trkpt }: { trkpt: unknown }) => [trkpt].flat());
  expect(segments.map((one: unknown[]) => one.length)).toEqual([2, 1]);
  expect(segments[0].map((point: Record<string, unknown>) => Number(point['@_lat']))).toEqual([10.2, 10.8]);
  expect(segments[0][0].extensions['gpxtpx:TrackPointExtension']['gpxtpx:speed']).toBeCloseTo(0.2 / 3.6, 4);
});

test('a record without position is no GPX, one without any of it neither FIT nor TCX', async () => {
  const pulse = await uploaded('pulse.csv', Buffer.from('t;heart_rate\n0;60\n1;61\n2;62\n'));
  expect(await ask(pulse, 'gpx')).toBe('export.notHeld');
  expect(
    parsed((await download(pulse, 'tcx')).bytes).TrainingCenterDatabase.Activities.Activity.Lap.Track.Trackpoint,
  ).toHaveLength(3);
  for (const type of ['gpx', 'tcx', 'fit', 'nolio']) expect(await ask(rawId, type)).toBe('export.notHeld');
  expect(await ask(id, 'gpx', { body: { ids: [rawId] } })).toBe('export.notHeld');
});

test('others are served while a long FIT is written, and what was written in pieces is one sound file', async () => {
  const rates = Array.from({ length: 7200 }, (_, i) => 60 + (i % 100));
  const rows = rates.map((rate, i) => `${i};${rate}`);
  const long = await uploaded('long.csv', Buffer.from(`t;heart_rate\n${rows.join('\n')}\n`));
  const answer = await ask(long, 'fit');
  if (!(answer instanceof Answer && answer.body instanceof Readable)) throw new TypeError('no file');
  const written = vi.spyOn(Encoder.prototype, 'writeMesg');
  const inTurn: number[] = [];
  const made = buffer(answer.body);
  await turnsDuring(made, () => {
    inTurn.push(written.mock.calls.length);
    written.mockClear();
  });
  written.mockRestore();
  // Each takes 40 µs.
  expect(inTurn.reduce((most, count) => Math.max(most, count), 0)).toBeLessThanOrEqual(1000);
  const decoder = new Decoder(Stream.fromByteArray([...(await made)]));
  expect(decoder.checkIntegrity()).toBe(true);
  const { messages, errors } = decoder.read();
  expect(errors).toEqual([]);
  expect(messages.recordMesgs?.map(({ heartRate }) => heartRate)).toEqual(rates);
});

test('points are handed on many together', async () => {
  const answer = await ask(id, 'tcx');
  if (!(answer instanceof Answer && answer.body instanceof Readable)) throw new TypeError('no file');
  let pieces = 0;
  for await (const _ of answer.body) pieces++;
  expect(pieces).toBeLessThan(3);
});

test('a selection and several records make their own files, about as large as was said', async () => {
  const body = { t0: 10, t1: 19 };
  const made = await room.call(api.createSelection, manager, { params: { id }, body });
  const { id: sel_id } = api.createSelection.reply.parse(made);
  const { trk } = parsed((await download(id, 'gpx', { sel_id })).bytes).gpx;
  expect(trk.trkseg[0].trkpt).toHaveLength(10);
  const other = await uploaded('row2.csv', csvOf(points));
  const files = await unzipped((await download(id, 'fit', { body: { ids: [other] } })).bytes);
  expect(Object.keys(files).map((name) => name.split('/')[1])).toEqual(['track.fit', 'track.fit']);
  const nolio = await unzipped((await download(id, 'nolio', { body: { ids: [other] } })).bytes);
  expect(Object.keys(nolio).map((name) => name.split('/')[1])).toEqual(['nolio.csv', 'nolio.csv']);
  for (const fileType of ['gpx', 'tcx', 'fit', 'nolio'] as const) {
    const answer = await room.call(api.estimateRecordFile, manager, { params: { id, fileType }, query: {}, body: {} });
    const { bytes } = api.estimateRecordFile.reply.parse(answer);
    expect(Math.abs(bytes / (await download(id, fileType)).bytes.length - 1), fileType).toBeLessThan(0.15);
  }
});
