import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isProblem, type Recording, readRawFile, utf8, writeRawFile } from '../index.ts';

const fixture = new URL('../../../testkit/fixtures/19_raw_device_file/recording.txt', import.meta.url);
const real = new Uint8Array(readFileSync(fixture));
const frameBytes = 33;
const dataStart = Buffer.from(real).indexOf('<== data ==>\n') + 13;

function read(bytes: Uint8Array): Recording {
  const recording = readRawFile(bytes);
  if (isProblem(recording)) throw new Error(JSON.stringify(recording));
  return recording;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** A file of one module with the given frames. */
function file(description: object, module: object, frames: Uint8Array): Uint8Array {
  const header = { description: { epochUs: 0, ...description }, modules: { m: { id: 1, rate: 100, ...module } } };
  return joined(
    utf8(`<== description ==>\n${JSON.stringify(header)}\n<== calibration ==>\n{}\n<== data ==>\n`),
    frames,
  );
}

/** id, time in µs, then int16 values. */
function frame(id: number, timeUs: number, ...values: number[]): Uint8Array {
  const bytes = new Uint8Array(9 + 2 * values.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, id);
  view.setBigUint64(1, BigInt(timeUs), true);
  values.forEach((value, i) => {
    view.setInt16(9 + 2 * i, value, true);
  });
  return bytes;
}

const idAndTime = [
  ['id', 'uint8', ''],
  ['time', 'uint64', 'us'],
];
const imuOf16 = {
  type: 'imu',
  acc_factor: 0.5,
  description: [...idAndTime, ['acc_x', 'int16', 'm/s²'], ['other', 'int16', '']],
};

describe('the real file of set 19', () => {
  test('gives the expected values exactly', () => {
    const { modules, startUs, findings, bytesLost, deviceNumber } = read(real);
    expect(modules.map((m) => [m.name, m.rateHz, m.timesSeconds.length])).toEqual([['imu', 100, 4771]]);
    const [imu] = modules;
    expect([imu?.timesSeconds[0], imu?.timesSeconds[2385], imu?.timesSeconds[4770]]).toEqual([
      1.197674, 25.086419, 48.978698,
    ]);
    expect(imu?.columns.map((c) => c.name)).toEqual(['acc_x', 'acc_y', 'acc_z', 'gyro_x', 'gyro_y', 'gyro_z']);
    expect([imu?.values[2]?.[0], imu?.values[2]?.[4770]]).toEqual([9.742115020751953, 9.699029922485352]);
    expect(imu?.values[4]?.[0]).toBe(-8.119999885559082);
    expect([startUs, findings, bytesLost, deviceNumber]).toEqual([1673952570e6, [], 0, 82]);
  });

  test('written again, gives the same samples', async () => {
    const first = read(real);
    const again = read(await written(first));
    expect(again.modules).toEqual(first.modules);
    expect(again.startUs).toBe(first.startUs);
  });

  test('cut in a frame, keeps the frames before it without complaint', () => {
    const cut = read(real.subarray(0, dataStart + 10 * frameBytes + 7));
    expect(cut.modules[0]?.timesSeconds.length).toBe(10);
    expect(cut.findings).toEqual([]);
  });

  test('with bytes missing in the middle, finds the next frame and says how many bytes are lost', () => {
    const at = dataStart + 100 * frameBytes;
    const holed = read(joined(real.subarray(0, at + 5), real.subarray(at + 20)));
    expect(holed.modules[0]?.timesSeconds.length).toBe(4770);
    expect(holed.bytesLost).toBe(frameBytes - 15);
    expect(holed.findings.map((f) => f.type)).toEqual(['WARN']);
    expect(holed.findings[0]?.msg.en).toContain('18');
  });

  test('overwritten by a second record, stops there with an error', () => {
    const both = read(joined(real.subarray(0, dataStart + 50 * frameBytes), real));
    expect(both.modules[0]?.timesSeconds.length).toBe(50);
    expect(both.findings.map((f) => f.type)).toEqual(['ERROR']);
  });

  test('an id 0 ends the file near its end, and is damage elsewhere', () => {
    const ended = read(joined(real.subarray(0, dataStart + 200 * frameBytes), new Uint8Array(100)));
    expect([ended.modules[0]?.timesSeconds.length, ended.bytesLost]).toEqual([200, 0]);
    const early = read(joined(real.subarray(0, dataStart), new Uint8Array(3), real.subarray(dataStart)));
    expect([early.modules[0]?.timesSeconds.length, early.bytesLost]).toEqual([4771, 3]);
  });
});

describe('the rules of the format', () => {
  test('factors scale int16 by the prefix of the name, and by `factor` otherwise', () => {
    const scaled = read(file({}, { ...imuOf16, factor: 10 }, frame(1, 1e6, 3, 4)));
    expect(scaled.modules[0]?.values.map((v) => v[0])).toEqual([1.5, 40]);
    expect(read(file({}, imuOf16, frame(1, 1e6, 3, 4))).modules[0]?.values.map((v) => v[0])).toEqual([1.5, 4]);
  });

  test('a header of few words may not ask for more columns than are read: 4,096 of all modules', () => {
    const module = (id: number) => ({
      id,
      rate: 100,
      type: 'imu',
      description: [...idAndTime, { name: 'p', type: 'array32x32_int16', unit: '' }],
    });
    const described = (modules: number) => {
      const header = {
        description: { epochUs: 0 },
        modules: Object.fromEntries(Array.from({ length: modules }, (_, i) => [`m${i}`, module(i + 1)])),
      };
      return readRawFile(utf8(`<== description ==>\n${JSON.stringify(header)}\n<== data ==>\n`));
    };
    expect(described(4)).toEqual({ problem: 'noSamples' });
    for (const modules of [5, 99]) expect(described(modules)).toEqual({ problem: 'tooManyColumns', most: 4096 });
  });

  test('a value out of range is damage', () => {
    const frames = joined(frame(1, 1e6, 3, 4), frame(1, 2e6, 1300, 4), frame(1, 3e6, 5, 6));
    const { modules, bytesLost } = read(file({}, imuOf16, frames));
    expect([[...(modules[0]?.timesSeconds ?? [])], bytesLost]).toEqual([[1, 3], 13]);
  });

  test('from v6.6.0 the most precise clock update corrects the start', () => {
    const update = new Uint8Array(13);
    const view = new DataView(update.buffer);
    view.setUint8(0, 100);
    view.setUint32(1, 500, true);
    view.setBigUint64(5, 1_700_000_000_000_000n, true);
    const bytes = (version: string) => file({ version }, imuOf16, joined(update, frame(1, 1e6, 3, 4)));
    expect(read(bytes('v6.6.0'))).toMatchObject({ startUs: 1.7e15, bytesLost: 0 });
    expect(read(bytes('v6.5.9'))).toMatchObject({ startUs: 0, bytesLost: 13 });
  });

  test('names, defaults and arrays', () => {
    const module = { description: [...idAndTime, { name: 'p', type: 'array2x2_int16', unit: 'N' }] };
    const about = { variablesNames: '{"m": {"p": "Pression"}}', folder_name: 'x_0451_y' };
    const recording = read(file(about, module, frame(1, 1e6, 1, 2, 3, 4)));
    expect(recording).toMatchObject({ version: 'v6.0.0', deviceType: 'maxi', deviceNumber: 451 });
    expect(recording.modules[0]?.columns.map((c) => c.name)).toEqual([0, 1, 2, 3].map((i) => `Pression_${i}`));
    expect(recording.modules[0]?.values.map((v) => v[0])).toEqual([1, 2, 3, 4]);
  });

  test('without a fix a gps frame is dropped, and gps fields of a combined frame are NaN', () => {
    const position = (prefix: string) => ['nSat', 'latitude'].map((n) => [`${prefix}${n}`, 'int16', '']);
    const frames = joined(frame(1, 1e6, 0, 45), frame(1, 2e6, 7, 45));
    const pure = read(file({}, { type: 'gps', description: [...idAndTime, ...position('')] }, frames));
    expect([...(pure.modules[0]?.timesSeconds ?? [])]).toEqual([2]);
    const combined = read(file({}, { description: [...idAndTime, ...position('gps_')] }, frames));
    expect([...(combined.modules[0]?.values[1] ?? [])]).toEqual([Number.NaN, 45]);
  });

  test.each([
    ['nothing', utf8(''), 'unknownFormat'],
    ['no data section', utf8('<== description ==>\n{}\n'), 'damagedHeader'],
    ['no JSON', utf8('<== description ==>\n{\n<== data ==>\n'), 'damagedHeader'],
    [
      'a huge array',
      file({}, { description: [...idAndTime, ['a', 'array999999999x999999999_int16', '']] }, frame(1, 1)),
      'damagedHeader',
    ],
    ['a huge frame', file({}, { ...imuOf16, size: 4e9 }, frame(1, 1e6, 3, 4)), 'damagedHeader'],
    ['no frame', file({}, imuOf16, new Uint8Array()), 'noSamples'],
    ['deep JSON', utf8(`<== description ==>\n${'['.repeat(200_000)}\n<== data ==>\n`), 'damagedHeader'],
  ])('%s is refused with its reason', (_, bytes, problem) => {
    expect(readRawFile(bytes)).toMatchObject({ problem });
  });
});

describe('whatever the bytes', () => {
  const short = real.slice(0, dataStart + 8 * frameBytes);

  function endsWell(bytes: Uint8Array): void {
    const result = readRawFile(bytes);
    if (isProblem(result)) return;
    for (const { timesSeconds, values } of result.modules) {
      expect(timesSeconds.length).toBeGreaterThan(0);
      expect(values.every((v) => v.length === timesSeconds.length)).toBe(true);
      expect(timesSeconds.every((t, i) => i === 0 || t >= (timesSeconds[i - 1] ?? t))).toBe(true);
    }
    expect(result.bytesLost === 0).toBe(!result.findings.some((f) => f.type === 'WARN'));
  }

  test('4,000 truncated and bit-flipped files end in a recording or a problem', () => {
    const damage = fc.record({
      cut: fc.nat(short.length),
      flips: fc.array(fc.tuple(fc.nat(short.length - 1), fc.nat(7)), { maxLength: 12 }),
    });
    fc.assert(
      fc.property(damage, ({ cut, flips }) => {
        const bytes = short.slice(0, flips.length === 0 ? cut : short.length);
        for (const [at, bit] of flips) bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        endsWell(bytes);
      }),
      { numRuns: 4000 },
    );
  });

  test('4,000 files of random frames end in a recording or a problem', () => {
    const head = real.slice(0, dataStart);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.boolean(), (noise, withHeader) => {
        endsWell(withHeader ? joined(head, noise, short.subarray(dataStart)) : noise);
      }),
      { numRuns: 4000 },
    );
  });

  test('2,000 hostile headers end in a recording or a problem', () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        -1,
        0,
        1,
        100,
        255,
        2 ** 31,
        1e308,
        null,
        '',
        '__proto__',
        '../x',
        'uint8',
        'array99999x99999_int8',
      ),
      fc.jsonValue({ maxDepth: 3 }),
    );
    const keys = ['id', 'rate', 'size', 'type', 'factor', 'acc_factor', 'description'];
    const about = fc.dictionary(fc.constantFrom('epoch', 'epochUs', 'version', 'variablesNames', 'deviceId'), hostile);
    fc.assert(
      fc.property(about, fc.dictionary(fc.constantFrom(...keys), hostile), (description, module) => {
        endsWell(file(description, { ...imuOf16, ...module }, joined(frame(1, 1e6, 3, 4), frame(1, 2e6, 5, 6))));
      }),
      { numRuns: 2000 },
    );
  });

  test('what is written reads back as the same recording', async () => {
    const column = fc.array(fc.float({ noDefaultInfinity: false }), { minLength: 40, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ steps: fc.array(fc.nat(5e6), { minLength: 1, maxLength: 40 }), a: column, b: column }), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.integer({ min: 1e15, max: 2e15 }),
        async (sources, startUs) => {
          const modules = sources.map(({ steps, a, b }, i) => {
            let us = 0;
            const about = { unit: 'm/s²', description: { fr: 'é', en: 'e' } };
            return {
              name: `m${i}`,
              type: 'gps',
              rateHz: 12.5,
              columns: [
                { ...about, name: 'acc_x', type: 'f32' as const },
                { ...about, name: 'latitude', type: 'f64' as const },
              ],
              timesSeconds: Float64Array.from(steps, (step) => {
                us += step;
                return us / 1e6;
              }),
              values: [
                Float32Array.from(a.slice(0, steps.length)),
                Float64Array.from(b.slice(0, steps.length), (v) => v / 3),
              ],
            };
          });
          const about = { startUs, deviceType: 'mini', deviceNumber: 20100007, recordType: 'record', version: '' };
          const recording: Recording = {
            ...about,
            folderName: undefined,
            modules,
            findings: [],
            bytesLost: 0,
            passes: [],
          };
          const again = read(await written(recording));
          expect(again).toEqual({ ...recording, version: 'v6.6.0' });
        },
      ),
      { numRuns: 200 },
    );
  });
});

async function written(recording: Recording): Promise<Uint8Array> {
  const about = { ...recording, startUs: recording.startUs ?? 0 };
  const modules = recording.modules.map((module) => ({
    ...module,
    chunks: (async function* () {
      const half = module.timesSeconds.length >> 1;
      for (const [from, to] of [
        [0, half],
        [half, half],
        [half, undefined],
      ] as const) {
        const values = module.values.map((v) => v.slice(from, to));
        yield { timesSeconds: module.timesSeconds.slice(from, to), values };
      }
    })(),
  }));
  const pieces: Uint8Array[] = [];
  for await (const piece of writeRawFile(about, modules)) pieces.push(piece);
  return joined(...pieces);
}
