import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DataFolder, dataFolder, readHead, readLines } from './index.ts';

let folder: DataFolder;
beforeEach(async () => {
  folder = dataFolder(await mkdtemp(join(tmpdir(), 'sillage-files-')));
  await folder.prepare();
});
afterEach(() => rm(folder.root, { recursive: true, force: true }));

it('a working file or folder goes when its work has ended, however it ended', async () => {
  const { working } = folder;
  const made: string[] = [];
  const fail = async (path: string) => {
    made.push(path);
    await writeFile(path, 'half');
    throw new Error('in the middle');
  };
  await expect(working.withFile('a', fail)).rejects.toThrow('in the middle');
  await expect(working.withFolder('b', (path) => fail(join(path, 'c')))).rejects.toThrow('in the middle');
  expect(made).toEqual([join(folder.temporary, 'a'), join(folder.temporary, 'b', 'c')]);
  expect(await readdir(folder.temporary)).toEqual([]);
});

it('a copy of a file from elsewhere is worked on and goes; the file stays', async () => {
  const from = join(folder.root, 'elsewhere');
  await writeFile(from, 'whole');
  const { working, files } = folder;
  expect(await working.withCopy(from, 'copy', (path) => readFile(path, 'utf8'))).toBe('whole');
  const fail = () => Promise.reject(new Error('in the middle'));
  await expect(working.withCopy(from, 'copy', fail)).rejects.toThrow('in the middle');
  expect(await readdir(folder.temporary)).toEqual([]);
  await working.withCopy(from, 'copy', (path) => files.place({ from: path, to: 'uploads/a' }));
  expect([await files.list('uploads'), await readFile(from, 'utf8')]).toEqual([['a'], 'whole']);
});

it('the head of a file is as much of it as is asked for, or all', async () => {
  const path = join(folder.temporary, 'a');
  await writeFile(path, 'abcdef');
  const read = async (most: number) => {
    const { head, sizeBytes } = await readHead(path, most);
    return [head.toString(), sizeBytes];
  };
  expect([await read(2), await read(6), await read(100)]).toEqual([
    ['ab', 6],
    ['abcdef', 6],
    ['abcdef', 6],
  ]);
});

it('lines of a file are read over the ends of its pieces, and given up at the longest that is allowed', async () => {
  const path = join(folder.temporary, 'lines');
  const lines = ['', 'a'.repeat(100_000), 'é'.repeat(70_000), '', 'last'];
  await writeFile(path, lines.join('\n'));
  async function all(most: number): Promise<string[]> {
    const found: string[] = [];
    for await (const line of readLines(path, most, () => new Error('too long'))) found.push(line);
    return found;
  }
  expect(await all(100_000)).toEqual(lines);
  await expect(all(50_000)).rejects.toThrow('too long');
  await writeFile(path, 'one\ntwo\n');
  expect(await all(10)).toEqual(['one', 'two']);
});

it('a file without line ends is given up at its longest line, however much would follow', async () => {
  const lines = readLines('/dev/zero', 1000, () => new Error('too long'));
  await expect(lines.next()).rejects.toThrow('too long');
});
