import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { api } from '@sillage/contract';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addExercise, addGroup, addRecord } from '../../platform/database/testing.ts';
import { addClub, csv, openTestClubs, recordOf, uidOf, upload } from './open-test-clubs.ts';

const { clients, exercises, records, users, devices, groups } = tables;

let room: Awaited<ReturnType<typeof openTestClubs>>['room'];
let backups: Awaited<ReturnType<typeof openTestClubs>>['backups'];

beforeEach(async () => {
  ({ room, backups } = await openTestClubs());
});
afterEach(() => room.close());

test('what another row has now stays its own, and what was made since stays', async () => {
  const { db } = room.database;
  const { clientId, groupId, manager } = await addClub(room, 'one');
  const { path } = await backups.back();
  const before = await db.select().from(users).where(eq(users.id, manager.userId));
  // The group was renamed and its name given to another; the person and the client are others by their uid.
  await db.update(groups).set({ name: 'Quatre' }).where(eq(groups.id, groupId));
  await addGroup(db, { clientId, name: 'Huit' });
  await db.update(users).set({ uid: randomUUID(), passwordHash: 'mine' });
  const newcomer = await room.addPerson(clientId, 'Coach');
  await backups.restore(path);
  expect((await db.select().from(groups)).map(({ name }) => name).sort()).toEqual(['Huit', 'Quatre']);
  const people = await db.select().from(users);
  expect(people).toHaveLength(2);
  expect(people.find(({ id }) => id === newcomer.userId)).toBeDefined();
  expect(people.find(({ mail }) => mail === before[0]?.mail)).toMatchObject({ passwordHash: 'mine' });
  expect(backups.messages.map(({ type }) => type)).toEqual(['INFO', 'INFO', 'WARN', 'SUCCESS']);
  const after = await backups.look();
  await backups.restore(path);
  expect(await backups.look()).toEqual(after);
});

test('names that were exchanged since are exchanged back as far as they are free', async () => {
  const { db } = room.database;
  const clientId = await room.addClient('one');
  const [a, b] = [await room.addGroup(clientId, 'a'), await room.addGroup(clientId, 'b')];
  const { path } = await backups.back();
  // b gave its name to a, and has another: a can only have its own back after b did.
  await db.update(groups).set({ name: 'c' }).where(eq(groups.id, b));
  await db.update(groups).set({ name: 'b' }).where(eq(groups.id, a));
  await backups.restore(path);
  const after = await db.select().from(groups).orderBy(groups.id);
  expect(after.map(({ id, name }) => [id, name])).toEqual([
    [a, 'a'],
    [b, 'b'],
  ]);
});

/** Two exercises and a record of each; answers what they and the records are called now. */
async function twoExercises() {
  const { db } = room.database;
  const { clientId, recordId, manager } = await addClub(room, 'one');
  const other = await upload(room, manager);
  const add = async (name: string) => (await addExercise(db, { clientId, name })).id;
  const [start, sprint] = [await add('Départ'), await add('Sprint')];
  await db.update(records).set({ exerciseId: start }).where(eq(records.id, recordId));
  await db.update(records).set({ exerciseId: sprint }).where(eq(records.id, other));
  const called = (id: number, name: string) => db.update(exercises).set({ name }).where(eq(exercises.id, id));
  return {
    ...{ clientId, start, sprint, add, called },
    async look() {
      const named = await db
        .select()
        .from(exercises)
        .where(inArray(exercises.id, [start, sprint]))
        .orderBy(exercises.id);
      const of = await db
        .select()
        .from(records)
        .where(inArray(records.id, [recordId, other]))
        .orderBy(records.id);
      return [
        named.map(({ name }) => name),
        of.map(({ exerciseId, exerciseName }) => [exerciseId === start ? 'start' : 'sprint', exerciseName]),
      ];
    },
  };
}

test('exercises whose names were exchanged have their own again, and each record its exercise', async () => {
  const { start, sprint, called, look } = await twoExercises();
  const before = await look();
  const { path } = await backups.back();
  await called(start, '…');
  await called(sprint, 'Départ');
  await called(start, 'Sprint');
  expect(await look()).not.toEqual(before);
  await backups.restore(path);
  expect(await look()).toEqual(before);
  const after = await backups.look();
  await backups.restore(path);
  expect(await backups.look()).toEqual(after);
});

test('a record keeps its exercise when another has its name now', async () => {
  const { start, add, called, look } = await twoExercises();
  const { path } = await backups.back();
  await called(start, 'Départ arrêté');
  await add('Départ');
  const before = await look();
  await backups.restore(path);
  expect(await look()).toEqual(before);
});

test('a secret that was changed since is not brought back', async () => {
  const { db } = room.database;
  await addClub(room, 'one');
  await db.update(users).set({ passwordHash: 'leaked', firstname: 'Old' });
  const { path } = await backups.back();
  await db.update(users).set({ passwordHash: 'new', firstname: 'New' });
  await db.update(devices).set({ secretHash: 'cd'.repeat(32) });
  await backups.restore(path);
  expect(await db.select().from(users)).toMatchObject([{ passwordHash: 'new', firstname: 'Old' }]);
  expect(await db.select().from(devices)).toMatchObject([{ secretHash: 'cd'.repeat(32) }]);
});

test('a restore that would disable the client of the last one in charge is refused as a whole', async () => {
  const { db } = room.database;
  const { clientId, manager } = await addClub(room, 'one');
  await db
    .update(users)
    .set({ roles: ['Admin'] })
    .where(eq(users.id, manager.userId));
  await db.update(clients).set({ enabled: false }).where(eq(clients.id, clientId));
  const { path } = await backups.back();
  await db.update(clients).set({ enabled: true }).where(eq(clients.id, clientId));
  const before = await backups.look();
  await expect(backups.restore(path)).rejects.toMatchObject({ refusal: { code: 'user.lastAdministrator' } });
  expect(await backups.look()).toEqual(before);
});

test('who was deactivated or given other rights since stays so', async () => {
  const { db } = room.database;
  const { manager } = await addClub(room, 'one');
  const { path } = await backups.back();
  const since = { active: false, roles: ['Athlete' as const] };
  await db
    .update(users)
    .set({ ...since, firstname: 'New' })
    .where(eq(users.id, manager.userId));
  await backups.restore(path);
  const [person] = await db.select().from(users).where(eq(users.id, manager.userId));
  expect(person).toMatchObject(since);
  expect(person?.firstname).not.toBe('New');
});

test('a restore whose rows do not come about in the end leaves every file as it was', async () => {
  const { recordId } = await addClub(room, 'one');
  const uid = await uidOf(room, recordId);
  const other = await addClub(room, 'two');
  const otherUid = await uidOf(room, other.recordId);
  const { path } = await backups.back();
  await writeFile(room.folder.upload(uid), 'changed since');
  await rm(room.folder.upload(otherUid));
  const before = await backups.look();
  // Looked at when the transaction is committed, after the files were placed.
  await room.database.db.execute(sql`create function refuse_tasks() returns trigger language plpgsql as
    $$ begin raise 'not now'; end $$`);
  await room.database.db.execute(sql`create constraint trigger refuse_tasks after insert on tasks
    deferrable initially deferred for each row execute function refuse_tasks()`);
  await expect(backups.restore(path)).rejects.toThrow();
  expect(await backups.look()).toEqual(before);
  await room.database.db.execute(sql`drop trigger refuse_tasks on tasks`);
  await backups.restore(path);
  expect(await readFile(room.folder.upload(uid), 'utf8')).toBe(csv);
  expect(await readFile(room.folder.upload(otherUid), 'utf8')).toBe(csv);
});

test('a record that is being received is in the backup as far as it is, and is not touched by a restore', async () => {
  const { db } = room.database;
  const { clientId, device } = await addClub(room, 'one');
  const { uid } = await addRecord(db, {
    ...{ clientId, deviceId: device.id, deviceRecordId: 7, source: 'journal', basename: 'live' },
    ...{ startedAt: new Date(), decodeState: 'recording' },
  });
  await mkdir(room.folder.journals, { recursive: true });
  await writeFile(room.folder.journal(uid), 'first');
  const { path } = await backups.back();
  await writeFile(room.folder.journal(uid), 'first and second');
  const before = await backups.look();
  await backups.restore(path);
  expect(await backups.look()).toEqual(before);
  // Later it is complete: what is longer here stays.
  await db.update(records).set({ decodeState: 'error' }).where(eq(records.uid, uid));
  await backups.restore(path);
  expect(await readFile(room.folder.journal(uid), 'utf8')).toBe('first and second');
  // On another server it is decoded as far as it goes.
  await db.delete(records).where(eq(records.uid, uid));
  await rm(room.folder.journal(uid));
  await backups.restore(path);
  expect(await readFile(room.folder.journal(uid), 'utf8')).toBe('first');
  expect((await backups.look()).tasks).toBe(String(Number(before.tasks) + 1));
});

test('a damaged file of a record is replaced by the one of the backup, and decoded again', async () => {
  const { recordId } = await addClub(room, 'one');
  const uid = await uidOf(room, recordId);
  const { path } = await backups.back();
  const before = await backups.look();
  await writeFile(room.folder.upload(uid), csv.replace('5', '6'));
  await backups.restore(path);
  expect(await readFile(room.folder.upload(uid), 'utf8')).toBe(csv);
  await room.decoded();
  expect(await recordOf(room, uid)).toMatchObject({ decodeState: 'done' });
  expect((await backups.look()).tasks).toBe(String(Number(before.tasks) + 1));
});

test('a session comes back with its records, and with those that are left of it', async () => {
  const { db } = room.database;
  const { recordId, manager } = await addClub(room, 'one');
  const other = await upload(room, manager);
  const body = { record_type: 'seance' as const, record_ids: [recordId, other] };
  const { id } = api.uploadRecord.reply.parse(await room.call(api.uploadRecord, manager, { body }));
  const uid = await uidOf(room, id);
  const { path } = await backups.back();
  await db.delete(records).where(inArray(records.id, [id, other]));
  await backups.restore(path);
  await room.decoded();
  const back = await recordOf(room, uid);
  expect(back).toMatchObject({ source: 'seance', decodeState: 'done' });
  const pairs = await db
    .select()
    .from(tables.seanceRecords)
    .where(eq(tables.seanceRecords.seanceId, back?.id ?? 0));
  expect(pairs).toHaveLength(2);
  expect(pairs.map((pair) => pair.recordId)).toContain(recordId);
  const after = await backups.look();
  await backups.restore(path);
  expect(await backups.look()).toEqual(after);
});
