import { randomUUID } from 'node:crypto';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { recordRoutes, sweepOrphans } from './index.ts';
import { openTestRecords } from './testing.ts';

let room: Awaited<ReturnType<typeof openTestRecords>>;

beforeEach(async () => {
  room = await openTestRecords();
  recordRoutes(room.serve, room.dependencies);
});
afterEach(() => room.close());

const sweep = () => sweepOrphans({ db: room.database.db, folder: room.folder, log: room.log });
const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

async function upload(): Promise<string> {
  const manager = await room.addPerson(await room.addClient(randomUUID()), 'Manager');
  const file = { name: 'a.csv', bytes: 't;force\n0;1\n1;2\n' };
  const { id } = api.uploadRecord.reply.parse(await room.call(api.uploadRecord, manager, { file, body: {} }));
  await room.decoded();
  const [row] = await room.database.db.select().from(tables.records).where(eq(tables.records.id, id));
  return row?.uid ?? '';
}

/** What a crash leaves of a record whose row is gone, or was not made yet. */
async function leaveFiles(): Promise<string> {
  const { folder } = room;
  const uid = randomUUID();
  for (const path of [folder.signals(uid), folder.uploads, folder.journals]) await mkdir(path, { recursive: true });
  await writeFile(join(folder.signals(uid), 'imu.parquet'), 'PAR1');
  await writeFile(folder.upload(uid), 'uploaded');
  await writeFile(folder.journal(uid), 'the only copy');
  return uid;
}

test('files of no record go, journals of no record are set aside, records stay whole', async () => {
  const { folder } = room;
  const kept = await upload();
  await mkdir(folder.journals, { recursive: true });
  await writeFile(folder.journal(kept), 'journal');
  const orphan = await leaveFiles();
  await writeFile(join(folder.uploads, 'read me.txt'), 'not ours');
  await sweep();
  expect(await isThere(folder.signals(orphan))).toBe(false);
  expect(await isThere(folder.upload(orphan))).toBe(false);
  expect(await isThere(folder.journal(orphan))).toBe(false);
  expect(await readFile(join(folder.journals, 'unclaimed', `${orphan}.journal`), 'utf8')).toBe('the only copy');
  for (const path of [folder.signals(kept), folder.upload(kept), folder.journal(kept)]) {
    expect(await isThere(path)).toBe(true);
  }
  expect(await isThere(join(folder.uploads, 'read me.txt'))).toBe(true);
  // The next start finds nothing to do and leaves what was set aside alone.
  await sweep();
  expect(await isThere(join(folder.journals, 'unclaimed', `${orphan}.journal`))).toBe(true);
});

test('a new database over an old folder touches nothing', async () => {
  const { folder } = room;
  const orphan = await leaveFiles();
  await sweep();
  for (const path of [folder.signals(orphan), folder.upload(orphan), folder.journal(orphan)]) {
    expect(await isThere(path)).toBe(true);
  }
});

test('an empty data folder is swept too', async () => {
  await expect(sweep()).resolves.toBeUndefined();
});
