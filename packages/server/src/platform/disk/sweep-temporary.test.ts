import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '../log/index.ts';
import { sweepTemporary } from './index.ts';

const hour = 3600_000;

test('what was left over for a day goes, files and folders; what is written to stays, and with it its folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sillage-sweep-'));
  const now = Date.parse('2026-11-22T12:00:00Z');
  const put = async (name: string, ageMs: number) => {
    await writeFile(join(folder, name), 'x');
    await utimes(join(folder, name), (now - ageMs) / 1000, (now - ageMs) / 1000);
  };
  for (const name of ['old', 'new']) await mkdir(join(folder, name, 'inside'), { recursive: true });
  await put('upload-left', 25 * hour);
  await put('upload-now', hour);
  await put('old/inside/file', 30 * hour);
  await put('new/inside/file', hour);
  for (const name of ['old/inside', 'old', 'new/inside', 'new']) {
    await utimes(join(folder, name), (now - 30 * hour) / 1000, (now - 30 * hour) / 1000);
  }
  await sweepTemporary({ folder, nowMs: () => now, log: createLog('silent') });
  expect((await readdir(folder)).sort()).toEqual(['new', 'upload-now']);
  await rm(folder, { recursive: true });
});
