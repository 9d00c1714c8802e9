import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { api } from '@sillage/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { recordRoutes } from './index.ts';
import { openTestRecords } from './testing.ts';

let room: Awaited<ReturnType<typeof openTestRecords>>;
beforeEach(async () => {
  room = await openTestRecords();
});
afterEach(() => room.close());

const file = { name: 'a.csv', bytes: 't;force\n0;1\n1;2\n' };
const connectionLost = Object.assign(new Error('Connection terminated'), { code: '08006' });

/** Transactions of records end as told. */
function serve(inTransaction: typeof room.dependencies.life.inTransaction) {
  recordRoutes(room.serve, { ...room.dependencies, life: { ...room.dependencies.life, inTransaction } });
}
const uploads = () => readdir(room.folder.uploads);

test('an upload whose commit was not answered keeps its file: the record may be there', async () => {
  serve(async (work, db) => {
    await room.dependencies.life.inTransaction(work, db);
    throw connectionLost;
  });
  const manager = await room.addPerson(await room.addClient(randomUUID()), 'Manager');
  await expect(room.call(api.uploadRecord, manager, { file, body: {} })).rejects.toBe(connectionLost);
  const [record] = await room.database.db.select().from(tables.records);
  expect(await uploads()).toEqual([record?.uid]);
});

test('an upload that the database refused leaves nothing', async () => {
  serve(async () => {
    throw Object.assign(new Error('a constraint'), { code: '23514' });
  });
  const manager = await room.addPerson(await room.addClient(randomUUID()), 'Manager');
  await expect(room.call(api.uploadRecord, manager, { file, body: {} })).rejects.toThrow('a constraint');
  expect(await uploads()).toEqual([]);
});
