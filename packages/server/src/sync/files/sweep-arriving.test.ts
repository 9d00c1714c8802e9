import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { isRefusal } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addClient, addRecord, addUser, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { dataFolder, StoredFile, stored } from '../../platform/files/index.ts';
import { createLog } from '../../platform/log/index.ts';
import { readReplaced } from '../people/read-replaced.ts';
import { keepReplaced, listReplaced } from './replaced-copies.ts';
import { noteResting, sweepArriving } from './sweep-arriving.ts';

let test: TestDatabase;
let root: string;
beforeEach(async () => {
  test = await openTestDatabase();
  root = await mkdtemp(join(tmpdir(), 'sillage-arriving-'));
});
afterEach(async () => {
  await test.close();
  await rm(root, { recursive: true, force: true });
});

async function* piece() {
  yield new Uint8Array(10);
}

it('pieces that are wanted or were sent of late stay; those of nobody, and those that rested for a month, go', async () => {
  const folder = dataFolder(root);
  const { db } = test.database;
  const { id: clientId } = await addClient(db);
  await addUser(db, { clientId });
  const made = async (basename: string) => (await addRecord(db, { clientId, basename })).uid;
  const [wanted, sending, resting] = [await made('wanted'), await made('sending'), await made('resting')];
  const nobodys = randomUUID();
  for (const name of [wanted, sending, resting, nobodys]) await folder.arriving.write(name, 0, piece(), () => {});
  await db.execute(sql`insert into sync_wanted (record_uid) values (${wanted}), (${nobodys})`);
  await db.execute(sql`insert into sync_files (record_uid, state, sent_bytes, last_try_at) values
    (${sending}, 'sending', 10, now()), (${resting}, 'sending', 10, now() - interval '31 days')`);
  const sweep = (nowMs: number) =>
    sweepArriving({ database: test.database, folder, clock: { nowMs: () => nowMs }, log: createLog('silent') });
  await sweep(Date.now());
  expect((await folder.arriving.list()).toSorted()).toEqual([wanted, sending].toSorted());
  const { rows } = await db.execute(sql`select sent_bytes from sync_files where record_uid = ${resting}`);
  expect(Number(rows[0]?.sent_bytes)).toBe(0);
});

it('what no hub goes on with for minutes is not being sent any more, and its pieces stay', async () => {
  const folder = dataFolder(root);
  const { db } = test.database;
  const { id: clientId } = await addClient(db);
  const [moving, resting] = [await addRecord(db, { clientId }), await addRecord(db, { clientId })];
  for (const { uid } of [moving, resting]) {
    await folder.arriving.write(uid, 0, piece(), () => {});
    await db.execute(sql`insert into sync_files (record_uid, state, sent_bytes, last_try_at, from_node)
      values (${uid}, 'sending', 10, now() - make_interval(mins => ${uid === moving.uid ? 1 : 10}), ${randomUUID()})`);
  }
  await noteResting(test);
  const { rows } = await db.execute(sql`select record_uid, state, sent_bytes::integer from sync_files`);
  expect(rows).toContainEqual({ record_uid: moving.uid, state: 'sending', sent_bytes: 10 });
  expect(rows).toContainEqual({ record_uid: resting.uid, state: 'needs_sending', sent_bytes: 10 });
  await sweepArriving({ database: test.database, folder, clock: { nowMs: Date.now }, log: createLog('silent') });
  expect(await folder.arriving.list()).toHaveLength(2);
});

it('an original that another one took the place of is kept for 30 days, and no longer than its record', async () => {
  const folder = dataFolder(root);
  await folder.prepare();
  const { db } = test.database;
  const { id: clientId } = await addClient(db);
  await addUser(db, { clientId });
  const record = await addRecord(db, { clientId, basename: 'a', source: 'csv' });
  const [first, second] = ['first', 'second'].map((text) => Buffer.from(text));
  const path = await folder.files.localPath(stored.source(record));
  const beganMs = 1_795_000_000_000;
  const place = async (bytes: Buffer | undefined, nowMs: number) => {
    const sha256 = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    await keepReplaced(folder, record, sha256, nowMs);
    const next = join(root, 'next');
    await writeFile(next, bytes ?? '');
    await folder.files.place({ from: next, to: stored.source(record) });
  };
  await writeFile(path, first ?? '');
  await place(second, beganMs + 2);
  const [copy] = await listReplaced(folder, record.uid);
  expect(copy).toMatchObject({ replacedMs: beganMs + 2, sizeBytes: 5 });
  const seen = await readReplaced(db, folder.files, sql`true`, { id: record.id, key: copy?.key ?? '' });
  expect(isRefusal(seen) ? seen.code : await text(readableOf(seen.body))).toBe('first');
  const unseen = await readReplaced(db, folder.files, sql`false`, { id: record.id, key: copy?.key ?? '' });
  expect(unseen).toMatchObject({ code: 'entity.notFound' });
  const sweep = (nowMs: number) =>
    sweepArriving({ database: test.database, folder, clock: { nowMs: () => nowMs }, log: createLog('silent') });
  const dayMs = 86_400_000;
  await sweep(beganMs + 30 * dayMs);
  expect(await listReplaced(folder, record.uid)).toHaveLength(1);
  await sweep(beganMs + 31 * dayMs);
  expect(await listReplaced(folder, record.uid)).toEqual([]);
  const gone = await readReplaced(db, folder.files, sql`true`, { id: record.id, key: copy?.key ?? '' });
  expect(gone).toMatchObject({ code: 'sync.copyGone' });
  await place(first, beganMs + 32 * dayMs);
  for (let n = 1; n < 5; n += 1) await place(second, beganMs + 32 * dayMs + n);
  const latest = (await listReplaced(folder, record.uid)).map(({ replacedMs }) => replacedMs - beganMs - 32 * dayMs);
  expect(latest).toEqual([4, 3, 2]);
  await addRecord(db, { clientId, basename: 'b' });
  await db.execute(sql`delete from records where id = ${record.id}`);
  await sweep(beganMs + 32 * dayMs);
  expect(await folder.files.list('replaced')).toEqual([]);
});

function readableOf(body: unknown): Readable {
  if (!(body instanceof StoredFile)) throw new Error('no stored file');
  return body.readAll();
}
