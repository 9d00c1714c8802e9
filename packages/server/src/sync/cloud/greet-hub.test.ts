import { randomUUID } from 'node:crypto';
import { isRefusal } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addClient, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { storeInTurn, workInTurn } from '../in-turn.ts';
import { harvestRows } from '../rows/harvest-rows.ts';
import { type AdmittedHub, admitHub, makeHubCode } from './admit-hubs.ts';
import { greetHub, knowEpoch } from './greet-hub.ts';
import { listLinkedHubs } from './list-linked-hubs.ts';

let test: TestDatabase;
let hub: AdmittedHub;
beforeEach(async () => {
  test = await openTestDatabase();
  hub = await linked('Hangar');
});
afterEach(() => test.close());

async function linked(name: string): Promise<AdmittedHub> {
  const { db } = test.database;
  const [made] = await db.insert(tables.hubs).values({ uid: randomUUID(), number: name.length, name }).returning();
  const admitted = await admitHub(db, `Hub ${await makeHubCode(db, made?.id ?? 0)}`);
  if (isRefusal(admitted)) throw new Error(admitted.code);
  return admitted;
}

const ownNode = randomUUID();
type Call = { readonly id: string; readonly after: string | null };
const inTurn = () => workInTurn(test.database.patientDb);
async function greet(
  since?: { epoch: string; reach: string; received: number },
  call?: Call,
  from = hub,
  node = ownNode,
) {
  const report = { rows: 0, files: 3, bytes: 900, free_bytes: 1e9, offset_ms: 0 };
  const dependencies = {
    ...{ db: test.database.db, inTurn: inTurn(), epoch: knowEpoch(inTurn()) },
    ...{ clock: { nowMs: Date.now }, version: '7.0.0' },
  };
  const said = { node, version: '7.0.0', report, ...(since && { since }), ...(call && { call }) };
  const answer = await greetHub(dependencies, from, said);
  if (isRefusal(answer)) throw new Error(answer.code);
  return answer;
}
const edit = async () => {
  await addClient(test.database.db);
  await storeInTurn(inTurn())((store) => harvestRows(store, { node: randomUUID(), nowMs: Date.now(), offsetMs: 0 }));
};
const headNow = async () => {
  const { rows } = await test.database.db.execute(sql`select coalesce(max(seq), 0) as head from sync_rows`);
  return Number(rows[0]?.head);
};

const keptCalls = async () => {
  const { rows } = await test.database.db.execute(sql`select key, value from sync_marks where key like 'calls of %'`);
  return rows;
};
const setBack = async (calls: Awaited<ReturnType<typeof keptCalls>>) => {
  await test.database.db.execute(sql`delete from sync_marks where key like 'calls of %'`);
  for (const { key, value } of calls)
    await test.database.db.execute(
      sql`insert into sync_marks (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)`,
    );
};

it('a hub that has read all hears that there is nothing new, until somebody edits something or it serves others', async () => {
  await edit();
  const { epoch, reach, news, hub: named } = await greet();
  expect([news, named]).toEqual([true, { number: 6, name: 'Hangar' }]);
  const read = { epoch, reach, received: await headNow() };
  expect(await greet(read)).toMatchObject({ news: false });
  expect(await greet({ ...read, reach: 'others' })).toMatchObject({ news: true });
  await edit();
  expect(await greet(read)).toMatchObject({ news: true });
});

it('a database that was set back is known by its calls, and the cloud has another name from then on; a lost answer is none', async () => {
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  const { node: name, call } = await greet(undefined, { id: first, after: null });
  const after = call?.token ?? null;
  // The answer did not arrive: the hub makes the same call again, and both answers count.
  expect(await greet(undefined, { id: first, after: null })).toMatchObject({
    node: name,
    call: { apart: false, token: after },
  });
  const backup = await keptCalls();
  const next = await greet(undefined, { id: second, after });
  expect(next).toMatchObject({ node: name, call: { apart: false } });
  await setBack(backup);
  const answer = await greet(undefined, { id: third, after: next.call?.token ?? null });
  expect(answer.call).toEqual({ apart: true, token: after });
  expect(answer.node).not.toBe(name);
  expect(await greet(undefined, { id: third, after })).toMatchObject({ call: { apart: false } });
});

it('a call of before that a network brings once more to a database that was set back does not hide that it was', async () => {
  const [first, second] = [{ id: randomUUID(), after: null }, randomUUID()];
  const backup = await keptCalls();
  const { call } = await greet(undefined, first);
  await setBack(backup);
  await greet(undefined, first);
  expect(await greet(undefined, { id: second, after: call?.token ?? null })).toMatchObject({ call: { apart: true } });
});

it('a greeting of before, brought late, gives a hub no name back that it has left', async () => {
  const first = { id: randomUUID(), after: null };
  const { call } = await greet(undefined, first);
  const name = randomUUID();
  await greet(undefined, { id: randomUUID(), after: call?.token ?? null }, hub, name);
  expect(await greet(undefined, first)).toMatchObject({ call: { apart: true } });
  const { rows } = await test.database.db.execute(sql`select node from hub_links where hub_id = ${hub.id}`);
  expect(rows).toEqual([{ node: name }]);
});

it('two hubs that bear one name in stamps are not both let in', async () => {
  await greet();
  const copy = await linked('Copy of it');
  const { rows } = await test.database.db.execute(sql`select value from sync_marks where key = 'node'`);
  const copied = { id: randomUUID(), after: randomUUID() };
  await expect(greet(undefined, copied, copy)).rejects.toThrow('sync.sameServer');
  expect((await test.database.db.execute(sql`select value from sync_marks where key = 'node'`)).rows).toEqual(rows);
  await test.database.db.execute(sql`delete from hub_links where hub_id = ${hub.id}`);
  expect(await greet(undefined, undefined, copy)).toMatchObject({ news: true });
});

it('what waits on a hub is kept by the day, as it was said last', async () => {
  await greet();
  await greet();
  const { rows } = await test.database.db.execute(sql`select hub_id, files, bytes::integer from hub_backlogs`);
  expect(rows).toEqual([{ hub_id: hub.id, files: 3, bytes: 900 }]);
  await test.database.db.execute(sql`update hub_backlogs set day = day - 2`);
  await greet();
  const administrator: Viewer = { scope: 'everything', principal: { userId: 1, clientId: 1, groupIds: [], roles: [] } };
  const { items } = await listLinkedHubs(test.database.db, administrator);
  expect(items[0]?.backlog.slice(-4)).toEqual([null, 900, null, 900]);
});
