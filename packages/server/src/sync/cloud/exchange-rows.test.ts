import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addClient, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { workInTurn } from '../in-turn.ts';
import { sqlRows } from '../rows/sql-rows.ts';
import { takeRows } from './exchange-rows.ts';

type Fields = Record<string, [string, string, string]>;
const dayMs = 86_400_000;
const nowMs = 2_000_000_000_000;
const hub = {
  id: 1,
  uid: randomUUID(),
  node: randomUUID(),
  reach: { allClients: true, clientUids: new Set<string>() },
};
let test: TestDatabase;
beforeEach(async () => {
  test = await openTestDatabase();
});
afterEach(() => test.close());

it('what a hub dates far ahead or stamps in no known way is refused by itself; the rest of its message is taken', async () => {
  const club = await addClient(test.database.db);
  const groupAt = (name: string, stamp: string) => ({
    ...{ table: 'groups', uid: randomUUID(), other_uid: null, deleted: null },
    fields: { client_id: [club.uid, stamp, ''], name: [name, stamp, ''] } satisfies Fields,
  });
  const stampOf = (ms: number) => `${String(ms).padStart(15, '0')}.000000.${hub.node}`;
  const rows = [
    groupAt('rowers', stampOf(nowMs - dayMs)),
    // The cloud's own clock was wrong when the hub wrote it.
    groupAt('seniors', stampOf(nowMs + 700 * dayMs)),
    groupAt('of no year', stampOf(nowMs + 1500 * dayMs)),
    groupAt('of no clock', 'noon'),
  ];
  const looker = { node: randomUUID(), nowMs, offsetMs: 0, randomUuid: randomUUID };
  const answer = await workInTurn(test.database.db)((tx) => takeRows(sqlRows(tx), hub, { rows }, looker));
  expect(answer).toMatchObject({
    refused: [
      { uid: rows[2]?.uid, reason: 'sync.ofTheFuture' },
      { uid: rows[3]?.uid, reason: 'sync.unfit' },
    ],
  });
  const groups = await test.database.db.select().from(tables.groups);
  expect(groups.map(({ name }) => name).sort()).toEqual(['rowers', 'seniors']);
});
