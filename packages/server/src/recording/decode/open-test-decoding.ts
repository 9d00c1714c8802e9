import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeptStep } from '@sillage/contract';
import { type DeviceMeta, decodeBlock, encodeBlock, type ModuleMeta, readBlockHeader } from '@sillage/device-protocol';
import { isProblem } from '@sillage/formats';
import { expect } from 'vitest';
import { type Arrival, createJournals, type JournalHeader } from '../journal/index.ts';
import { createSignalStore } from '../store/index.ts';
import { decodeSource } from './decode-source.ts';

export const startUs = 1_700_000_000_000_000;
const text = { fr: 'x', en: 'x' };
export const imu: ModuleMeta = {
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
export const gps: ModuleMeta = {
  id: 2,
  type: 'gps',
  rateHz: 10,
  realtimeRateHz: 10,
  timing: 'stamped',
  columns: [{ name: 'speed', unit: 'm/s', type: 'float32', scale: 1, offset: 0, description: text, precision: 2 }],
};
export const modules = { imu, gps };
export const meta: DeviceMeta = { protocol: 1, number: 10200042, name: 'x', version: '1', modules, features: {} };
const header: JournalHeader = {
  recordUid: randomUUID(),
  deviceNumber: 10200042,
  deviceRecordId: 7,
  startUs,
  clockOffsetUs: null,
  meta,
};
export const samplesABlock = 20;

/** Block `sequence` of a module, with values that tell it from every other; its time may be ahead. */
export function block(
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

export type Step = Uint8Array | DeviceMeta | Arrival;

type Samples = Record<string, number[]>;

function add(to: Samples, name: string, values: Iterable<number>): void {
  const known = to[name] ?? [];
  to[name] = known;
  known.push(...values);
}

/** What the blocks hold when each is decoded alone, in order. */
export function expected(name: 'imu' | 'gps', sequences: readonly number[]) {
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

/** 0, 1, … n − 1 */
export const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);

/** Where journals of blocks are written and decoded. For tests. */
export async function openTestDecoding() {
  const root = await mkdtemp(join(tmpdir(), 'sillage-decode-'));
  const journals = createJournals();

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

  return {
    root,
    decoded,
    async close() {
      await journals.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
