import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addClient, addGroup, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { workInTurn } from '../in-turn.ts';
import { harvestRows } from '../rows/harvest-rows.ts';
import { sqlRows } from '../rows/sql-rows.ts';
import { listTables } from './list-tables.ts';

let test: TestDatabase;
let clientId: number;
beforeEach(async () => {
  test = await openTestDatabase();
  clientId = (await addClient(test.database.db)).id;
});
afterEach(() => test.close());

const look = (nowMs: number) =>
  workInTurn(test.database.db)((tx) => harvestRows(sqlRows(tx), { node: randomUUID(), nowMs, offsetMs: 0 }));
const groups = async (hashes: boolean) =>
  (await listTables(test.database.db, 'cloud', hashes)).find(({ name }) => name === 'groups');

it('says of a kind how much is known of it and since when, and by a hash whether it is what it was', async () => {
  await addGroup(test.database.db, { clientId, name: 'a' });
  await look(2e12);
  const before = await groups(true);
  expect(before).toMatchObject({ rows: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(before?.bytes).toBeGreaterThan(0);
  expect(before?.since).toMatch(/Z$/);
  expect((await groups(true))?.sha256).toBe(before?.sha256);
  expect((await groups(false))?.sha256).toBeNull();
  await addGroup(test.database.db, { clientId, name: 'b' });
  await look(2e12);
  expect((await groups(true))?.sha256).not.toBe(before?.sha256);
});

it('a refused deletion of what another row took the place of is nothing to show, a refused edit is', async () => {
  const { db } = test.database;
  const gone = await addGroup(db, { clientId, name: 'a' });
  await look(2e12);
  await db.execute(sql`delete from groups where id = ${gone.id}`);
  await look(2e12 + 1000);
  await db.execute(sql`update sync_rows set refused = 'sync.cloudOnly' where table_name = 'groups'`);
  expect((await groups(false))?.refused).toBe(1);
  await addGroup(db, { clientId, name: 'a' });
  await look(2e12 + 2000);
  expect(await groups(false)).toMatchObject({ refused: 0, why_not: null });
  await db.execute(sql`update sync_rows set refused = 'sync.cloudOnly' where table_name = 'groups'`);
  expect((await groups(false))?.refused).toBe(1);
});
