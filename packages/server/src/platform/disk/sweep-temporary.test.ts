import { appendFile, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../log/index.ts';
import { createSweeper } from './sweep-temporary.ts';

const hour = 3600_000;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sillage-sweep-'));
});
afterEach(() => rm(folder, { recursive: true }));
const names = async () => (await readdir(folder)).sort();

test('what nobody wrote to for a day goes, files and folders; what is written to stays, and with it its folder', async () => {
  let nowMs = 0;
  const sweep = createSweeper({ folder, monotonicMs: () => nowMs, log: createLog('silent') });
  for (const name of ['old', 'new']) await mkdir(join(folder, name, 'inside'), { recursive: true });
  for (const name of ['upload-left', 'upload-now', 'old/inside/file', 'new/inside/file']) {
    await writeFile(join(folder, name), 'x');
  }
  await sweep();
  nowMs = 23 * hour;
  for (const name of ['upload-now', 'new/inside/file']) {
    const later = Date.now() / 1000 + 60;
    await appendFile(join(folder, name), 'y');
    await utimes(join(folder, name), later, later);
  }
  await sweep();
  expect(await names()).toEqual(['new', 'old', 'upload-left', 'upload-now']);
  nowMs = 24 * hour;
  await sweep();
  expect(await names()).toEqual(['new', 'upload-now']);
});

test('a date that is set by days removes nothing that is in use', async () => {
  let nowMs = 5 * hour;
  const sweep = createSweeper({ folder, monotonicMs: () => nowMs, log: createLog('silent') });
  await writeFile(join(folder, 'upload'), 'x');
  const longAgo = Date.now() / 1000 - 100 * 24 * 3600;
  await utimes(join(folder, 'upload'), longAgo, longAgo);
  await sweep();
  nowMs += hour;
  await sweep();
  expect(await names()).toEqual(['upload']);
});
