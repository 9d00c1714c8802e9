import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type DeviceMeta, encodeBlock, type ModuleMeta } from '@sillage/device-protocol';
import { createJournals } from '@sillage/server/recording/journal';
import { z } from 'zod';
import { type Bench, type Figure, median } from './figure.ts';

const run = promisify(execFile);
const startUs = 1_700_000_000_000_000;
const recordSeconds = 3600;
const rounds = 3;
/** Every 50th block arrives a minute late, as after a repair. */
const lateEvery = 50;

function moduleOf(id: number, rateHz: number, columns: number): ModuleMeta {
  const description = { fr: 'Voie', en: 'Channel' };
  return {
    id,
    type: 'imu',
    rateHz,
    realtimeRateHz: 20,
    timing: 'regular',
    columns: Array.from({ length: columns }, (_, i) => ({
      name: `v_${i}`,
      unit: 'N',
      type: 'int16' as const,
      scale: 0.01,
      offset: 0,
      description,
      precision: 2,
    })),
  };
}

const modules = { plate: moduleOf(1, 1000, 8), imu: moduleOf(2, 100, 6) };
const meta: DeviceMeta = { protocol: 1, number: 10_200_042, name: 'bench', version: '1', modules, features: {} };

/** One hour of 8 variables at 1 kHz and an IMU at 100 Hz, from the journal to the finished record, in a fresh process. */
export const bench: Bench = {
  name: 'decode',
  async run(): Promise<Figure[]> {
    const folder = await mkdtemp(join(tmpdir(), 'sillage-bench-'));
    try {
      const path = join(folder, 'a.journal');
      await writeJournal(path);
      const results = [];
      for (let round = 0; round < rounds; round++) results.push(await decodeInChild(path, join(folder, `${round}`)));
      const seconds = median(results.map((result) => result.seconds));
      const note = '1 h of 8 × 1 kHz and 6 × 100 Hz int16, 2 % of the blocks late; fresh process a round, median of 3';
      return [
        {
          name: 'journal → finished record, × real time',
          measured: recordSeconds / seconds,
          goal: { atLeast: 1000 },
          unit: '×',
          note,
        },
        {
          name: 'resident memory while decoding',
          measured: Math.max(...results.map((result) => result.residentBytes)) / 1e6,
          goal: { atMost: 250 },
          unit: 'MB',
          note: `${note}; peak of the whole process`,
        },
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function decodeInChild(path: string, folder: string) {
  await mkdir(folder);
  const child = fileURLToPath(new URL('./decode-in-child.ts', import.meta.url));
  const { stdout } = await run(process.execPath, [child, path, folder, String(startUs)]);
  return z.object({ seconds: z.number(), residentBytes: z.number() }).parse(JSON.parse(stdout));
}

async function writeJournal(path: string): Promise<void> {
  const journals = createJournals();
  const journal = await journals.open(path);
  const about = {
    recordUid: 'bench',
    deviceNumber: meta.number,
    deviceRecordId: 1,
    startUs,
    clockOffsetUs: null,
    meta,
  };
  journal.header(about);
  const late: { due: number; bytes: Uint8Array }[] = [];
  const samplesABlock = { plate: 50, imu: 20 };
  const sequences = { plate: 0, imu: 0 };
  const blocks = (recordSeconds * modules.plate.rateHz) / samplesABlock.plate;
  for (let tick = 0; tick < blocks; tick++) {
    const due: ('plate' | 'imu')[] = tick % 4 === 0 ? ['plate', 'imu'] : ['plate'];
    for (const name of due) {
      const bytes = blockOf(modules[name], sequences[name]++, samplesABlock[name]);
      if (sequences[name] % lateEvery === 0) late.push({ due: tick + 1200, bytes });
      else journal.append([bytes]);
    }
    while ((late[0]?.due ?? blocks) <= tick) journal.append([late.shift()?.bytes ?? new Uint8Array()]);
  }
  journal.append(late.map(({ bytes }) => bytes));
  journal.end(startUs + recordSeconds * 1e6, 0);
  await journal.close();
  journals.close();
}

function blockOf(module: ModuleMeta, sequence: number, sampleCount: number): Uint8Array {
  const firstSampleUs = startUs + (sequence * sampleCount * 1e6) / module.rateHz;
  const first = sequence * sampleCount;
  const columns = module.columns.map((_, c) =>
    Int16Array.from(
      { length: sampleCount },
      (_, i) => 12_000 * Math.sin(((first + i) / module.rateHz) * (c + 1)) + 100 * (i % 7),
    ),
  );
  return encodeBlock({ moduleId: module.id, sampleCount, recordId: 1, sequence, firstSampleUs }, module, { columns });
}
