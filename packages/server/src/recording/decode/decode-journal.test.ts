import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeptStep } from '@sillage/contract';
import { type DeviceMeta, decodeBlock, encodeBlock, type ModuleMeta, readBlockHeader } from '@sillage/device-protocol';
import { isProblem } from '@sillage/formats';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Arrival, createJournals, type JournalHeader } from '../journal/index.ts';
import { createSignalStore } from '../store/index.ts';
import { decodeSource } from './decode-source.ts';
import { ClockWatch } from './find-clock-jumps.ts';

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

/** Block `sequence` of a module, with values that tell it from every other; its time may be ahead. */
function block(
  name: 'imu' | 'gps',
  sequence: number,
  module: ModuleMeta = modules[name],
  { aheadUs = 0, aheadStamp = -1 } = {},
): Uint8Array {
  const n = samplesABlock;
  const periodUs = 1e6 / module.rateHz;
  const firstSampleUs = startUs + sequence * n * periodUs + (aheadStamp < 0 ? aheadUs : 0);
  const about = { moduleId: module.id, sampleCount: n, recordId: 7, sequence, firstSampleUs };
  const raw = (offset: number) => Array.from({ length: n }, (_, i) => (sequence * n + i + offset) % 30_000);
  const stampsUs = Array.from({ length: n }, (_, i) => i * periodUs + (i === aheadStamp ? aheadUs : 0));
  return encodeBlock(about, module, { stampsUs, columns: module.columns.map((_, c) => raw(c)) });
}

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sillage-decode-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const journals = createJournals();
afterAll(() => journals.close());

type Step = Uint8Array | DeviceMeta | Arrival;

/** The IMU as slow as makes a block of it last so many µs. */
const slow = (blockUs: number): ModuleMeta => ({ ...imu, rateHz: (samplesABlock * 1e6) / blockUs });

type Samples = Record<string, number[]>;

function add(to: Samples, name: string, values: Iterable<number>): void {
  const known = to[name] ?? [];
  to[name] = known;
  known.push(...values);
}

/** Writes a journal of these steps, decodes it, and reads every sample back. */
async function decoded(
  steps: readonly Step[],
  missingBlocks = 0,
  metaProblem?: string,
  recordSteps: readonly KeptStep[] = [],
) {
  const folder = await mkdtemp(join(root, 'case-'));
  const temporary = join(folder, 'temporary');
  await mkdir(temporary);
  const path = join(folder, 'x.journal');
  const writer = await journals.open(path);
  writer.header(header);
  for (const step of steps) {
    if (step instanceof Uint8Array) writer.append([step]);
    else if ('deviceUs' in step) writer.append([], step);
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
    steps: recordSteps,
    metaProblem,
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

  test.each([
    ['a block in the middle', 'imu', [30], 3600e6],
    ['the first block', 'imu', [0], 3600e6],
    ['several blocks, some days ahead', 'imu', [20, 21, 22], 5 * 86_400e6],
    ['each last block of what is written at once', 'imu', [818, 819, 820, 1637, 1638], 60e6],
    ['a block of stamped samples', 'gps', [3], 3600e6],
  ] as const)(
    'with time stamps from the future, puts them among their neighbours and leaves those as they are: %s',
    async (_what, name, wrong, aheadUs) => {
      const count = name === 'gps' ? 10 : 2000;
      const ahead = new Set<number>(wrong);
      const steps = upTo(count).map((i) => block(name, i, modules[name], { aheadUs: ahead.has(i) ? aheadUs : 0 }));
      const { outcome, samples } = await decoded(steps);
      expect(samples).toEqual(expected(name, upTo(count)));
      const msg = { en: expect.stringMatching(`^${wrong.length * samplesABlock} samples were dated in the future`) };
      expect(outcome).toMatchObject({ findings: [{ type: 'WARN', msg }] });
    },
  );

  test('puts one sample with a stamp from the future among its neighbours, beside blocks that are missing', async () => {
    const wrong = (sequence: number, aheadStamp: number) =>
      block('gps', sequence, gps, { aheadUs: 3000e6, aheadStamp });
    const { outcome, samples } = await decoded([block('gps', 0), wrong(1, 7), wrong(4, 19), block('gps', 5)]);
    expect(samples).toEqual(expected('gps', [0, 1, 4, 5]));
    expect(outcome).toMatchObject({
      findings: [
        { msg: { en: expect.stringMatching(/^2 blocks/) } },
        { msg: { en: expect.stringMatching(/^2 samples/) } },
      ],
    });
  });

  test('believes a pause, also when the clock goes back a little after it', async () => {
    const late = (sequence: number, aheadUs: number) => block('imu', sequence, imu, { aheadUs });
    const { outcome, samples } = await decoded([block('imu', 0), late(1, 600e6), late(2, 600e6), late(3, 599.9e6)]);
    const times = samples['imu.T'] ?? [];
    expect([times[19], times[20], times[59], times[60], times[79]]).toEqual([0.19, 600.2, 600.59, 600.59, 600.69]);
    expect(outcome).toMatchObject({ findings: [{ msg: { en: expect.stringMatching(/clock went back/) } }] });
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
    expect((await decoded([], 3)).outcome).toEqual({ problem: 'noBlocks' });
    expect((await decoded([], 3, 'modules.imu.id: two modules have this id')).outcome).toEqual({
      problem: 'notDescribed',
      field: 'modules.imu.id: two modules have this id',
    });
    const [path, folder, work] = ['none', 'f', 't'].map((name) => join(root, name));
    if (!path || !folder || !work) throw new Error('paths');
    const task = {
      source: 'journal' as const,
      path,
      startUs,
      rateHz: undefined,
      timezone: 'UTC',
      steps: [],
      folder,
      work,
    };
    expect(await decodeSource(task)).toEqual({ problem: 'noSource' });
  });
});

describe('a clock that jumps ahead', () => {
  const jump = 1_204_000; // µs
  /** 20 blocks of the module, its clock ahead from block 10 on. */
  const jumping = (name: 'imu' | 'gps', aheadUs = jump) =>
    Array.from({ length: 20 }, (_, n) => block(name, n, modules[name], { aheadUs: n < 10 ? 0 : aheadUs }));

  test('is seen where blocks follow one another but not in time, and repaired by a step', async () => {
    const { outcome } = await decoded(jumping('imu'));
    if (isProblem(outcome)) throw new Error('not decoded');
    const at = (10 * samplesABlock - 1) / imu.rateHz;
    expect(outcome.clockJumps).toEqual([{ at, seconds: expect.closeTo(1.204, 6), modules: 1 }]);
    const [seen] = outcome.clockJumps;
    const arguments_ = { jumps: [{ at: seen?.at ?? 0, seconds: seen?.seconds ?? 0 }], drift_ppm: 0 };
    const repaired = await decoded(jumping('imu'), 0, undefined, [{ kind: 'clock', arguments: arguments_ }]);
    const steady = await decoded(jumping('imu', 0));
    const [times, wanted] = [repaired.samples['imu.T'] ?? [], steady.samples['imu.T'] ?? []];
    expect(times).toHaveLength(wanted.length);
    expect(Math.max(...times.map((t, n) => Math.abs(t - (wanted[n] ?? 0))))).toBeLessThan(1e-6);
    expect(repaired.samples['imu.acc_x']).toEqual(steady.samples['imu.acc_x']);
  });

  test('is seen where it goes back, and what it measured twice over comes one behind the other', async () => {
    const backUs = -310_000;
    const both = (aheadUs: number) => {
      const names = ['imu', 'gps'] as const;
      // As they come: each block when its last sample is measured, by the true time.
      const all = names.flatMap((name) =>
        Array.from({ length: name === 'imu' ? 60 : 6 }, (_, n) => {
          const blockUs = (samplesABlock * 1e6) / modules[name].rateHz;
          const isBehind = n * blockUs >= 6e6;
          return {
            endUs: (n + 1) * blockUs,
            bytes: block(name, n, modules[name], { aheadUs: isBehind ? aheadUs : 0 }),
          };
        }),
      );
      return all.sort((a, b) => a.endUs - b.endUs).map(({ bytes }) => bytes);
    };
    const { outcome } = await decoded(both(backUs));
    if (isProblem(outcome)) throw new Error('not decoded');
    expect(outcome.clockJumps).toEqual([{ at: 5.99, seconds: expect.closeTo(-0.31, 6), modules: 1 }]);
    const jumps = outcome.clockJumps.map(({ at, seconds }) => ({ at, seconds }));
    const repaired = await decoded(both(backUs), 0, undefined, [{ kind: 'clock', arguments: { jumps, drift_ppm: 0 } }]);
    const steady = await decoded(both(0));
    for (const name of ['imu', 'gps']) {
      const [times, wanted] = [repaired.samples[`${name}.T`] ?? [], steady.samples[`${name}.T`] ?? []];
      expect(times).toHaveLength(wanted.length);
      expect(Math.max(...times.map((t, n) => Math.abs(t - (wanted[n] ?? 0))))).toBeLessThan(2e-6);
    }
    expect(isProblem(repaired.outcome) || repaired.outcome.originalSeconds).toBeCloseTo(outcome.durationSeconds, 6);
    // A crop of seconds of the original is the same with and without.
    const crop: KeptStep = { kind: 'crop', arguments: { start: 3, end: 8 } };
    const cropped = await decoded(both(backUs), 0, undefined, [
      { kind: 'clock', arguments: { jumps, drift_ppm: 0 } },
      crop,
    ]);
    expect(cropped.samples['imu.T']?.[0]).toBeCloseTo(0, 6);
    expect(cropped.samples['imu.T']?.at(-1)).toBeCloseTo(5.31, 2);
  });

  test('is no jump where a few samples strayed ahead and came back, which are put among their neighbours', async () => {
    const strayed = Array.from({ length: 20 }, (_, n) => block('imu', n, imu, { aheadUs: n === 10 ? jump : 0 }));
    const { outcome, samples } = await decoded(strayed);
    expect(isProblem(outcome) || outcome.clockJumps).toEqual([]);
    const steady = await decoded(Array.from({ length: 20 }, (_, n) => block('imu', n)));
    expect(samples['imu.T']).toEqual(steady.samples['imu.T']);
  });

  test('and one that runs fast is told from when its blocks were there, by its jumps too', async () => {
    const ppm = 42;
    const arrivals = Array.from({ length: 400 }, (_, n): Arrival => {
      const trueUs = n * 2e6;
      const deviceUs = startUs + Math.round(trueUs * (1 + ppm / 1e6)) + (n < 200 ? 0 : jump);
      return { run: 1, deviceUs, serverUs: startUs + trueUs + 10_000 + (n % 7) * 500 };
    });
    const period = 4e6;
    const blocks = Array.from({ length: 200 }, (_, n) =>
      block('imu', n, slow(period), { aheadUs: n < 100 ? 0 : jump }),
    );
    const steps = blocks.flatMap((bytes, n): Step[] => [bytes, ...arrivals.slice(2 * n, 2 * n + 2)]);
    const { outcome } = await decoded([{ ...meta, modules: { imu: slow(period) } }, ...steps]);
    if (isProblem(outcome)) throw new Error('not decoded');
    expect(outcome.clockJumps).toHaveLength(1);
    const { clockDrift: drift } = outcome;
    expect(drift).toMatchObject({ arrivals: 400 });
    expect(Math.abs((drift?.ppm ?? 0) - ppm)).toBeLessThan(drift?.uncertainty_ppm ?? 0);
    expect(drift?.uncertainty_ppm).toBeLessThan(5);
    const { outcome: untold } = await decoded(blocks);
    expect(isProblem(untold) || untold.clockDrift).toBeNull();
  });

  test('is no jump where a block is missing, nor where one module alone leaps', async () => {
    const watch = new ClockWatch();
    const slow = { ...imu, id: 3, rateHz: imu.rateHz / 2 };
    const take = (name: string, meta: ModuleMeta, sequence: number, aheadUs: number) => {
      const firstSampleUs = startUs + (sequence * samplesABlock * 1e6) / meta.rateHz + aheadUs;
      const about = { moduleId: meta.id, sampleCount: samplesABlock, recordId: 7, sequence, firstSampleUs };
      watch.take(name, meta, about, startUs);
    };
    for (let n = 0; n < 20; n++) take('imu', imu, n, n < 10 ? 0 : jump);
    for (let n = 0; n < 20; n++) take('slow', slow, n, 0);
    expect(watch.jumps()).toEqual([]);
    const { outcome } = await decoded(jumping('imu').filter((_, n) => n !== 10));
    expect(isProblem(outcome) || outcome.clockJumps).toEqual([]);
  });
});
