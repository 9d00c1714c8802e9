import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DataFolder, dataFolder, type StoredFile, type StoredName, stored } from './index.ts';

let folder: DataFolder;
beforeEach(async () => {
  folder = dataFolder(await mkdtemp(join(tmpdir(), 'sillage-files-')));
  await folder.prepare();
});
afterEach(() => rm(folder.root, { recursive: true, force: true }));

async function finished(content: string): Promise<string> {
  const path = join(folder.temporary, `made-${(await readdir(folder.temporary)).length}`);
  await writeFile(path, content);
  return path;
}

async function place(name: StoredName, content: string): Promise<void> {
  await folder.files.place({ from: await finished(content), to: name });
}

async function opened(name: StoredName): Promise<StoredFile> {
  const file = await folder.files.open(name);
  if (file === undefined) throw new Error(`there is no ${name}`);
  return file;
}

async function read(name: StoredName): Promise<string | undefined> {
  const file = await folder.files.open(name);
  return file && text(file.readAll());
}

it('a working file that is placed is there under its name, and nowhere else', async () => {
  await place(stored.upload('a'), 'one');
  expect(await read(stored.upload('a'))).toBe('one');
  expect(await folder.files.list('uploads')).toEqual(['a']);
  expect(await readdir(folder.temporary)).toEqual([]);
});

it('what is opened is read to its end as it was, also a part of it, while another file takes its place', async () => {
  await place(stored.task('a'), 'before');
  const [whole, part] = [await opened(stored.task('a')), await opened(stored.task('a'))];
  await place(stored.task('a'), 'after it');
  expect(await text(whole.readAll())).toBe('before');
  expect(await text(part.read(2, 3))).toBe('fo');
  const now = await opened(stored.task('a'));
  expect(now.etag).not.toBe(whole.etag);
  expect([now.sizeBytes, await now.hash()]).toEqual([
    8,
    '857a3870b740a360671b6944fa82cd6f3544179c712a6332e1deaa69f1e176d1',
  ]);
});

it('an empty file is read to its end, too', async () => {
  await place(stored.upload('a'), '');
  expect(await read(stored.upload('a'))).toBe('');
});

it('a folder is placed as a whole, over another one', async () => {
  for (const name of ['old', 'new']) {
    const from = join(folder.temporary, 'signals');
    await mkdir(join(from, 'pyramid'), { recursive: true });
    await writeFile(join(from, `${name}.parquet`), name);
    await writeFile(join(from, 'pyramid', `${name}.parquet`), name);
    await folder.files.place({ from, to: stored.signals('a') });
  }
  expect(await folder.files.listBelow(stored.signals('a'))).toEqual(['new.parquet', 'pyramid/new.parquet']);
  expect(await readFile(join(await folder.files.localPath(stored.signals('a')), 'new.parquet'), 'utf8')).toBe('new');
  expect(await readdir(folder.temporary)).toEqual([]);
});

it('files that were placed together are taken back together, or kept', async () => {
  await place(stored.upload('a'), 'before');
  const both = async () => [
    { from: await finished('after'), to: stored.upload('a') },
    { from: await finished('new'), to: stored.firmware('b') },
  ];
  const first = await folder.files.placeAll(await both());
  expect([await read(stored.upload('a')), await read(stored.firmware('b'))]).toEqual(['after', 'new']);
  await first.takeBack();
  expect([await read(stored.upload('a')), await read(stored.firmware('b'))]).toEqual(['before', undefined]);
  await (await folder.files.placeAll(await both())).keep();
  expect([await read(stored.upload('a')), await read(stored.firmware('b'))]).toEqual(['after', 'new']);
  expect(await readdir(folder.temporary)).toEqual([]);
});

it('nothing is placed when one of several files cannot be', async () => {
  const lacking = { from: join(folder.temporary, 'nobody-made-it'), to: stored.upload('b') };
  const files = [{ from: await finished('one'), to: stored.upload('a') }, lacking];
  await expect(folder.files.placeAll(files)).rejects.toThrow('ENOENT');
  expect(await folder.files.list('uploads')).toEqual([]);
});

it('what is not there is not opened, not listed, and deleted all the same', async () => {
  const { files } = folder;
  await rm(folder.releases, { recursive: true });
  expect(await files.open(stored.upload('a'))).toBeUndefined();
  expect(await files.open('journal/unclaimed')).toBeUndefined();
  expect([await files.has(stored.signals('a')), await files.list('releases')]).toEqual([false, []]);
  expect(await files.listBelow(stored.signals('a'))).toEqual([]);
  await files.delete(stored.upload('a'));
});

it('a name that would lead out of its shelf is none', async () => {
  await writeFile(join(folder.root, 'secrets.key'), 'secret');
  for (const name of ['uploads/../secrets.key', 'uploads/', 'tasks/a/./b', 'tasks/..'] as const) {
    expect(() => folder.files.open(name)).toThrow('no name of a stored file');
    expect(() => folder.files.delete(name)).toThrow('no name of a stored file');
  }
  expect(await readdir(folder.root)).toContain('secrets.key');
});
