import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeBlock, type ModuleMeta } from '@sillage/device-protocol';
import { openJournal } from '@sillage/server/recording/journal';
import type { Bench, Figure } from './figure.ts';

const samplesPerBlock = 240; // int16 × 1 column: 504 bytes with the header
const blocks = 12_000;
const blocksPerTick = 4;
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
      return await measure(join(folder, 'a.journal'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measure(path: string): Promise<Figure[]> {
  const journal = openJournal(path);
  const columns = [Int16Array.from({ length: samplesPerBlock }, (_, i) => i * 17)];
  const durations: number[] = [];
  let payload = 0;
  for (let sequence = 0; sequence < blocks; sequence++) {
    const block = encodeBlock(
      { moduleId: 1, sampleCount: samplesPerBlock, recordId: 1, sequence, firstSampleUs: sequence * 50_000 },
      module,
      { columns },
    );
    payload += block.length;
    const before = performance.now();
    journal.append([block]);
    durations.push(performance.now() - before);
    if (sequence % blocksPerTick === 0) await sleep(1); // lets the grouped fdatasync run meanwhile
  }
  await journal.close();
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
