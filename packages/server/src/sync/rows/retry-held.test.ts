import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addClient, addGroup, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { observeRow } from '../core/index.ts';
import { readHead } from '../identity.ts';
import { storeInTurn, workInTurn } from '../in-turn.ts';
import { harvestRows } from './harvest-rows.ts';
import { judgeHub } from './judge-hub.ts';
import { mergeRows } from './merge-rows.ts';
import { retryHeld } from './retry-held.ts';
import { noUid } from './travelling-tables.ts';
import { stateOf, wireRow } from './wire-row.ts';

let test: TestDatabase;
beforeEach(async () => {
  test = await openTestDatabase();
});
afterEach(() => test.close());

const nowMs = 2_000_000_000_000;
const [here, other] = [randomUUID(), randomUUID()];
/** As another server wrote it. */
function told(table: string, fields: Record<string, string>) {
  const state = observeRow(undefined, fields, { node: other, editedMs: nowMs - 1000 });
  if (state === undefined) throw new Error('a row without fields');
  return wireRow({ table, uid: randomUUID(), otherUid: noUid, state, editors: {} });
}

it('a row that waits for another one comes in although hundreds before it never will', async () => {
  const { db } = test.database;
  const club = await addClient(db);
  const inTurn = storeInTurn(workInTurn(db));
  const merge = (rows: ReturnType<typeof told>[]) =>
    inTurn((store) => mergeRows(store, rows, { node: here, nowMs, offsetMs: 0, from: other, judge: undefined }));
  const nobody = randomUUID();
  await merge(Array.from({ length: 500 }, (_, n) => told('groups', { client_id: nobody, name: `of nobody ${n}` })));
  const late = randomUUID();
  await merge([told('groups', { client_id: late, name: 'rowers' })]);
  await addClient(db, { uid: late });
  const names = async () =>
    (await db.execute(sql`select name from groups where client_id <> ${club.id}`)).rows.map(({ name }) => name);
  expect(await names()).toEqual([]);
  await inTurn(retryHeld);
  await inTurn(retryHeld);
  expect(await names()).toEqual(['rowers']);
});

it('a row that could not have its name is news for other hubs once the name is free', async () => {
  const { db } = test.database;
  const club = await addClient(db);
  const inTurn = storeInTurn(workInTurn(db));
  const took = await addGroup(db, { clientId: club.id, name: 'rowers' });
  const reach = { allClients: true, clientUids: new Set<string>() };
  const looker = { node: here, nowMs, offsetMs: 0 };
  await inTurn((store) => harvestRows(store, looker));
  const ofHub = { ...looker, from: other, judge: judgeHub(reach) };
  const second = told('groups', { client_id: club.uid, name: 'rowers' });
  const refused = await inTurn((store) => mergeRows(store, [second], ofHub));
  expect(refused).toMatchObject([{ uid: second.uid, reason: 'sync.sameName' }]);
  const read = await inTurn(readHead);
  const toldOthers = () => inTurn((store) => store.rowsForHub({ node: null, reach }, read, 10));
  await inTurn(retryHeld);
  expect(await toldOthers()).toEqual([]);
  await db.execute(sql`delete from groups where id = ${took.id}`);
  await inTurn(retryHeld);
  expect(await toldOthers()).toMatchObject([{ uid: second.uid, held: null }]);
  // Once.
  const after = await inTurn(readHead);
  await inTurn(retryHeld);
  expect(await inTurn(readHead)).toBe(after);
});

it('a row that could not have its name and is deleted waits for nothing', async () => {
  const { db } = test.database;
  const club = await addClient(db);
  const inTurn = storeInTurn(workInTurn(db));
  await addGroup(db, { clientId: club.id, name: 'rowers' });
  const looker = { node: here, nowMs, offsetMs: 0 };
  await inTurn((store) => harvestRows(store, looker));
  const ofHub = { ...looker, from: other, judge: judgeHub({ allClients: true, clientUids: new Set<string>() }) };
  const second = told('groups', { client_id: club.uid, name: 'rowers' });
  await inTurn((store) => mergeRows(store, [second], ofHub));
  const gone = observeRow(stateOf(second), undefined, { node: other, editedMs: nowMs - 500 });
  if (gone === undefined) throw new Error('nothing was deleted');
  await inTurn((store) =>
    mergeRows(store, [wireRow({ table: 'groups', uid: second.uid, otherUid: noUid, state: gone, editors: {} })], ofHub),
  );
  const head = await inTurn(readHead);
  for (let round = 0; round < 2; round += 1) await inTurn(retryHeld);
  expect(await inTurn(readHead)).toBe(head);
});
