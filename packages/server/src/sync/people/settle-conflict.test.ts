import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rightsChanged } from '../../administration/tenancy/index.ts';
import { tables } from '../../platform/database/index.ts';
import {
  addClient,
  addGroup,
  addRecord,
  openTestDatabase,
  type TestDatabase,
} from '../../platform/database/testing.ts';
import { hearOfRows } from '../../recording/life/index.ts';
import { storeInTurn, workInTurn } from '../in-turn.ts';
import { harvestRows } from '../rows/harvest-rows.ts';
import { type ConflictViewer, listConflicts } from './list-conflicts.ts';
import { settleConflict } from './settle-conflict.ts';

const nowMs = 2_000_000_000_000;
const clock = { nowMs: () => nowMs, monotonicMs: () => 0 };
const administrator: ConflictViewer = {
  scope: 'everything',
  seenRecords: sql`true`,
  principal: { userId: 1, clientId: 1, groupIds: [], roles: [] },
};
let test: TestDatabase;
let group: { id: number; uid: string; clientId: number };
beforeEach(async () => {
  test = await openTestDatabase();
  const { db } = test.database;
  group = await addGroup(db, { clientId: (await addClient(db)).id, name: 'rowers' });
});
afterEach(() => test.close());

type Side = { value: string } | { is_gone: true };
/** Two edits of the group of which the first one is in force; its id. */
async function conflictOf(
  field: string | null,
  [kept, lost]: readonly [Side | { value: null }, Side | { value: null }],
  settled: string | null,
  [table, uid]: readonly [string, string] = ['groups', group.uid],
) {
  const stamp = (ms: number) => `${String(ms).padStart(15, '0')}.000000.${randomUUID()}`;
  const { rows } = await test.database.db.execute(sql`insert into sync_conflicts
    (table_name, uid, field, kept, lost, kept_at, lost_at, asks, settled, settled_at)
    values (${table}, ${uid}, ${field}, ${JSON.stringify(kept)}::jsonb, ${JSON.stringify(lost)}::jsonb, ${stamp(1000)}, ${stamp(900)},
      true, ${settled}, case when ${settled}::text is null then null else now() end) returning id`);
  return Number(rows[0]?.id);
}
const settle = (id: number, given: Parameters<typeof settleConflict>[3]) =>
  settleConflict({ inTurn: workInTurn(test.database.db), clock }, administrator, id, given);
const namesHere = async () => (await test.database.db.select().from(tables.groups)).map(({ name }) => name);

it('what lost is restored, also after somebody chose, and is listed with what is in force now', async () => {
  const id = await conflictOf('name', [{ value: 'rowers' }, { value: 'seniors' }], 'kept');
  await settle(await conflictOf('name', [{ value: 'rowers' }, { value: 'juniors' }], null), { choice: 'kept' });
  const [, first] = await listConflicts(test.database.db, administrator, true);
  expect(first).toMatchObject({ id, settled: 'kept', present: 'rowers', lost: { value: 'seniors' } });
  expect(await settle(id, { choice: 'lost', seen: first?.present_edit ?? '' })).toBeUndefined();
  expect(await namesHere()).toEqual(['seniors']);
});

it('a text that was edited since the page showed it is not overwritten', async () => {
  const id = await conflictOf('name', [{ value: 'rowers' }, { value: 'seniors' }], 'kept');
  await settle(await conflictOf('name', [{ value: 'rowers' }, { value: 'juniors' }], null), { choice: 'kept' });
  const shown = (await listConflicts(test.database.db, administrator, true)).find((conflict) => conflict.id === id);
  await test.database.db.update(tables.groups).set({ name: 'masters' });
  expect(await settle(id, { choice: 'lost', seen: shown?.present_edit ?? '' })).toMatchObject({
    code: 'sync.changedSince',
  });
  expect(await namesHere()).toEqual(['masters']);
});

it('a deletion that was set aside is not restored later; asked for the first time it may be chosen', async () => {
  const sides = [{ value: null }, { is_gone: true }] as const;
  expect(await settle(await conflictOf(null, sides, 'kept'), { choice: 'lost' })).toMatchObject({
    code: 'sync.deletionStays',
  });
  expect(await namesHere()).toEqual(['rowers']);
  expect(await settle(await conflictOf(null, sides, null), { choice: 'lost' })).toBeUndefined();
  expect(await namesHere()).toEqual([]);
});

it('who holds in memory what the choice changes reads it again', async () => {
  let heard = 0;
  const stop = await test.database.listen(
    rightsChanged,
    () => (heard += 1),
    () => undefined,
  );
  await settle(await conflictOf('name', [{ value: 'rowers' }, { value: 'juniors' }], null), { choice: 'lost' });
  await expect.poll(() => heard).toBe(1);
  await stop();
});

it('of a selection that is wanted back its record is there again, too, and who shows records hears of both', async () => {
  const { db, patientDb } = test.database;
  const record = await addRecord(db, { clientId: group.clientId });
  const [selection] = await db
    .insert(tables.selections)
    .values({ uid: randomUUID(), recordId: record.id, num: 1, t0: 0, t1: 1 })
    .returning({ uid: tables.selections.uid });
  const look = () =>
    storeInTurn(workInTurn(patientDb))((store) => harvestRows(store, { node: randomUUID(), nowMs, offsetMs: 0 }));
  await look();
  await db.delete(tables.records);
  await look();
  const reasons: string[] = [];
  const stop = await hearOfRows(test.database, { tell: (_, { reason }) => reasons.push(reason) }, () => undefined);
  const id = await conflictOf(null, [{ is_gone: true }, { value: null }], null, ['selections', selection?.uid ?? '']);
  expect(await settle(id, { choice: 'lost' })).toBeUndefined();
  await expect.poll(() => reasons.toSorted()).toEqual(['selected', 'updated']);
  await stop();
});
