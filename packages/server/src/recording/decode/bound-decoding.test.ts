import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRefusal } from '@sillage/contract';
import { type ColumnMeta, encodeBlock, type ModuleMeta } from '@sillage/device-protocol';
import { isProblem } from '@sillage/formats';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { thresholdsOf } from '../../platform/disk/index.ts';
import { openTestDisk } from '../../platform/disk/testing.ts';
import { createJournals } from '../journal/index.ts';
import { boundDecoding } from './bound-decoding.ts';
import { decodeSource } from './decode-source.ts';
import type { DecodeTask } from './decode-task.ts';
import { createDecodeWorkers } from './decode-workers.ts';
import { reserveRoom } from './reserve-room.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sillage-room-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));
const journals = createJournals();
afterAll(() => journals.close());

async function taskOf(source: DecodeTask['source'], bytes: Uint8Array | string): Promise<DecodeTask> {
  const folder = await mkdtemp(join(root, 'case-'));
  const path = join(folder, 'source');
  await mkdir(join(folder, 'work'));
  await writeFile(path, bytes);
  return {
    source,
    path,
    startUs: 0,
    rateHz: undefined,
    timezone: 'UTC',
    steps: [],
    folder: join(folder, 's'),
    work: join(folder, 'work'),
  };
}

async function bytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const sizes = entries
    .filter((one) => one.isFile())
    .map(async (one) => (await stat(join(one.parentPath, one.name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Decodes; answers the most that lay on the disk at once, and what is left there, both as told. */
async function decode(task: DecodeTask) {
  const landed = new BigInt64Array(new SharedArrayBuffer(8));
  let most = 0;
  const add = Atomics.add;
  Atomics.add = ((array: BigInt64Array, at: number, value: bigint) => {
    const before = add(array, at, value);
    if (array === landed) most = Math.max(most, Number(before + value));
    return before;
  }) as typeof Atomics.add;
  try {
    const outcome = await decodeSource({ ...task, landed });
    if (isProblem(outcome)) throw new Error(JSON.stringify(outcome));
    return { most, left: Number(landed[0]) };
  } finally {
    Atomics.add = add;
  }
}

/** Rows of a CSV of this many columns; the order of their times. */
function csv(columns: number, times: readonly number[], cell: (row: number) => string): string {
  const header = ['t', ...Array.from({ length: columns }, (_, i) => `c${i}`)].join(';');
  return `${[header, ...times.map((t, row) => [t, ...new Array<string>(columns).fill(cell(row))].join(';'))].join('\n')}\n`;
}

function raw(columns: number, type: 'int16' | 'float64', times: readonly number[]): Uint8Array {
  const described = [
    ['id', 'uint8'],
    ['time', 'uint64'],
    ...Array.from({ length: columns }, (_, i) => [`c${i}`, type]),
  ];
  const modules = { m: { id: 1, rate: 100, type: 'imu', description: described } };
  const header = JSON.stringify({ description: { epochUs: 0, version: 'v6.0.0' }, modules });
  const width = type === 'int16' ? 2 : 8;
  const frames = times.map((seconds) => {
    const view = new DataView(new ArrayBuffer(9 + width * columns));
    view.setUint8(0, 1);
    view.setBigUint64(1, BigInt(Math.round(seconds * 1e6)), true);
    return new Uint8Array(view.buffer);
  });
  const text = `<== description ==>\n${header}\n<== calibration ==>\n{}\n<== data ==>\n`;
  return Buffer.concat([Buffer.from(text), ...frames]);
}

/** Records of 16-bit fields, one a second. */
function fit(columns: number, seconds: readonly number[]): Uint8Array {
  const fields = [7, 5, 6, 2, 3, 4, 9, 13, 31, 10, 33, 43].slice(0, columns);
  const definition = [0x40, 0, 0, 20, 0, fields.length + 1, 253, 4, 0x86, ...fields.flatMap((num) => [num, 2, 0x84])];
  const records = seconds.map((second) => {
    const view = new DataView(new ArrayBuffer(5 + 2 * columns));
    view.setUint32(1, 1_000_000_000 + second, true);
    for (let i = 0; i < columns; i++) view.setUint16(5 + 2 * i, 100 + i, true);
    return new Uint8Array(view.buffer);
  });
  const header = Buffer.alloc(14);
  header.write('.FIT', 8, 'latin1');
  header[0] = 14;
  header.writeUInt32LE(definition.length + records.length * (5 + 2 * columns), 4);
  return Buffer.concat([header, Uint8Array.from(definition), ...records, new Uint8Array(2)]);
}

/** Points as short as they can be, and their other numbers. */
function gpx(others: number, seconds: readonly number[]): string {
  const tags = Array.from({ length: others }, (_, i) => `<v${i}>1</v${i}>`).join('');
  const points = seconds.map(
    (second) => `<trkpt lat="1" lon="1"><time>${new Date(1.7e12 + 1000 * second).toJSON()}</time>${tags}</trkpt>`,
  );
  return `<gpx><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`;
}

/** Strokes with curves of so many points. */
function rp3(points: number, seconds: readonly number[]): string {
  const header = 'workout_interval_id,stroke_number,time,power,peak_force,peak_force_pos,drive_time,curve_data';
  const curve = new Array<string>(points).fill('9').join();
  const rows = seconds.map((second, i) => `1,${i},${second},100,9,2.2,0.5,"${curve}"`);
  return `${[header, ...rows].join('\n')}\n`;
}

async function journal(
  columns: number,
  type: ColumnMeta['type'],
  timing: ModuleMeta['timing'],
  order: readonly number[],
) {
  const description = { fr: 'é'.repeat(100), en: '"'.repeat(100) };
  const one = { unit: 'm', type, scale: 1, offset: 0, description, precision: 0 };
  const module: ModuleMeta = {
    ...{ id: 1, type: 'imu', rateHz: 100, realtimeRateHz: 10, timing },
    columns: Array.from({ length: columns }, (_, i) => ({ name: `c${i}`, ...one })),
  };
  const task = await taskOf('journal', '');
  const writer = await journals.open(task.path);
  const meta = { protocol: 1 as const, number: 1, name: 'x', version: '1', modules: { m: module }, features: {} };
  writer.header({ recordUid: randomUUID(), deviceNumber: 1, deviceRecordId: 1, startUs: 0, clockOffsetUs: null, meta });
  const n = 5000;
  const stampsUs = Array.from({ length: n }, (_, i) => i * 10_000);
  const values = module.columns.map(() => new Array<number>(n).fill(1));
  for (const sequence of order) {
    const header = { moduleId: 1, sampleCount: n, recordId: 1, sequence, firstSampleUs: sequence * n * 10_000 };
    writer.append([encodeBlock(header, module, { stampsUs, columns: values })]);
  }
  writer.end(null, 0);
  await writer.close();
  return task;
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i / 100);
const shuffled = (count: number) => upTo(count).map((_, i, all) => all[(i * 7919) % count] ?? 0);
const inSeconds = (times: readonly number[]) => times.map((t) => Math.round(100 * t));
const passes = (count: number) => upTo(count).map((t) => t % (count / 300));
const kinds: Record<string, (rows: number, columns: number) => Promise<DecodeTask>> = {
  'a CSV': (rows, columns) =>
    taskOf(
      'csv',
      csv(columns, upTo(rows), (row) => `${row}.123456`),
    ),
  'a CSV whose rows get shorter': (rows, columns) =>
    taskOf(
      'csv',
      csv(columns, upTo(rows), (row) => (row < rows / 4 ? '123456.789' : '0')),
    ),
  'a CSV with a late row': (rows, columns) =>
    taskOf(
      'csv',
      csv(columns, [...upTo(rows), 0.005], () => '1.5'),
    ),
  'a CSV whose time begins again': (rows, columns) =>
    taskOf(
      'csv',
      csv(columns, passes(rows), () => '1'),
    ),
  'a raw file of small numbers': (rows, columns) => taskOf('raw', raw(columns, 'int16', upTo(rows))),
  'a raw file of large numbers in no order': (rows, columns) => taskOf('raw', raw(columns, 'float64', shuffled(rows))),
  'a raw file of small numbers in no order': (rows, columns) => taskOf('raw', raw(columns, 'int16', shuffled(rows))),
  'a FIT': (rows, columns) => taskOf('fit', fit(columns, inSeconds(upTo(rows)))),
  'a FIT in no order': (rows, columns) => taskOf('fit', fit(columns, inSeconds(shuffled(rows)))),
  'a GPX in no order': (rows, columns) => taskOf('gpx', gpx(columns, inSeconds(shuffled(Math.min(rows, 30_000))))),
  'a table of strokes and their curves': (rows, columns) =>
    taskOf('rp3', rp3(5 * columns, upTo(Math.min(rows, 30_000)))),
  'a journal of one small number': (rows) =>
    journal(
      1,
      'int16',
      'regular',
      upTo(rows / 2000).map((_, i) => i),
    ),
  'a journal whose blocks came last first': (rows, columns) =>
    journal(
      Math.min(columns, 4),
      'int16',
      'stamped',
      upTo(rows / 2000).map((_, i) => Math.floor(rows / 2000) - i),
    ),
  'a journal of large numbers': (rows, columns) =>
    journal(
      Math.min(columns, 3),
      'int32',
      'regular',
      upTo(rows / 2000).map((_, i) => i),
    ),
};

describe('what is on the disk while it is decoded is no more than was asked for, and what is left is what was told', () => {
  it.each(Object.entries(kinds))('%s', async (_kind, make) => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(500, 30_000, 150_000), fc.constantFrom(1, 3, 12), async (rows, columns) => {
        const task = await make(columns === 12 ? Math.min(rows, 30_000) : rows, columns);
        const { mostBytes } = await boundDecoding(task);
        const { most, left } = await decode(task);
        expect(left).toBe((await bytesOf(task.folder)) + (await bytesOf(task.work)));
        expect(most).toBeLessThanOrEqual(mostBytes);
        await rm(join(task.path, '..'), { recursive: true });
      }),
      { numRuns: 4 },
    );
  });
});

describe('the room of a decoding', () => {
  it('is not counted twice: what has landed is reserved no longer', async () => {
    const task = await taskOf(
      'csv',
      csv(3, upTo(50_000), (row) => `${row}`),
    );
    const { disk, room } = await openTestDisk();
    const lent = await reserveRoom(disk, await boundDecoding(task));
    if (isRefusal(lent)) throw new Error(lent.code);
    const { mostBytes } = await boundDecoding(task);
    expect(disk.report().reservedBytes.decode).toBe(mostBytes);
    const workers = createDecodeWorkers();
    await workers.decode({ ...task, landed: lent.landed });
    await workers.close();
    const left = Number(lent.landed[0]);
    expect(left).toBe((await bytesOf(task.folder)) + (await bytesOf(task.work)));
    await vi.waitFor(() => expect(disk.report().reservedBytes.decode).toBe(mostBytes - left));
    expect(disk.report()).toMatchObject({ freeBytes: room.freeBytes - left });
    lent.release();
    expect(disk.report().reservedBytes.decode).toBe(0);
  });

  it('is what samples in order need where there is not more', async () => {
    const task = await taskOf('raw', raw(6, 'int16', upTo(50_000)));
    const { mostBytes, orderedBytes } = await boundDecoding(task);
    expect(orderedBytes).toBeLessThan(mostBytes / 2);
    const { disk, room } = await openTestDisk({ freeBytes: 0 });
    room.freeBytes = thresholdsOf(room.totalBytes).fullBytes + orderedBytes;
    const lent = await reserveRoom(disk, await boundDecoding(task));
    expect(isRefusal(lent)).toBe(false);
    room.freeBytes -= 1;
    expect(await reserveRoom(disk, await boundDecoding(task))).toMatchObject({ code: 'disk.full' });
  });
});
