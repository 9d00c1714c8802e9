import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeBlock, type ModuleMeta } from '@sillage/device-protocol';
import { createJournals } from '@sillage/server/recording/journal';
import { faultyFiles } from '@sillage/server/recording/journal/testing';
import type { Bench, Figure } from './figure.ts';

const samplesPerBlock = 240; // int16 × 1 column: 504 bytes with the header
const blocks = 12_000;
const blocksPerTick = 4;
/** As an SD card has them. */
const slowSyncMs = 40;
const manyJournals = 200;
const slowSeconds = 20;
const module: ModuleMeta = {
  id: 1,
  type: 'imu',
  rateHz: 4800,
  realtimeRateHz: 20,
  timing: 'regular',
  columns: [
    {
      name: 'acc_x',
      unit: 'm/s²',
      type: 'int16',
      scale: 0.01,
      offset: 0,
      description: { fr: 'Accélération', en: 'Acceleration' },
      precision: 2,
    },
  ],
};

/** Bytes that the journal adds, and how long the one who shows a block has to wait for it. */
export const bench: Bench = {
  name: 'journal',
  async run(): Promise<Figure[]> {
    const folder = await mkdtemp(join(tmpdir(), 'sillage-bench-'));
    try {
      return [...(await measure(join(folder, 'a.journal'))), ...(await measureAge(folder))];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

const columns = [Int16Array.from({ length: samplesPerBlock }, (_, i) => i * 17)];

function blockOf(sequence: number): Uint8Array {
  const header = { moduleId: 1, sampleCount: samplesPerBlock, recordId: 1, sequence, firstSampleUs: sequence * 50_000 };
  return encodeBlock(header, module, { columns });
}

async function measure(path: string): Promise<Figure[]> {
  const journals = createJournals();
  const journal = await journals.open(path);
  const durations: number[] = [];
  let payload = 0;
  for (let sequence = 0; sequence < blocks; sequence++) {
    const block = blockOf(sequence);
    payload += block.length;
    const before = performance.now();
    journal.append([block]);
    durations.push(performance.now() - before);
    if (sequence % blocksPerTick === 0) await sleep(1); // lets the grouped fdatasync run meanwhile
  }
  await journal.close();
  journals.close();
  durations.sort((a, b) => a - b);
  const note = `${blocks} blocks of 504 bytes, one write each, fdatasync within 1 s`;
  return [
    {
      name: 'journal: bytes written ÷ payload',
      measured: (await stat(path)).size / payload,
      goal: { atMost: 1.01 },
      unit: '×',
      note,
    },
    {
      name: 'journal: append p99',
      measured: durations[Math.floor(durations.length * 0.99)] ?? Number.NaN,
      goal: { atMost: 2 },
      unit: 'ms',
      note,
    },
  ];
}

/** How old a byte gets before it is on disk, on a disk that takes two slow syncs at once, or as many as the server gives it. */
async function measureAge(folder: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { syncsAtOnce, goal } of [
    { syncsAtOnce: 2, goal: 4500 },
    { syncsAtOnce: 12, goal: 1000 },
  ]) {
    const { files } = faultyFiles({ syncMs: slowSyncMs, syncsAtOnce });
    const journals = createJournals({ files });
    const names = Array.from({ length: manyJournals }, (_, i) => join(folder, `${syncsAtOnce}-${i}.journal`));
    const all = await Promise.all(names.map((name) => journals.open(name)));
    const endMs = performance.now() + slowSeconds * 1000;
    let worstMs = 0;
    for (let sequence = 0; performance.now() < endMs; sequence++) {
      for (const journal of all) journal.append([blockOf(sequence)]);
      await sleep(50);
      worstMs = Math.max(worstMs, journals.now().worstUnsyncedMs);
    }
    await Promise.all(all.map((journal) => journal.close()));
    journals.close();
    figures.push({
      name: `journal: oldest unsynced byte, ${syncsAtOnce} syncs at once`,
      measured: Math.round(worstMs),
      goal: { atMost: goal },
      unit: 'ms',
      note: `${manyJournals} journals, 20 blocks a second each, ${slowSyncMs} ms a sync, ${slowSeconds} s`,
    });
  }
  return figures;
}
