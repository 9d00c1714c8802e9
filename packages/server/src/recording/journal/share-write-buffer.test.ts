import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { encodeBlock, maxBlockBytes } from '@sillage/device-protocol';
import { afterAll, expect, it } from 'vitest';
import { createJournals, type Journal } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'sillage-journals-'));
const journals = createJournals();
const open: Journal[] = [];
afterAll(async () => {
  for (const journal of open) await journal.close();
  journals.close();
  rmSync(folder, { recursive: true });
});

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Bytes that are held, in buffers and beside them. */
function heldBytes(): number {
  collect();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

/** As large as a block may be. */
function largestBlock(sequence: number): Uint8Array {
  const column = { name: 'x', unit: '', type: 'int16' as const, scale: 1, offset: 0, precision: 2 };
  const columns = [{ ...column, description: { fr: '', en: '' } }];
  const timing = 'regular' as const;
  const module = { id: 1, type: 'imu', rateHz: 200, realtimeRateHz: 20, timing, columns };
  const sampleCount = (maxBlockBytes - 24) / 2;
  const header = { moduleId: 1, sampleCount, recordId: 1, sequence, firstSampleUs: sequence };
  return encodeBlock(header, module, { columns: [new Int16Array(sampleCount)] });
}

it('200 journals that take the largest blocks hold less than a block each: they share what writes are put together in', async () => {
  const blocks = [largestBlock(0), largestBlock(1)];
  const openNext = async () => {
    const journal = await journals.open(join(folder, `${open.length}.journal`));
    for (const block of blocks) expect(journal.append([block])).toBe(true);
    await journal.sync();
    open.push(journal);
  };
  await openNext();
  const before = heldBytes();
  for (let i = 0; i < 200; i++) await openNext();
  expect(journals.now().open).toBe(201);
  expect((heldBytes() - before) / 200).toBeLessThan(maxBlockBytes / 4);
});
