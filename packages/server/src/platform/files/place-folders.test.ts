import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type DataFolder, dataFolder, stored } from './index.ts';

/** Renames that still succeed; then it is as if the program had been killed. */
const killed = vi.hoisted(() => ({ after: Number.POSITIVE_INFINITY }));
vi.mock('node:fs/promises', async (original) => {
  const disk = await original<typeof import('node:fs/promises')>();
  return {
    ...disk,
    async rename(from: string, to: string) {
      if (killed.after-- <= 0) throw new Error('killed');
      await disk.rename(from, to);
    },
  };
});

let folder: DataFolder;
beforeEach(async () => {
  folder = dataFolder(await mkdtemp(join(tmpdir(), 'sillage-place-')));
  await folder.prepare();
});
afterEach(() => rm(folder.root, { recursive: true, force: true }));

const name = stored.signals('a');
async function place(file: string): Promise<void> {
  const from = folder.working.newPath(file);
  await mkdir(from);
  await writeFile(join(from, file), file);
  await folder.files.place({ from, to: name });
}

it.each([0, 1])(
  'after a kill at rename %i what a folder was to replace is there again at the next start',
  async (after) => {
    await place('before');
    killed.after = after;
    await expect(place('after')).rejects.toThrow('killed');
    killed.after = Number.POSITIVE_INFINITY;
    await folder.prepare();
    expect(await folder.files.listBelow(name)).toEqual(['before']);
    expect(await readdir(folder.allSignals)).toEqual(['a']);
    await place('after');
    expect(await folder.files.listBelow(name)).toEqual(['after']);
    expect(await readdir(folder.allSignals)).toEqual(['a']);
  },
);

it('what was replaced before a kill is gone at the next start', async () => {
  await place('after');
  await mkdir(join(folder.allSignals, 'a-replaced'));
  await folder.prepare();
  expect(await readdir(folder.allSignals)).toEqual(['a']);
});
