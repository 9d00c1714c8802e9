import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addClient, addRecord, addUser, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { dataFolder } from '../../platform/files/index.ts';
import { createLog } from '../../platform/log/index.ts';
import { sweepArriving } from './sweep-arriving.ts';

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
  await sweepArriving({ database: test.database, folder, log: createLog('silent') });
  expect((await folder.arriving.list()).toSorted()).toEqual([wanted, sending].toSorted());
  const { rows } = await db.execute(sql`select sent_bytes from sync_files where record_uid = ${resting}`);
  expect(Number(rows[0]?.sent_bytes)).toBe(0);
});
