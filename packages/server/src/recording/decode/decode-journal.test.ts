import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DeviceMeta, decodeBlock, encodeBlock, type ModuleMeta, readBlockHeader } from '@sillage/device-protocol';
import { isProblem } from '@sillage/formats';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJournals, type JournalHeader } from '../journal/index.ts';
import { createSignalStore } from '../store/index.ts';
import { decodeSource } from './decode-source.ts';

const startUs = 1_700_000_000_000_000;
const text = { fr: 'x', en: 'x' };
const imu: ModuleMeta = {
  id: 1,
  type: 'imu',
  rateHz: 100,
  realtimeRateHz: 10,
  timing: 'regular',
  columns: [
    { name: 'acc_x', unit: 'm/s²', type: 'int16', scale: 0.0047, offset: -1, description: text, precision: 2 },
    { name: 'count', unit: '', type: 'int32', scale: 1, offset: 0, description: text, precision: 0 },
  ],
};
const gps: ModuleMeta = {
  id: 2,
  type: 'gps',
  rateHz: 10,
  realtimeRateHz: 10,
  timing: 'stamped',
  columns: [{ name: 'speed', unit: 'm/s', type: 'float32', scale: 1, offset: 0, description: text, precision: 2 }],
};
const modules = { imu, gps };
const meta: DeviceMeta = { protocol: 1, number: 10200042, name: 'x', version: '1', modules, features: {} };
const header: JournalHeader = {
  recordUid: randomUUID(),
  deviceNumber: 10200042,
  deviceRecordId: 7,
  startUs,
  clockOffsetUs: null,
  meta,
};
const samplesABlock = 20;

/** Block `sequence` of a module, with values that tell it from every other. */
function block(name: 'imu' | 'gps', sequence: number, module: ModuleMeta = modules[name]): Uint8Array {
  const n = samplesABlock;
  const periodUs = 1e6 / module.rateHz;
  const firstSampleUs = startUs + sequence * n * periodUs;
  const about = { moduleId: module.id, sampleCount: n, recordId: 7, sequence, firstSampleUs };
  const raw = (offset: number) => Array.from({ length: n }, (_, i) => (sequence * n + i + offset) % 30_000);
  const stampsUs = Array.from({ length: n }, (_, i) => i * periodUs);
  return encodeBlock(about, module, { stampsUs, columns: module.columns.map((_, c) => raw(c)) });
}

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sillage-decode-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const journals = createJournals();
afterAll(() => journals.close());

type Step = Uint8Array | DeviceMeta;

type Samples = Record<string, number[]>;

function add(to: Samples, name: string, values: Iterable<number>): void {
  const known = to[name] ?? [];
  to[name] = known;
  known.push(...values);
}

/** Writes a journal of these steps, decodes it, and reads every sample back. */
async function decoded(steps: readonly Step[], missingBlocks = 0) {
  const folder = await mkdtemp(join(root, 'case-'));
  const temporary = join(folder, 'temporary');
  await mkdir(temporary);
  const path = join(folder, 'x.journal');
  const writer = await journals.open(path);
  writer.header(header);
  for (const step of steps) {
    if (step instanceof Uint8Array) writer.append([step]);
    else writer.header({ ...header, meta: step });
  }
  writer.end(null, missingBlocks);
  await writer.close();
  const signals = join(folder, 'signals');
  const outcome = await decodeSource({
    source: 'journal',
    path,
    startUs,
    rateHz: undefined,
    timezone: 'UTC',
    folder: signals,
    work: temporary,
  });
  expect(await readdir(temporary)).toEqual([]);
  const samples: Samples = {};
  if (isProblem(outcome)) return { outcome, samples };
  const store = createSignalStore({ cacheBytes: 1e6 });
  for (const module of (await store.describe(signals))?.modules ?? []) {
    const names = module.columns.map((column) => column.name);
    for await (const chunk of store.samples(signals, module.name, names, -1e9, 1e9)) {
      add(samples, `${module.name}.T`, chunk.timesSeconds);
      chunk.columns.forEach((column, i) => {
        add(samples, `${module.name}.${names[i]}`, column);
      });
    }
  }
  await store.close();
  return { outcome, samples };
}

/** What the blocks hold when each is decoded alone, in order. */
function expected(name: 'imu' | 'gps', sequences: readonly number[]) {
  const result: Samples = {};
  for (const sequence of sequences) {
    const bytes = block(name, sequence);
    const read = readBlockHeader(bytes);
    const found = typeof read === 'string' ? read : decodeBlock(bytes, read, modules[name]);
    if (typeof found === 'string') throw new Error(found);
    add(
      result,
      `${name}.T`,
      [...found.timesUs].map((us) => (us - startUs) / 1e6),
    );
    modules[name].columns.forEach((column, i) => {
      const values = [...(found.values[i] ?? [])];
      add(result, `${name}.${column.name}`, column.type === 'int32' ? values : values.map(Math.fround));
    });
  }
  return result;
}

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);

describe('decoding a journal', () => {
  test('keeps every sample bit-exact after scaling, of each module', async () => {
    const steps = upTo(50).flatMap((i) => (i % 10 === 0 ? [block('gps', i / 10), block('imu', i)] : [block('imu', i)]));
    const { outcome, samples } = await decoded(steps);
    expect(samples).toEqual({ ...expected('imu', upTo(50)), ...expected('gps', upTo(5)) });
    expect(outcome).toMatchObject({ findings: [], durationSeconds: 9.99 });
  });

  test('puts late blocks in order and takes doubled ones once, whatever the order of arrival', async () => {
    const order = fc.shuffledSubarray(upTo(12), { minLength: 12 });
    const doubled = fc.array(fc.nat(11), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(order, doubled, async (arrival, again) => {
        const { outcome, samples } = await decoded([...arrival, ...again].map((i) => block('imu', i)));
        expect(samples).toEqual(expected('imu', upTo(12)));
        expect(outcome).toMatchObject({ findings: [] });
      }),
      { numRuns: 25 },
    );
  });

  test('says how many blocks are missing', async () => {
    const kept = [0, 1, 4, 6];
    const { outcome, samples } = await decoded(kept.map((i) => block('imu', i)));
    expect(samples).toEqual(expected('imu', kept));
    expect(outcome).toMatchObject({ findings: [{ type: 'WARN', msg: { en: expect.stringMatching(/^3 blocks/) } }] });
    const declared = await decoded([block('imu', 0)], 5);
    expect(declared.outcome).toMatchObject({ findings: [{ msg: { en: expect.stringMatching(/^5 blocks/) } }] });
  });

  test('leaves out blocks that cannot be true, and keeps time from running backwards', async () => {
    const broken = block('imu', 1).slice();
    broken[40] = 255 - (broken[40] ?? 0);
    const tenDaysLate = encodeBlock(
      { moduleId: 2, sampleCount: 1, recordId: 7, sequence: 0, firstSampleUs: startUs + 11 * 86_400e6 },
      gps,
      { stampsUs: [0], columns: [[1]] },
    );
    const earlier = encodeBlock(
      { moduleId: 1, sampleCount: 1, recordId: 7, sequence: 1, firstSampleUs: startUs + 50_000 },
      imu,
      { columns: [[1], [2]] },
    );
    const { outcome, samples } = await decoded([block('imu', 0), broken, tenDaysLate, earlier]);
    expect(samples['imu.T']).toEqual([...upTo(20).map((i) => i / 100), 0.19]);
    expect(outcome).toMatchObject({ findings: [{ type: 'WARN' }, { type: 'WARN' }] });
  });

  test('goes on when the meta changes: new scales in place, new columns in a module of their own', async () => {
    const [acc, count] = imu.columns;
    if (!acc || !count) throw new Error('columns');
    const rescaled = { ...imu, columns: [{ ...acc, scale: 2, offset: 0 }, count] };
    const renamed = { ...imu, columns: [{ ...acc, name: 'acc_y' }] };
    const { samples } = await decoded([
      block('imu', 0),
      { ...meta, modules: { imu: rescaled } },
      block('imu', 1, rescaled),
      { ...meta, modules: { imu: renamed } },
      block('imu', 2, renamed),
    ]);
    expect(samples['imu.acc_x']?.slice(18, 22)).toEqual([
      ...(expected('imu', [0])['imu.acc_x'] ?? []).slice(18),
      40,
      42,
    ]);
    expect([samples['imu.count']?.length, samples['imu_2.acc_y']?.length]).toEqual([40, 20]);
  });

  test('a record in which the device measured nothing is decoded, and empty', async () => {
    expect((await decoded([])).outcome).toMatchObject({
      availableData: {},
      modules: {},
      findings: [],
      durationSeconds: 0,
    });
  });

  test('a journal that lacks all of its samples, or none at all, is a problem and leaves no signals', async () => {
    expect((await decoded([], 3)).outcome).toEqual({ problem: 'noSamples' });
    const [path, folder, work] = ['none', 'f', 't'].map((name) => join(root, name));
    if (!path || !folder || !work) throw new Error('paths');
    const task = { source: 'journal' as const, path, startUs, rateHz: undefined, timezone: 'UTC', folder, work };
    expect(await decodeSource(task)).toEqual({ problem: 'noSource' });
  });
});
