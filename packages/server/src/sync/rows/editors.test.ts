import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { actFor, tables } from '../../platform/database/index.ts';
import { addClient, addGroup, addUser, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { type Content, observeRow } from '../core/index.ts';
import { storeInTurn, workInTurn } from '../in-turn.ts';
import { type ConflictViewer, listConflicts } from '../people/list-conflicts.ts';
import { settleConflict } from '../people/settle-conflict.ts';
import { harvestRows } from './harvest-rows.ts';
import { judgeHub } from './judge-hub.ts';
import { loadRows } from './keep-states.ts';
import { keyOf } from './kept-row.ts';
import { mergeRows } from './merge-rows.ts';
import { noUid } from './travelling-tables.ts';
import { stateOf, type WireRow, wireRow } from './wire-row.ts';

const [here, hub] = [randomUUID(), randomUUID()];
const nowMs = Date.now();
const clock = { nowMs: () => nowMs, monotonicMs: () => 0 };
const looker = { node: here, nowMs, offsetMs: 0 };
let test: TestDatabase;
let group: { id: number; uid: string };
let [anna, ben] = [0, 0];
beforeEach(async () => {
  test = await openTestDatabase();
  const { db } = test.database;
  const clientId = (await addClient(db)).id;
  group = await addGroup(db, { clientId, name: 'rowers' });
  anna = (await addUser(db, { clientId, firstname: 'Anna', lastname: 'Oar' })).id;
  ben = (await addUser(db, { clientId, firstname: 'Ben', lastname: 'Bow' })).id;
  await harvest();
});
afterEach(() => test.close());

const harvest = () => storeInTurn(workInTurn(test.database.patientDb))((store) => harvestRows(store, looker));
const rename = (name: string) =>
  test.database.db.update(tables.groups).set({ name }).where(eq(tables.groups.id, group.id));
/** The group as it is known, with who gave it its name. */
async function known() {
  await harvest();
  const row = (await loadRows(test.database.db, 'groups', [{ uid: group.uid, otherUid: noUid }])).get(
    keyOf({ ...group, otherUid: noUid }),
  );
  if (row === undefined) throw new Error('the group is not known');
  return { row, by: row.editors[row.state.fields.name?.at ?? '']?.name };
}
/** The group as a hub edited it, having seen what was told last. */
function ofHub(before: WireRow, content: Content, by: string): WireRow {
  const state = observeRow(stateOf(before), content, { node: hub, editedMs: nowMs + 60_000 });
  if (state === undefined) throw new Error('nothing was edited');
  const editors = { ...before.editors, [state.fields.name?.at ?? '']: { uid: randomUUID(), name: by } };
  return { ...before, ...wireRow({ table: 'groups', uid: group.uid, otherUid: noUid, state, editors }) };
}
const hear = (rows: readonly WireRow[]) =>
  storeInTurn(workInTurn(test.database.patientDb))((store) =>
    mergeRows(store, rows, { ...looker, from: hub, judge: judgeHub({ allClients: true, clientUids: new Set() }) }),
  );

it('an edit is of who asked for it, until they are answered; what the program does by itself is nobody’s', async () => {
  const answered = Promise.withResolvers<void>();
  let later: Promise<unknown> | undefined;
  await actFor(anna, async () => {
    await rename('by Anna');
    later = answered.promise.then(() => rename('by itself'));
  });
  expect((await known()).by).toBe('Anna Oar');
  answered.resolve();
  await later;
  expect(await known()).toMatchObject({ by: undefined, row: { state: { fields: { name: { value: 'by itself' } } } } });
  // In a transaction, and on the same connections.
  await Promise.all(
    [anna, ben].map((one) => actFor(one, () => test.database.db.transaction((tx) => tx.select().from(tables.groups)))),
  );
  await actFor(ben, () => test.database.db.transaction((tx) => tx.update(tables.groups).set({ name: 'by Ben' })));
  expect((await known()).by).toBe('Ben Bow');
});

it('of two who edited a row between two looks none is named; of one whom the program followed, they are', async () => {
  await actFor(anna, () => rename('by Anna'));
  await actFor(ben, () => rename('by Ben'));
  expect((await known()).by).toBeUndefined();
  await actFor(anna, () => rename('by Anna'));
  await test.database.db.update(tables.groups).set({ clientId: (await addClient(test.database.db)).id });
  expect((await known()).by).toBe('Anna Oar');
  await actFor(ben, () => test.database.db.delete(tables.groups));
  const { row } = await known();
  expect(row.editors[row.state.deleted?.at ?? '']?.name).toBe('Ben Bow');
});

it('a conflict names who wrote each side, also after they are gone; who chooses is who wrote it then', async () => {
  const before = wireRow((await known()).row);
  await actFor(anna, () => rename('by Anna'));
  await harvest();
  await test.database.db.delete(tables.users).where(eq(tables.users.id, anna));
  await hear([ofHub(before, { name: 'of the hub' }, 'Chloe')]);
  const viewer: ConflictViewer = {
    scope: 'everything',
    seenRecords: sql`true`,
    principal: { userId: ben, clientId: 1, groupIds: [], roles: [] },
  };
  const [conflict] = await listConflicts(test.database.db, viewer, false);
  expect(conflict).toMatchObject({
    kept: { value: 'of the hub', by: 'Chloe' },
    lost: { value: 'by Anna', by: 'Anna Oar' },
    present_by: 'Chloe',
  });
  await settleConflict({ inTurn: workInTurn(test.database.patientDb), clock }, viewer, conflict?.id ?? 0, {
    choice: 'lost',
  });
  expect(await known()).toMatchObject({ by: 'Ben Bow', row: { state: { fields: { name: { value: 'by Anna' } } } } });
});

it('a hub says who made its own edits, not who made those of others', async () => {
  await actFor(anna, () => rename('by Anna'));
  const told = wireRow((await known()).row);
  const forged = Object.fromEntries(
    Object.keys(told.editors).map((at) => [at, { uid: randomUUID(), name: 'Mallory' }]),
  );
  await hear([ofHub({ ...told, editors: forged }, { name: 'of the hub' }, 'Chloe')]);
  const { row, by } = await known();
  expect(by).toBe('Chloe');
  expect(Object.values(row.editors).map(({ name }) => name)).not.toContain('Mallory');
});
