import { describe, expect, test } from 'vitest';
import { bytesSource, memoryScratch } from '../byte-source.ts';
import { fileFormats } from '../file-formats.ts';
import { readRawFile, utf8 } from '../index.ts';
import { dataStart, file, frame, frameBytes, idAndTime, imuOf16, joined, read, real } from './make-test-raw.ts';

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

  test('modules out of order share the memory of those that wait for their order', () => {
    const described = (id: number) => ({ ...imuOf16, id, rate: 100 });
    const modules = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`m${i}`, described(i + 1)]));
    const header = JSON.stringify({ description: { epochUs: 0 }, modules });
    const rows = 25_000;
    const frames: Uint8Array[] = [];
    for (let row = rows; row > 0; row--) for (let id = 1; id <= 20; id++) frames.push(frame(id, row * 100, id, 1));
    const bytes = joined(utf8(`<== description ==>\n${header}\n<== data ==>\n`), Buffer.concat(frames));
    let writtenBytes = 0;
    const newScratch = () => {
      const scratch = memoryScratch();
      const write = (part: Uint8Array, at: number) => {
        writtenBytes += part.length;
        scratch.write(part, at);
      };
      return { ...scratch, write };
    };
    const pieces = fileFormats.raw.read(bytesSource(bytes), { rateHz: undefined, toUtcMs: (ms) => ms }, newScratch);
    let beforeSamples = 0;
    for (let next = pieces.next(); !next.done; next = pieces.next()) {
      if (next.value.samples.timesSeconds.length === 0) continue;
      beforeSamples = writtenBytes;
      break;
    }
    // Three numbers a row; beside them the first module in its order.
    const all = 20 * rows * 3 * 8;
    expect(beforeSamples).toBeGreaterThan(all - (9 << 20));
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
    [
      'more modules than there are ids for',
      utf8(
        `<== description ==>\n${JSON.stringify({
          description: { epochUs: 0 },
          modules: Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`m${i}`, 0])),
        })}\n<== data ==>\n`,
      ),
      'damagedHeader',
    ],
    ['no frame', file({}, imuOf16, new Uint8Array()), 'noSamples'],
    ['deep JSON', utf8(`<== description ==>\n${'['.repeat(200_000)}\n<== data ==>\n`), 'damagedHeader'],
  ])('%s is refused with its reason', (_, bytes, problem) => {
    expect(readRawFile(bytes)).toMatchObject({ problem });
  });
});
