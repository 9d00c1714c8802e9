import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  addClient,
  addGroup,
  addRecord,
  openTestDatabase,
  type TestDatabase,
} from '../../platform/database/testing.ts';
import { workInTurn } from '../in-turn.ts';
import { harvestRows } from '../rows/harvest-rows.ts';
import { sqlRows } from '../rows/sql-rows.ts';
import { type ConflictViewer, countConflicts, listConflicts } from './list-conflicts.ts';

const administrator: ConflictViewer = {
  scope: 'everything',
  seenRecords: sql`true`,
  principal: { userId: 1, clientId: 1, groupIds: [], roles: [] },
};
let test: TestDatabase;
beforeEach(async () => {
  test = await openTestDatabase();
});
afterEach(() => test.close());

const addConflict = (
  table: string,
  uid: string,
  field = 'comment',
  kept: string | null = 'a',
  client: string | null = null,
) => {
  const stamp = (ms: number) => `${String(ms).padStart(15, '0')}.000000.${randomUUID()}`;
  const side = (value: string | null) => JSON.stringify({ value });
  return test.database.db.execute(sql`insert into sync_conflicts
    (table_name, uid, field, kept, lost, kept_at, lost_at, asks, client_uid)
    values (${table}, ${uid}, ${field}, ${side(kept)}::jsonb, ${side('b')}::jsonb, ${stamp(1000)}, ${stamp(900)}, true, ${client})`);
};

it('however many conflicts there are, a kind of rows is asked for once; a selection is called by its record', async () => {
  const { db } = test.database;
  const { id: clientId } = await addClient(db);
  const groups = await Promise.all(['a', 'b', 'c'].map((name) => addGroup(db, { clientId, name })));
  const record = await addRecord(db, { clientId, basename: 'outing' });
  const selectionUid = randomUUID();
  await db.execute(
    sql`insert into selections (uid, record_id, num, t0, t1) values (${selectionUid}, ${record.id}, 1, 0, 1)`,
  );
  await workInTurn(db)((tx) => harvestRows(sqlRows(tx), { node: randomUUID(), nowMs: 2e12, offsetMs: 0 }));
  for (const { uid } of groups) await addConflict('groups', uid);
  await addConflict('selections', selectionUid);
  let asked = 0;
  const counted = new Proxy(db, {
    get(target, name) {
      if (name === 'execute') asked += 1;
      return Reflect.get(target, name, target);
    },
  });
  const conflicts = await listConflicts(counted, administrator, false);
  expect(conflicts.map(({ table, name }) => [table, name])).toEqual([
    ['selections', 'outing'],
    ['groups', 'c'],
    ['groups', 'b'],
    ['groups', 'a'],
  ]);
  asked = 0;
  await listConflicts(counted, administrator, false);
  const askedForFour = asked;
  for (const { uid } of groups) await addConflict('groups', uid);
  asked = 0;
  await listConflicts(counted, administrator, false);
  expect(asked).toBe(askedForFour);
});

it('a reference is shown by the name of what it names, where that is known here', async () => {
  const { db } = test.database;
  const { id: clientId } = await addClient(db);
  const group = await addGroup(db, { clientId, name: 'Juniors' });
  const record = await addRecord(db, { clientId, basename: 'outing', groupId: group.id });
  await workInTurn(db)((tx) => harvestRows(sqlRows(tx), { node: randomUUID(), nowMs: 2e12, offsetMs: 0 }));
  await addConflict('records', record.uid, 'group_id', group.uid);
  await addConflict('records', record.uid, 'group_id', randomUUID());
  await addConflict('records', record.uid, 'group_id', null);
  await addConflict('records', record.uid);
  const shown = await listConflicts(db, administrator, false);
  expect(shown.map(({ kept, present_name: present }) => [kept.value_name, present])).toEqual([
    [null, null],
    [null, 'Juniors'],
    ['', 'Juniors'],
    ['Juniors', 'Juniors'],
  ]);
});

it('what lost shows nobody a secret, and comments only to those who read them in the row', async () => {
  const { db } = test.database;
  const { id, uid: clientUid } = await addClient(db);
  const group = await addGroup(db, { clientId: id, name: 'Juniors' });
  for (const [table, field] of [
    ['users', 'password_hash'],
    ['clients', 'recovery_key'],
    ['groups', 'admin_comment'],
    ['groups', 'manager_comment'],
    ['groups', 'comment'],
  ] as const) {
    await addConflict(table, group.uid, field, 'a', clientUid);
  }
  const asRole = (role: 'Coach' | 'Manager'): ConflictViewer => ({
    scope: role === 'Coach' ? 'groups' : 'client',
    seenRecords: sql`true`,
    principal: { userId: 1, clientId: id, groupIds: [group.id], roles: [role] },
  });
  const shownTo = async (viewer: ConflictViewer) => (await listConflicts(db, viewer, false)).map(({ field }) => field);
  expect(await shownTo(administrator)).toEqual(['comment', 'manager_comment', 'admin_comment']);
  expect(await shownTo(asRole('Manager'))).toEqual(['comment', 'manager_comment']);
  expect(await shownTo(asRole('Coach'))).toEqual(['comment']);
});

it('what merged by itself is listed page by page, back to the oldest of the year', async () => {
  const { db } = test.database;
  const { id: clientId } = await addClient(db);
  const { uid } = await addGroup(db, { clientId });
  for (let n = 0; n < 3; n += 1) await addConflict('groups', uid);
  await db.execute(sql`update sync_conflicts set asks = false`);
  const all = await listConflicts(db, administrator, true);
  expect(await countConflicts(db, administrator, true)).toBe(3);
  expect((await listConflicts(db, administrator, true, all[0]?.id)).map(({ id }) => id)).toEqual(
    all.slice(1).map(({ id }) => id),
  );
});

it('a coach is asked about what is of records and groups of theirs, and of no other', async () => {
  const { db } = test.database;
  const { id: clientId, uid: club } = await addClient(db);
  const [own, other] = [await addGroup(db, { clientId }), await addGroup(db, { clientId })];
  const [seen, unseen] = [await addRecord(db, { clientId }), await addRecord(db, { clientId })];
  const selection = async (recordId: number) => {
    const uid = randomUUID();
    await db.execute(sql`insert into selections (uid, record_id, num, t0, t1) values (${uid}, ${recordId}, 1, 0, 1)`);
    return uid;
  };
  const [inSeen, inUnseen] = [await selection(seen.id), await selection(unseen.id)];
  await workInTurn(db)((tx) => harvestRows(sqlRows(tx), { node: randomUUID(), nowMs: 2e12, offsetMs: 0 }));
  const asked: [string, string][] = [
    ['groups', own.uid],
    ['groups', other.uid],
    ['records', seen.uid],
    ['records', unseen.uid],
    ['selections', inSeen],
    ['selections', inUnseen],
    ['modules', randomUUID()],
    ['parameters', randomUUID()],
  ];
  for (const [table, uid] of asked) await addConflict(table, uid, 'comment', 'a', club);
  const coach: ConflictViewer = {
    scope: 'groups',
    seenRecords: sql`records.id = ${seen.id}`,
    principal: { userId: 1, clientId, groupIds: [own.id], roles: ['Coach'] },
  };
  expect(await countConflicts(db, coach, false)).toBe(3);
  expect((await listConflicts(db, coach, false)).map(({ table }) => table)).toEqual([
    'selections',
    'records',
    'groups',
  ]);
});
