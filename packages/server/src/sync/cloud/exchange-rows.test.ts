import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addClient, addRecord, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { hearOfRows, type RecordChange } from '../../recording/life/index.ts';
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

it('records whose selections, athletes or texts a hub changes are told of once that is there for good, and that some are gone', async () => {
  const { db } = test.database;
  const club = await addClient(db);
  const [jump, other] = [await addRecord(db, { clientId: club.id }), await addRecord(db, { clientId: club.id })];
  const told: RecordChange[] = [];
  const missed = () => {};
  await hearOfRows(test.database, { tell: (_, change) => void told.push(change) }, missed);
  const at = `${String(nowMs - dayMs).padStart(15, '0')}.000000.${hub.node}`;
  const fieldsOf = (values: Record<string, string | number>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        [value, at, ''] satisfies [string | number, string, string],
      ]),
    );
  const row = (table: string, uid: string, values: Record<string, string | number>, deleted: string | null = null) => ({
    ...{ table, uid, other_uid: null, fields: fieldsOf(values) },
    deleted: deleted === null ? null : ([deleted, ''] satisfies [string, string]),
  });
  const selection = { record_id: jump.uid, num: 1, t0: 1, t1: 2, exercise: '', comment: '' };
  const push = (rows: ReturnType<typeof row>[], after?: () => never) => {
    const looker = { node: randomUUID(), nowMs, offsetMs: 0, randomUuid: randomUUID };
    return workInTurn(db)(async (tx) => {
      await takeRows(sqlRows(tx), hub, { rows }, looker);
      after?.();
    });
  };
  const undone = () => {
    throw new Error('undone');
  };
  await expect(push([row('records', other.uid, { client_id: club.uid, comment: 'x' })], undone)).rejects.toThrow(
    'undone',
  );
  await push([row('selections', randomUUID(), selection), row('records', jump.uid, { comment: '25 kg' })]);
  await vi.waitFor(() => expect(told).toHaveLength(2));
  expect(told).toContainEqual({ clientId: club.id, recordIds: [jump.id], reason: 'selected' });
  expect(told).toContainEqual({ clientId: club.id, recordIds: [jump.id], reason: 'updated' });
  await push([row('records', other.uid, { client_id: club.uid }, at)]);
  await vi.waitFor(() => expect(told.at(-1)).toEqual({ clientId: club.id, recordIds: [], reason: 'deleted' }));
});
