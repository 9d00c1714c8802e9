import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addClient, addRecord, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { type Content, contentOf, mergeRow, observeRow } from '../core/index.ts';
import { storeInTurn, workInTurn } from '../in-turn.ts';
import { type ConflictViewer, listConflicts } from '../people/list-conflicts.ts';
import { settleConflict } from '../people/settle-conflict.ts';
import { adoptRefused } from './adopt-row.ts';
import { harvestRows } from './harvest-rows.ts';
import { judgeHub } from './judge-hub.ts';
import { mergeRows } from './merge-rows.ts';
import { sqlRows } from './sql-rows.ts';
import { noUid } from './travelling-tables.ts';
import { stateOf, type WireRow, wireRow } from './wire-row.ts';

const { devices } = tables;
const [here, other] = [randomUUID(), randomUUID()];
const looker = { node: here, nowMs: 2_000_000_000_000, offsetMs: 0 };
let test: TestDatabase;
let club: { id: number; uid: string };
beforeEach(async () => {
  test = await openTestDatabase();
  club = await addClient(test.database.db);
  await storeInTurn(workInTurn(test.database.db))((store) => store.writeMark('node', here));
});
afterEach(() => test.close());

/** A device as the other server made it, or as it edited it since. */
function told(content: Content, before?: WireRow): WireRow {
  const known = before && stateOf(before);
  const editedMs = before === undefined ? 1_900_000_000_000 : 1_950_000_000_000;
  const state = observeRow(known, { client_id: club.uid, ...content }, { node: other, editedMs });
  if (state === undefined) throw new Error('a row without fields');
  return wireRow({ table: 'devices', uid: before?.uid ?? randomUUID(), otherUid: noUid, state, editors: {} });
}
const device = (number: number | string) => told({ number, name: `device ${number}` });

/** As a cloud hears it of a hub, or a hub of its cloud. */
function merge(rows: readonly WireRow[], from: 'hub' | 'cloud') {
  const judge = from === 'hub' ? judgeHub({ allClients: true, clientUids: new Set() }) : undefined;
  return workInTurn(test.database.db)(async (tx) => {
    const store = sqlRows(tx);
    await harvestRows(store, looker);
    return mergeRows(store, rows, { ...looker, from: other, judge });
  });
}

const numbersHere = async () => (await test.database.db.select().from(devices)).map(({ number }) => number).sort();

it('a row of which the database takes no value keeps none of the others out, and is refused by the cloud', async () => {
  const bad = device('twelve');
  const refused = await merge([device(1), bad, device(2)], 'hub');
  expect(refused).toEqual([{ table: 'devices', uid: bad.uid, otherUid: noUid, reason: 'sync.unfit' }]);
  expect(await merge([bad], 'hub')).toEqual(refused);
  expect(await numbersHere()).toEqual([1, 2]);
});

it('a hub keeps such a row of its cloud, and takes it once its value can be taken', async () => {
  const bad = device('twelve');
  expect(await merge([device(1), bad], 'cloud')).toEqual([]);
  expect(await numbersHere()).toEqual([1]);
  await merge([told({ number: 12 }, bad)], 'cloud');
  expect(await numbersHere()).toEqual([1, 12]);
});

it('a row of a server that lacks fields gets them as the database has them, and one that is here keeps its own', async () => {
  const row = device(7);
  await merge([row], 'hub');
  const [first] = await test.database.db.update(devices).set({ comment: 'wet' }).returning();
  expect(first).toMatchObject({ number: 7, comment: 'wet' });
  await merge([told({ name: 'boat' }, row), device(8)], 'hub');
  const [again] = await test.database.db.select().from(devices).where(eq(devices.uid, row.uid));
  expect(again).toMatchObject({ number: 7, name: 'boat', comment: 'wet' });
  expect(await numbersHere()).toEqual([7, 8]);
});

const harvest = () => storeInTurn(workInTurn(test.database.db))((store) => harvestRows(store, looker));

/** What is known of a row, after this server was looked at. */
const known = (table: string, uid: string) =>
  storeInTurn(workInTurn(test.database.db))(async (store) => {
    await harvestRows(store, looker);
    const row = (await store.loadRows(table, [{ uid, otherUid: noUid }])).get(uid);
    if (row === undefined) throw new Error(`no row of ${table}`);
    return row;
  });

/** A record was given a selection here, while another server, which may have heard of it too late, deleted the record. */
async function deleteMeanwhile({ isHeardOf }: { isHeardOf: boolean }): Promise<void> {
  const { db } = test.database;
  const { id, uid } = await addRecord(db, { clientId: club.id, basename: 'sprint' });
  const record = await known('records', uid);
  const state = observeRow(record.state, undefined, { node: other, editedMs: 2_000_000_000_500 });
  if (state === undefined) throw new Error('nothing was deleted');
  const selection = { uid: randomUUID(), recordId: id, num: 1, t0: 0, t1: 1, comment: 'the good one' };
  await db.insert(tables.selections).values(selection);
  const heard = isHeardOf ? [wireRow(await known('selections', selection.uid))] : [];
  await merge([wireRow({ ...record, state }), ...heard], 'hub');
}

it.each([{ isHeardOf: false }, { isHeardOf: true }])(
  'a selection that was made meanwhile goes with the record that another server deleted (who heard of it: $isHeardOf), and comes back with it when somebody chooses so',
  async (given) => {
    const { db } = test.database;
    const inTurn = workInTurn(db);
    await deleteMeanwhile(given);
    expect(await db.select().from(tables.selections)).toEqual([]);
    const { rows } = await db.execute(sql`select id, table_name, field, lost from sync_conflicts`);
    expect(rows).toMatchObject([{ table_name: 'selections', field: null, lost: { value: null } }]);
    const administrator: ConflictViewer = {
      scope: 'everything',
      seenRecords: sql`true`,
      principal: { userId: 1, clientId: 1, groupIds: [], roles: [] },
    };
    const clock = { nowMs: () => 2_000_000_001_000, monotonicMs: () => 0 };
    const [shown] = await listConflicts(db, administrator, false);
    expect(shown).toMatchObject({ name: 'sprint', kept: { is_gone: true }, lost: { is_gone: false } });
    await settleConflict({ inTurn, clock }, administrator, Number(rows[0]?.id), { choice: 'lost' });
    expect(await db.select().from(tables.selections)).toMatchObject([{ num: 1, comment: 'the good one' }]);
    expect(await db.select().from(tables.records)).toMatchObject([{ basename: 'sprint' }]);
  },
);

it('of a record that was deleted here and is back, what another server deletes goes', async () => {
  const { db } = test.database;
  const { id, uid } = await addRecord(db, { clientId: club.id, basename: 'sprint' });
  const selection = { uid: randomUUID(), recordId: id, num: 1, t0: 0, t1: 1 };
  await db.insert(tables.selections).values(selection);
  const before = [await known('records', uid), await known('selections', selection.uid)];
  await db.delete(tables.records);
  await harvest();
  // Who edits them does not know that they were deleted here.
  const edited = before.map((row) => {
    const content = { ...contentOf(row.state), comment: 'the good one' };
    const state = observeRow(row.state, content, { node: other, editedMs: 2_000_000_000_500 });
    return { ...row, state: state ?? row.state };
  });
  await merge(edited.map(wireRow), 'cloud');
  expect(await db.select().from(tables.records)).toMatchObject([{ comment: 'the good one' }]);
  expect(await db.select().from(tables.selections)).toMatchObject([{ comment: 'the good one' }]);
  const unmarked = edited.slice(1).map((row) => {
    const state = observeRow(row.state, undefined, { node: other, editedMs: 2_000_000_000_600 });
    return { ...row, state: state ?? row.state };
  });
  await merge(unmarked.map(wireRow), 'cloud');
  expect(await db.select().from(tables.selections)).toEqual([]);
});

it('what went with a record that another server deleted is told as lost once more to a server that was set back since', async () => {
  const { db } = test.database;
  const { id, uid } = await addRecord(db, { clientId: club.id, basename: 'sprint' });
  const selection = { uid: randomUUID(), recordId: id, num: 1, t0: 0, t1: 1, comment: 'the good one' };
  await db.insert(tables.selections).values(selection);
  const [record, before] = [await known('records', uid), await known('selections', selection.uid)];
  const state = observeRow(record.state, undefined, { node: other, editedMs: 2_000_000_000_500 }) ?? record.state;
  await merge([wireRow({ ...record, state })], 'hub');
  const after = await known('selections', selection.uid);
  expect(contentOf(after.state)).toBeUndefined();
  expect(after.fromNode).toBe(null);
  const { losses } = mergeRow(before.state, after.state, new Set([here]));
  expect(losses).toMatchObject([{ field: null, kept: { isGone: true } }]);
});

it('a record that stayed by somebody’s choice goes with its selections when it is deleted once more, whatever the clock said at the choice', async () => {
  const { db } = test.database;
  const { id, uid } = await addRecord(db, { clientId: club.id, basename: 'sprint' });
  const selection = { uid: randomUUID(), recordId: id, num: 1, t0: 0, t1: 1 };
  await db.insert(tables.selections).values(selection);
  const deleteThere = async (editedMs: number) => {
    const gone = [await known('records', uid), await known('selections', selection.uid)].map((row) => {
      const state = observeRow(row.state, undefined, { node: other, editedMs });
      return wireRow({ ...row, state: state ?? row.state });
    });
    await merge(gone, 'cloud');
    return (await db.select().from(tables.records)).length + (await db.select().from(tables.selections)).length;
  };
  // It is only here.
  expect(await deleteThere(2_000_000_000_500)).toBe(2);
  await db.execute(sql`update sync_conflicts set settled = 'kept', settled_at = to_timestamp(2032000000)`);
  await db.execute(sql`insert into sync_files (record_uid, state, confirmed_sha256) values (${uid}, 'synced', 'a')`);
  expect(await deleteThere(2_000_000_000_500)).toBe(2);
  expect(await deleteThere(2_000_000_000_900)).toBe(0);
});

it('a record that was edited here after the cloud deleted it stays with its selections, of which the cloud is told again', async () => {
  const { db } = test.database;
  const { id, uid } = await addRecord(db, { clientId: club.id, basename: 'sprint' });
  const selection = { uid: randomUUID(), recordId: id, num: 1, t0: 0, t1: 1, comment: 'the good one' };
  await db.insert(tables.selections).values(selection);
  const before = [await known('records', uid), await known('selections', selection.uid)];
  const gone = before.map((row) => {
    // What the cloud wrote before, too.
    const isSelection = row.uid === selection.uid;
    const edited = isSelection ? { ...contentOf(row.state), comment: 'the best one' } : contentOf(row.state);
    const written = observeRow(row.state, edited, { node: other, editedMs: 0 });
    const state = observeRow(written, undefined, { node: other, editedMs: 0 });
    return { ...row, state: state ?? row.state };
  });
  await setTimeout(5);
  await db.update(tables.records).set({ comment: 'edited since' });
  await merge(gone.map(wireRow), 'cloud');
  expect(await db.select().from(tables.records)).toMatchObject([{ comment: 'edited since' }]);
  expect(await db.select().from(tables.selections)).toMatchObject([{ comment: 'the best one' }]);
  for (const row of [await known('records', uid), await known('selections', selection.uid)]) {
    expect(row.fromNode).toBe(null);
    expect(row.state.deleted).not.toBe(null);
    expect(contentOf(row.state)).toBeDefined();
  }
  await harvest();
  expect(contentOf((await known('selections', selection.uid)).state)).toMatchObject({ comment: 'the best one' });
});

it('of two rows of one name that both came of the cloud, the one that the cloud does not take becomes the other', async () => {
  const [former, present] = [device(7), device(7)];
  await merge([former], 'cloud');
  await merge([present], 'cloud');
  const uids = async () => (await test.database.db.select().from(devices)).map(({ uid }) => uid);
  const adopt = (refused: readonly { table: string; uid: string; reason: string }[]) =>
    storeInTurn(workInTurn(test.database.db))(async (store) => {
      await store.noteRefused(refused.map((row) => ({ ...row, otherUid: noUid })));
      await adoptRefused(store, refused, looker);
    });
  await adopt([{ table: 'devices', uid: former.uid, reason: 'sync.unfit' }]);
  expect(await uids()).toEqual([former.uid]);
  await adopt([{ table: 'devices', uid: former.uid, reason: 'sync.sameName' }]);
  expect(await uids()).toEqual([present.uid]);
});
