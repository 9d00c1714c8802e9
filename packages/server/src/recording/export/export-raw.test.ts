import { api } from '@sillage/contract';
import { isProblem, readRawFile } from '@sillage/formats';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestExports, unzipped } from './open-test-exports.ts';

const { records, syncFiles } = tables;
const { room, manager, raw, rawId, uploaded, ask, download } = await openTestExports();
afterAll(() => room.close());

test('raw of an uploaded file is that file, byte for byte, whatever was done to the record since', async () => {
  const text = 't;force\n0;1\n0.1;2\n0.2;5\n';
  const id = await uploaded('ergo.csv', Buffer.from(text));
  await room.call(api.cropRecord, manager, { params: { id }, body: { start: 0.1, end: 1 } });
  await room.decoded();
  const { bytes, filename } = await download(id, 'raw');
  expect([String(bytes), filename]).toEqual([text, expect.stringMatching(/\.csv$/)]);
  expect(await download(rawId, 'raw')).toEqual({ bytes: raw, filename: '2023-01-17_11-49-30_sortie-du-17.txt' });
  const files = await unzipped((await download(id, 'zip')).bytes);
  expect(String(files['raw.csv'])).toBe(text);
});

test('raw of an original that was purged is what is left, in the format of raw device files', async () => {
  const id = await uploaded('ergo.csv', Buffer.from('t;force\n0;1\n0.1;2\n0.2;5\n'));
  await room.call(api.cropRecord, manager, { params: { id }, body: { start: 0.1, end: 1 } });
  await room.decoded();
  await room.call(api.purgeOriginal, { ...manager, roles: ['Admin'] }, { params: { id } });
  const { bytes, filename } = await download(id, 'raw');
  expect(filename).toMatch(/\.txt$/);
  const left = readRawFile(bytes);
  if (isProblem(left)) throw new Error(left.problem);
  expect([...(left.modules[0]?.values[0] ?? [])]).toEqual([2, 5]);
});

/** Of what is read: without it raw is the file that was uploaded. */
const stretch = { body: { t0: 0, t1: 1e6 } };

test('raw of a stretch whose device had another date has the date of the record', async () => {
  const id = await uploaded('a clock that was never set.txt', raw);
  const { db } = room.dependencies.database;
  await db.update(records).set({ startUs: 5_668_964 }).where(eq(records.id, id));
  const again = readRawFile((await download(id, 'raw', stretch)).bytes);
  if (isProblem(again)) throw new Error(again.problem);
  expect(again.startUs).toBe(1_673_952_570e6);
  expect(again.modules[0]?.timesSeconds[0]).toBe(1.197674);
});

test('raw of a stretch has the same samples as the uploaded file', async () => {
  const { bytes } = await download(rawId, 'raw', stretch);
  const [again, first] = [readRawFile(bytes), readRawFile(raw)];
  if (isProblem(again) || isProblem(first)) throw new Error('unreadable');
  expect(again.modules).toEqual(first.modules);
  expect(again.startUs).toBe(first.startUs);
});

test('raw says which device, folder and version the uploaded file was of', async () => {
  const text = raw.toString('latin1').replace('"folder_name"', '"deviceId": 10200042, "folder_name"');
  const id = await uploaded('of a device.txt', Buffer.from(text, 'latin1'));
  const { bytes } = await download(id, 'raw', stretch);
  const header = /<== description ==>(.*?)<== calibration ==>/s.exec(bytes.toString('latin1'))?.[1] ?? '';
  expect(JSON.parse(header).description).toMatchObject({
    deviceId: 10_200_042,
    deviceType: 'maxi',
    folder_name: '82_52_20230117_114930/',
    version: 'v6.0.0',
    rec_type: 'record',
  });
});

test('raw of an original that is freed in the instant in which it is opened says that it is', async () => {
  const id = await uploaded('ergo.csv', Buffer.from('t;force\n0;1\n0.1;2\n0.2;5\n'));
  const { db } = room.dependencies.database;
  const { files } = room.dependencies.folder;
  const openReally = files.open.bind(files);
  const open = vi.spyOn(files, 'open').mockImplementationOnce(openReally);
  open.mockImplementationOnce(async () => {
    const freed = { decodeState: 'error', availableData: {}, modules: {} } as const;
    const [{ uid } = { uid: '' }] = await db.update(records).set(freed).where(eq(records.id, id)).returning();
    await db.insert(syncFiles).values({ recordUid: uid, state: 'synced', sizeBytes: 1, freedAt: new Date() });
    return undefined;
  });
  expect(await ask(id, 'raw')).toBe('sync.freedHere');
});
