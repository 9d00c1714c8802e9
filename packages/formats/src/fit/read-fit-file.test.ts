import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Decoder, Encoder, Profile, Stream } from '@garmin/fitsdk';
import { describe, expect, test } from 'vitest';
import { detectFormat, type FileProblem, isProblem, type Recording, readWholeFile } from '../index.ts';
import { readDamaged } from '../make-test-damage.ts';
import { recordFields } from './record-fields.ts';

const fixture = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../testkit/fixtures/09_cycling_power/${name}`, import.meta.url)));
const edge = fixture('Edge810-Vector-2013-08-16-15-35-10.fit');

function good(result: Recording | FileProblem): Recording {
  if (isProblem(result)) throw new Error(JSON.stringify(result));
  return result;
}
const read = (bytes: Uint8Array) => good(readWholeFile('fit', bytes));
const said = ({ findings }: Recording) => findings.map(({ msg }) => msg.en);

/** Values by name; times among them as T. */
function table(recording: Recording): Record<string, number[]> {
  const [module] = recording.modules;
  const named = (module?.columns ?? []).map(({ name }, i) => [name, [...(module?.values[i] ?? [])]] as const);
  return { T: [...(module?.timesSeconds ?? [])], ...Object.fromEntries(named) };
}

type Messages = readonly (readonly [number: number, fields: Record<string, unknown>])[];

/** A file as the SDK writes it. */
function written(messages: Messages, described: ConstructorParameters<typeof Encoder>[0] = {}): Uint8Array {
  const encoder = new Encoder(described);
  for (const [num, fields] of messages) encoder.onMesg(num, fields);
  return encoder.close();
}

const at = (seconds: number) => new Date(Date.UTC(2026, 4, 1, 8) + seconds * 1000);
const ride: Messages = [
  [0, { type: 'activity', manufacturer: 'development', timeCreated: at(0) }],
  ...Array.from(
    { length: 40 },
    (_, i) =>
      [
        20,
        {
          timestamp: at(i),
          speed: 4 + i / 10,
          power: 200 + i,
          heartRate: i === 3 ? undefined : 120 + i,
          distance: 4 * i,
        },
      ] as const,
  ),
  [19, { timestamp: at(20), startTime: at(0), totalElapsedTime: 20 }],
  [19, { timestamp: at(39), startTime: at(20), totalElapsedTime: 19 }],
  [18, { timestamp: at(39), startTime: at(0), sport: 'rowing', totalElapsedTime: 39 }],
];

describe('a ride with a power meter of both legs', () => {
  const recording = read(edge);
  const values = table(recording);

  test('holds what an independent decoder found, record by record', () => {
    const [header = '', ...lines] = new TextDecoder()
      .decode(gunzipSync(fixture('Edge810-Vector_records.csv.gz')))
      .trim()
      .split('\n');
    const rows = lines.map((line) => line.split(',').map((cell) => (cell === '' ? Number.NaN : Number(cell))));
    const column = (name: string) => rows.map((row) => row[header.trim().split(',').indexOf(name)] ?? Number.NaN);
    expect(values.T).toEqual(column('t'));
    for (const [theirs, ours, digits] of [
      ['power', 'power', 9],
      ['cadence', 'cadence', 9],
      ['speed', 'speed', 9],
      ['distance', 'distance', 1],
      ['hr', 'heart_rate', 9],
      ['alt', 'altitude', 9],
      ['lat', 'latitude', 6],
      ['lon', 'longitude', 6],
    ] as const) {
      const wanted = column(theirs);
      const wrong = wanted.findIndex((value, i) => {
        const read = values[ours]?.[i] ?? Number.NaN;
        return Number.isNaN(value) !== Number.isNaN(read) || Math.abs(value - read) > 0.51 * 10 ** -digits;
      });
      expect([theirs, wrong]).toEqual([theirs, -1]);
    }
    const right = column('lr').map((byte) => (byte >= 128 ? byte - 128 : Number.NaN));
    expect(values.left_right).toEqual(right);
  });

  test('holds the mean and the greatest power that the device wrote', () => {
    const power = (values.power ?? []).filter((value) => !Number.isNaN(value));
    expect(Math.abs(power.reduce((sum, value) => sum + value, 0) / power.length - 275.5)).toBeLessThan(0.7);
    expect(Math.max(...power)).toBe(619);
  });

  test('begins when it was ridden, is cycling, and its laps are stretches', () => {
    expect(new Date((recording.startUs ?? 0) / 1000).toJSON()).toBe('2013-08-16T18:05:10.000Z');
    expect([recording.sport, recording.findings]).toEqual(['cycling', []]);
    const { messages } = new Decoder(Stream.fromByteArray([...edge])).read();
    const laps = messages.lapMesgs ?? [];
    expect(recording.passes.length).toBe(laps.length < 2 ? 0 : laps.length);
  });

  test('is recognised, with the names and units that every screen knows', () => {
    expect(detectFormat(edge.subarray(0, 1000), false)).toMatchObject({ format: 'fit' });
    const units = (recording.modules[0]?.columns ?? []).map(({ name, unit }) => `${name} ${unit}`);
    expect(units).toEqual(
      expect.arrayContaining(['speed m/s', 'power W', 'heart_rate bpm', 'latitude °', 'left_right %']),
    );
  });
});

test('scales, offsets and units are those of the profile', () => {
  const ours: Readonly<Record<string, string>> = {
    '': '',
    watts: 'W',
    cycles: '',
    C: '°C',
    percent: '%',
    degrees: '°',
    'Breaths/min': '1/min',
  };
  const plain = (value: unknown) => (Array.isArray(value) ? value[0] : value);
  const fields = Profile.messages[20]?.fields ?? {};
  for (const { unit, fields: sources } of recordFields) {
    for (const { num, scale, offset } of sources) {
      const known = fields[num];
      if (known?.units === 'semicircles') continue;
      const units = String(plain(known?.units));
      expect([num, scale, offset, unit]).toEqual([
        num,
        plain(known?.scale),
        plain(known?.offset),
        ours[units] ?? units,
      ]);
    }
  }
});

describe('a file that the SDK wrote', () => {
  test('reads back, gaps as gaps, laps within the records', () => {
    const recording = read(written(ride));
    const values = table(recording);
    expect(values.T).toEqual(Array.from({ length: 40 }, (_, i) => i));
    expect(values.power?.[7]).toBe(207);
    expect(values.heart_rate?.slice(2, 5)).toEqual([122, Number.NaN, 124]);
    expect(recording.passes).toEqual([
      { fromSeconds: 0, toSeconds: 20 },
      { fromSeconds: 20, toSeconds: 39 },
    ]);
    expect([recording.sport, recording.startUs, said(recording)]).toEqual(['rowing', at(0).getTime() * 1000, []]);
  });

  test('whose session says no sport has the one of its sport message', () => {
    const unsaid = ride.map(
      ([num, message]) => [num, num === 18 ? { ...message, sport: undefined } : message] as const,
    );
    expect(read(written([...unsaid, [12, { sport: 'rowing' }]])).sport).toBe('rowing');
  });

  test('with two sports says none', () => {
    const both = [...ride, [18, { timestamp: at(39), startTime: at(0), sport: 'running' }]] as const;
    expect(read(written(both)).sport).toBeUndefined();
  });

  test('has the fields of developers under their names', () => {
    const developer = { developerDataIdMesg: { developerDataIndex: 0, applicationId: new Array(16).fill(1) } };
    const fieldDescriptionMesg = {
      developerDataIndex: 0,
      fieldDefinitionNumber: 0,
      fitBaseTypeId: 136, // float32
      fieldName: 'Boat Tilt',
      units: 'deg',
    };
    const described = { fieldDescriptions: { 0: { ...developer, fieldDescriptionMesg } } };
    const messages = [
      [207, developer.developerDataIdMesg],
      [206, fieldDescriptionMesg],
      ...[1.5, -2.25].map((tilt, i) => [20, { timestamp: at(i), power: 1, developerFields: { 0: tilt } }] as const),
    ] as const;
    const recording = read(written(messages, described));
    expect(table(recording).Boat_Tilt).toEqual([1.5, -2.25]);
    expect(recording.modules[0]?.columns.map(({ unit }) => unit)).toEqual(['W', 'deg']);
  });

  test('one behind the other is one record', () => {
    const later = ride.map(([num, fields]): Messages[number] => {
      const moved = Object.entries(fields).map(([name, value]) => [
        name,
        value instanceof Date ? new Date(+value + 60_000) : value,
      ]);
      return [num, Object.fromEntries(moved)];
    });
    const both = Buffer.concat([written(ride), written(later)]);
    const recording = read(both);
    expect(table(recording).T?.length).toBe(80);
    expect(table(recording).T?.[40]).toBe(60);
    expect(recording.findings).toEqual([]);
  });
});

describe('a damaged file', () => {
  const whole = written(ride);

  test('that is cut off keeps what is there, and says so', () => {
    const recording = read(whole.slice(0, whole.length - 200));
    expect(table(recording).T?.length).toBeGreaterThan(20);
    expect(said(recording)).toEqual(['The FIT file is cut off before its end: what is there is kept.']);
  });

  test('whose bytes do not match its checksum says so', () => {
    const turned = whole.slice();
    turned[whole.length - 3] = (turned[whole.length - 3] ?? 0) ^ 1;
    expect(said(read(turned))).toEqual(['The checksum of the FIT file is wrong: some values may be damaged.']);
  });

  test('with a record of another century keeps the others', () => {
    const odd = [...ride, [20, { timestamp: new Date(Date.UTC(2090, 0, 1)), power: 1 }]] as const;
    const recording = read(written(odd));
    expect(table(recording).T?.at(-1)).toBe(39);
    expect(said(recording)).toEqual(['Records without a credible date, left out: 1.']);
  });

  test('without records is refused', () => {
    expect(readWholeFile('fit', written(ride.slice(0, 1)))).toEqual({ problem: 'noSamples' });
  });

  test('in any of ten thousand ways is a record with what is whole, or refused', () => {
    expect(readDamaged('fit', whole)).toBeGreaterThan(5000);
  });
});

test('times of five bits in the header of a message go on from the last whole one', () => {
  const definition = [0x40, 0, 0, 20, 0, 2, 253, 4, 0x86, 7, 2, 0x84, 0x41, 0, 0, 20, 0, 1, 7, 2, 0x84];
  const whole = [0x00, 30, 0, 0, 0x40, 100, 0];
  const short = [0x80 | (1 << 5) | 31, 101, 0, 0x80 | (1 << 5) | 2, 102, 0];
  const data = [...definition, ...whole, ...short];
  const header = [14, 0x20, 0, 0, data.length, 0, 0, 0, 0x2e, 0x46, 0x49, 0x54, 0, 0];
  expect(table(read(Uint8Array.from([...header, ...data, 0, 0])))).toEqual({ T: [0, 1, 4], power: [100, 101, 102] });
});
