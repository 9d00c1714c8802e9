import { readdir, readFile } from 'node:fs/promises';
import { api } from '@sillage/contract';
import { isProblem, readRawFile } from '@sillage/formats';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestExports, unzipped } from './open-test-exports.ts';

const { room, manager, stranger, raw, rawId, combinedId, uploaded, ask, download } = await openTestExports();
afterAll(() => room.close());

test('several records make one zip with a folder each, in every format', async () => {
  const ids = [rawId, combinedId, rawId];
  const folders = { raw: '2023-01-17_11-49-30_sortie-du-17', two: '2024-05-16_08-00-00_two' };
  const names = async (type: string, body: object = {}) =>
    Object.keys(await unzipped((await download(rawId, type, { body: { ids, ...body } })).bytes));
  expect(await names('raw')).toEqual([`${folders.raw}/raw.txt`, `${folders.two}/raw.txt`]);
  expect(await names('stats')).toEqual([`${folders.raw}/stats.csv`, `${folders.two}/stats.csv`]);
  const csv = [`${folders.raw}/imu.csv`, `${folders.two}/left.csv`, `${folders.two}/right.csv`];
  expect(await names('decoded')).toEqual(csv);
  const parquet = csv.map((name) => name.replace('.csv', '.parquet'));
  expect(await names('parquet')).toEqual(parquet);
  expect(await names('parquet', { processing: 'resampling', rate: 5 })).toEqual(parquet);
  const { bytes, filename } = await download(rawId, 'zip', { body: { ids } });
  expect(filename).toBe('sillage_2_zip.zip');
  const files = await unzipped(bytes);
  expect(Object.keys(files)).toHaveLength(7 + 9);
  const [again, first] = [readRawFile(files[`${folders.raw}/raw.txt`] ?? Buffer.alloc(0)), readRawFile(raw)];
  if (isProblem(again) || isProblem(first)) throw new Error('unreadable');
  expect(again.modules).toEqual(first.modules);
  await expect.poll(() => readdir(room.folder.temporary)).toEqual([]);
});

test('records of the same name get folders of their own', async () => {
  const twin = await uploaded('sortie du 17.txt', raw);
  const files = await unzipped((await download(rawId, 'stats', { body: { ids: [rawId, twin] } })).bytes);
  const name = '2023-01-17_11-49-30_sortie-du-17';
  expect(Object.keys(files)).toEqual([`${name}/stats.csv`, `${name}_${twin}/stats.csv`]);
});

test('a session leaves as its records; those that do not leave so are left out of it', async () => {
  const film = await readFile(new URL('../../../../testkit/fixtures/20_films/small.mp4', import.meta.url));
  const filmId = await uploaded('shore.mp4', film);
  const broken = await uploaded('broken.csv', Buffer.from('t;v\n0;1\n1;2\n'));
  await room.database.db.update(tables.records).set({ decodeState: 'error' }).where(eq(tables.records.id, broken));
  const parts = [await uploaded('morning.csv', Buffer.from('t;v\n0;1\n1;2\n')), filmId, broken];
  const body = { record_type: 'seance', record_ids: parts } as const;
  const session = api.uploadRecord.reply.parse(await room.call(api.uploadRecord, manager, { body })).id;
  const names = async (type: string) =>
    Object.keys(await unzipped((await download(session, type)).bytes)).map((name) => name.replace(/^.*_/, ''));
  expect(await names('zip')).toEqual(expect.arrayContaining(['morning/record.json', 'shore/video.mp4']));
  expect((await download(session, 'decoded')).bytes.toString()).toBe('T (s),v\n0,1\n1,2\n');
  expect(await ask(session, 'decoded', { body: { ids: [filmId] } })).toBe('record.isVideo');
  expect(await ask(session, 'decoded', { body: { ids: [broken] } })).toBe('record.decodeFailed');
  expect(await ask(session, 'decoded', { who: stranger })).toBe('entity.notFound');
});

test('every record of a zip must be for this person, and readable', async () => {
  const file = { name: 'theirs.csv', bytes: 't;v\n0;1\n1;2\n' };
  const theirs = api.uploadRecord.reply.parse(await room.call(api.uploadRecord, stranger, { file, body: {} })).id;
  await room.decoded();
  expect(await ask(rawId, 'zip', { body: { ids: [rawId, theirs] } })).toBe('entity.notFound');
  expect(await ask(theirs, 'zip', { body: { ids: [rawId] } })).toBe('entity.notFound');
});

test('several selections of several records have a folder each, and one file of statistics a record', async () => {
  const select = async (id: number, t0: number, t1: number) =>
    api.createSelection.reply.parse(
      await room.call(api.createSelection, manager, { params: { id }, body: { t0, t1, exercise: `from ${t0}` } }),
    ).id;
  const one = await uploaded('one.csv', Buffer.from('t;v\n0;1\n1;2\n2;3\n3;4\n'));
  const other = await uploaded('other.csv', Buffer.from('t;v\n0;5\n1;6\n'));
  const without = await uploaded('without.csv', Buffer.from('t;v\n0;7\n1;8\n'));
  const [first, second, third] = [await select(one, 0, 1), await select(one, 2, 3), await select(other, 0.5, 1)];
  const ids = [other, without];
  const csv = await unzipped(
    (await download(one, 'decoded', { body: { ids, sel_ids: [first, second, third] } })).bytes,
  );
  const shown = Object.fromEntries(
    Object.entries(csv).map(([name, bytes]) => [name.replace(/^[^_]*_[^_]*_/, ''), bytes.toString()]),
  );
  expect(Object.keys(shown)).toHaveLength(3);
  expect(shown).toMatchObject({
    'one_selections-1-2/S1/csv.csv': expect.stringMatching(/\n0,1\n1,2\n$/),
    'one_selections-1-2/S2/csv.csv': expect.stringMatching(/\n2,3\n3,4\n$/),
    'other_selection-1/csv.csv': expect.stringMatching(/\n1,6\n$/),
  });
  const stats = (await download(one, 'stats', { sel_id: [first, second] })).bytes.toString();
  expect(
    stats
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split(',').slice(-4).join()),
  ).toEqual(['1,0,1,from 0', '2,2,3,from 2']);
  expect(await ask(one, 'decoded', { sel_id: [first, third] })).toBe('entity.notFound');
  expect(await ask(one, 'decoded', { sel_id: first, who: stranger })).toBe('entity.notFound');
});
