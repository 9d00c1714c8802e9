import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tables } from '../database/index.ts';
import { addClient, addRecord, openTestDatabase, type TestDatabase } from '../database/testing.ts';
import { applyRows, BrokenRows, type GivenTable, readTable, stageRows, tablesByUid } from './index.ts';

const { parameters, recordErrors, selections } = tables;
let test: TestDatabase;
let recordId: number;
beforeEach(async () => {
  test = await openTestDatabase();
  const { db } = test.database;
  recordId = (await addRecord(db, { clientId: (await addClient(db)).id, basename: 'a' })).id;
});
afterEach(() => test.close());

/** All rows as they would travel, those of some tables without some columns. */
async function leave(without: Readonly<Record<string, readonly string[]>> = {}): Promise<GivenTable[]> {
  const given: GivenTable[] = [];
  for (const table of tablesByUid) {
    const columns = table.columns.map(({ name }) => name).filter((name) => !without[table.name]?.includes(name));
    const lines = await test.database.db.transaction(async (tx) => {
      const found: string[] = [];
      for await (const line of readTable(tx, table, () => sql`true`)) {
        const row: Record<string, unknown> = JSON.parse(line);
        found.push(JSON.stringify(Object.fromEntries(columns.map((name) => [name, row[name]]))));
      }
      return found;
    });
    // Of the settings only what other servers may have.
    if (table.name === 'settings') lines.length = 0;
    given.push({
      ...{ name: table.name, columns, rows: lines.length },
      async *lines() {
        yield* lines;
      },
    });
  }
  return given;
}

const arrive = (given: readonly GivenTable[]) =>
  test.database.db.transaction(async (tx) =>
    applyRows(tx, await stageRows(tx, given, new AbortController().signal), {}),
  );
const addSelection = (num: number, exercise: string) =>
  test.database.db.insert(selections).values({ recordId, num, t0: 0, t1: 1, exercise });
const found = async () => {
  const rows = await test.database.db.select().from(selections).orderBy(selections.num);
  return rows.map(({ num, exercise }) => [num, exercise]);
};

it('a selection that was given another number since has its own again, and is there once', async () => {
  const { db } = test.database;
  await addSelection(1, 'départ');
  await addSelection(2, 'arrivée');
  const given = await leave();
  const before = await db.select().from(selections).orderBy(selections.num);
  await db.update(selections).set({ num: 7 }).where(eq(selections.num, 1));
  await db.update(selections).set({ num: 1, exercise: 'autre' }).where(eq(selections.num, 2));
  expect(await arrive(given)).toContainEqual({ table: 'selections', added: 3, merged: 0 });
  expect(await db.select().from(selections).orderBy(selections.num)).toEqual(before);
  expect((await arrive(given)).filter(({ added, merged }) => added + merged > 0)).toEqual([]);
});

it('a number that another selection has now stays its; what came under it is what it says', async () => {
  await addSelection(1, 'départ');
  const given = await leave();
  await test.database.db.update(selections).set({ num: 2 });
  await addSelection(1, 'autre');
  await arrive(given);
  expect(await found()).toEqual([
    [1, 'départ'],
    [2, 'départ'],
  ]);
});

it('rows of a version that gave them no uid are known by their keys, and get one', async () => {
  const { db } = test.database;
  await addSelection(1, 'départ');
  await db.insert(recordErrors).values({ recordId, type: 'WARN', msg: { fr: 'a', en: 'a' } });
  await db.insert(parameters).values({ tableName: 'General', targetId: 1, name: 'x', value: 1, isSet: true });
  const none = { selections: ['uid'], record_errors: ['uid'], parameters: ['uid'] };
  const given = await leave(none);
  await db.update(selections).set({ exercise: 'autre' });
  const kept = await db.select({ uid: recordErrors.uid }).from(recordErrors);
  await db.delete(parameters);
  await arrive(given);
  expect(await found()).toEqual([[1, 'départ']]);
  expect(await db.select({ uid: recordErrors.uid }).from(recordErrors)).toEqual(kept);
  expect(await db.select({ uid: parameters.uid, value: parameters.value }).from(parameters)).toEqual([
    { uid: expect.stringMatching(/^[0-9a-f-]{36}$/), value: 1 },
  ]);
});

it('rows with one uid between them are broken, and say where', async () => {
  await addSelection(1, 'départ');
  const given = await leave();
  const doubled = given.map((one) => {
    if (one.name !== 'selections') return one;
    return {
      ...{ ...one, rows: 2 },
      async *lines() {
        for await (const line of one.lines()) yield* [line, JSON.stringify({ ...JSON.parse(line), num: 2 })];
      },
    };
  });
  await expect(arrive(doubled)).rejects.toThrow(BrokenRows);
  await expect(arrive(doubled)).rejects.toHaveProperty('place', 'selections: 2 × uid');
});
