import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Db, tables } from '../../platform/database/index.ts';
import { openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { visibleTo } from './find-records.ts';
import { keepSeenRecords, type SeenRecords } from './seen-records.ts';

const { records } = tables;

let opened: TestDatabase;
let db: Db;
let nowMs = 0;
let seenRecords: SeenRecords;

const run = (text: string) => db.execute(text);
const numbered = (table: string, columns: string, values: string, n: number) =>
  run(`INSERT INTO ${table} (id, uid, ${columns}) OVERRIDING SYSTEM VALUE
    SELECT i, gen_random_uuid(), ${values} FROM generate_series(1, ${n}) i`);

beforeAll(async () => {
  opened = await openTestDatabase();
  db = opened.database.db;
  seenRecords = keepSeenRecords(db, { nowMs: () => nowMs, monotonicMs: () => nowMs });
  await numbered('clients', 'name, display_name', `'c' || i, 'C'`, 2);
  await numbered('groups', 'client_id, name', `1, 'g' || i`, 6);
  await numbered('users', 'client_id, mail, firstname, lastname', `1, i || '@x.fr', 'Ana', 'Durand' || i`, 6);
  await run(`INSERT INTO group_members (group_id, user_id) SELECT i, i FROM generate_series(1, 6) i`);
  await numbered('devices', 'client_id, number, name, secret_hash, group_id', `1, i, 'd' || i, '', i`, 4);
  // Each seen for one reason alone: 1–5 by their group, 6–9 by that of their device, 10–15 by an athlete; 16 by nobody.
  await numbered(
    'records',
    'client_id, group_id, device_id, source, basename, started_at, start_us, decode_state',
    `1, CASE WHEN i <= 5 THEN i END, CASE WHEN i BETWEEN 6 AND 9 THEN i - 5 END, 'csv', 'r', to_timestamp(i), 0, 'done'`,
    16,
  );
  await run(`INSERT INTO record_users (record_id, user_id) SELECT 9 + i, i FROM generate_series(1, 6) i`);
});
afterAll(() => opened.close());

const coach: Viewer = {
  scope: 'groups',
  principal: { userId: 7, clientId: 1, roles: ['Coach'], groupIds: [1, 2, 6] },
};
const athlete: Viewer = { scope: 'own', principal: { userId: 4, clientId: 1, roles: ['Athlete'], groupIds: [4] } };

/** By the condition that guards a single record. */
async function visible(viewer: Viewer, at: Pick<Db, 'execute'> = db): Promise<number[]> {
  const found = await at.execute<{ id: number }>(
    sql`SELECT id FROM ${records} WHERE ${visibleTo(db, viewer)} ORDER BY started_at DESC, id DESC`,
  );
  return found.rows.map(({ id }) => id);
}

const changes: readonly [what: string, statement: string][] = [
  [
    'a record comes',
    `INSERT INTO records (id, uid, client_id, group_id, source, basename, started_at, start_us, decode_state)
      OVERRIDING SYSTEM VALUE VALUES (99, gen_random_uuid(), 1, 1, 'csv', 'new', now(), 0, 'done')`,
  ],
  ['a record goes to another group', `UPDATE records SET group_id = 1 WHERE id = 3`],
  ['a record leaves its group', `UPDATE records SET group_id = NULL WHERE id = 1`],
  ['a record gets another device', `UPDATE records SET device_id = 1 WHERE id = 8`],
  ['a record is of another time', `UPDATE records SET started_at = to_timestamp(77) WHERE id = 3`],
  ['a record is deleted', `DELETE FROM records WHERE id = 2`],
  ['a record goes to another client', `UPDATE records SET client_id = 2 WHERE id = 3`],
  ['a device changes its group', `UPDATE devices SET group_id = 2 WHERE id = 4`],
  ['a device leaves its group', `UPDATE devices SET group_id = NULL WHERE id = 1`],
  ['a device is deleted', `DELETE FROM devices WHERE id = 2`],
  ['a second athlete is added to a record', `INSERT INTO record_users (record_id, user_id) VALUES (13, 1)`],
  ['an athlete joins a group', `INSERT INTO group_members (group_id, user_id) VALUES (2, 3)`],
  ['an athlete leaves a group', `DELETE FROM group_members WHERE group_id = 1 AND user_id = 1`],
  ['an athlete is added to a record', `INSERT INTO record_users (record_id, user_id) VALUES (16, 3)`],
  ['an athlete is taken off a record', `DELETE FROM record_users WHERE record_id = 11`],
  ['an athlete is deleted', `DELETE FROM users WHERE id = 3`],
  ['a group is deleted', `DELETE FROM groups WHERE id = 2`],
  ['a group that has but members is deleted', `DELETE FROM groups WHERE id = 6`],
];

test('whatever changes, the next list sees it', async () => {
  const unchanged: string[] = [];
  for (const [what, statement] of changes) {
    const before = await seenRecords(coach);
    await run(statement);
    const after = await seenRecords(coach);
    expect(after, what).toEqual(await visible(coach));
    expect(await seenRecords(athlete), what).toEqual(await visible(athlete));
    if (JSON.stringify(after) === JSON.stringify(before)) unchanged.push(what);
  }
  expect(unchanged, 'each of them changes what the coach sees').toEqual([]);
});

test('a transaction that was open meanwhile is seen once it commits', async () => {
  const ofThird: Viewer = { ...coach, principal: { ...coach.principal, groupIds: [4] } };
  const before = await seenRecords(ofThird);
  await db.transaction(async (tx) => {
    await tx.execute(sql`INSERT INTO group_members (group_id, user_id) VALUES (4, 5)`);
    // Another change commits, by which the list is read anew while the first one cannot be seen yet.
    await run(`UPDATE devices SET name = 'x' WHERE id = 3`);
    expect(await seenRecords(ofThird)).toEqual(before);
    expect(await visible(ofThird, tx)).not.toEqual(before);
  });
  expect(await seenRecords(ofThird)).toEqual(await visible(ofThird));
  expect(await seenRecords(ofThird)).not.toEqual(before);
});

test('what did not change is not read again, until ten minutes have passed or the clock was set back', async () => {
  const asked = vi.spyOn(db, 'execute');
  const readings = async () => {
    await seenRecords(coach);
    const statements = asked.mock.calls.length;
    asked.mockClear();
    return statements;
  };
  await readings();
  expect(await readings()).toBe(0);
  await run(`UPDATE records SET comment = 'x' WHERE client_id = 2`);
  asked.mockClear();
  expect(await readings()).toBe(0);
  nowMs += 10 * 60_000;
  expect(await readings()).toBe(1);
  nowMs -= 1;
  expect(await readings()).toBe(1);
  asked.mockRestore();
});

test('another coach, and the same one in other groups, have lists of their own; whole clients have none', async () => {
  const groups = (groupIds: number[]): Viewer => ({ ...coach, principal: { ...coach.principal, groupIds } });
  expect(await seenRecords(groups([3]))).toEqual(await visible(groups([3])));
  expect(await seenRecords(groups([3, 4]))).toEqual(await visible(groups([3, 4])));
  expect(await seenRecords(groups([]))).toEqual([]);
  expect(await seenRecords({ ...coach, scope: 'client' })).toBe(undefined);
  expect(await seenRecords({ ...coach, scope: 'everything' })).toBe(undefined);
});
