import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { api } from '@sillage/contract';
import { eq, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestRecords, recordRoutes } from '../../recording/records/index.ts';
import { writeExample } from './example-content.ts';
import { openTestBackups } from './open-test-backups.ts';
import { portableTables } from './portable-tables.ts';

const { clients, records, users, devices, groups, sports, parameters, settings, selections, releases } = tables;

let room: Awaited<ReturnType<typeof openTestRecords>>;
let backups: ReturnType<typeof openTestBackups>;

beforeEach(async () => {
  room = await openTestRecords();
  recordRoutes(room.serve, room.dependencies);
  backups = openTestBackups({ ...room, jobs: room.dependencies.jobs });
});
afterEach(() => room.close());

const csv = 't;force\n0;1\n0.1;2\n0.2;5\n';

/** A club with one of everything: a person, a device, an uploaded record with its signals, a parameter. */
async function addClub(name: string) {
  const { db } = room.database;
  const clientId = await room.addClient(name);
  const groupId = await room.addGroup(clientId, 'Huit');
  const manager = await room.addPerson(clientId, 'Manager', [groupId]);
  const [device] = await db
    .insert(devices)
    .values({
      ...{ uid: randomUUID(), number: 2_000_000 + clientId, name: 'Mini', clientId, groupId },
      secretHash: 'ab'.repeat(32),
    })
    .returning();
  await db.insert(tables.deviceUsers).values({ deviceId: device?.id ?? 0, userId: manager.userId });
  await db.insert(tables.exercises).values({ uid: randomUUID(), clientId, name: '500 m' });
  await db.insert(tables.configs).values({ uid: randomUUID(), clientId, name: 'c', config: '{"a":1}' });
  await db
    .insert(tables.modules)
    .values({ uid: randomUUID(), clientId, name: 'imu', type: 'imu', deviceId: device?.id });
  await db
    .insert(tables.mecaSensors)
    .values({ uid: randomUUID(), clientId, name: 'm', type: 'force', calibratedDate: '2026-01-02' });
  await db.insert(parameters).values({
    ...{
      tableName: 'User',
      targetId: manager.userId,
      name: 'lang',
      value: 'en',
      isSet: true,
      modifiedBy: manager.userId,
    },
  });
  const recordId = await upload(manager);
  await db.insert(selections).values({ recordId, num: 1, t0: 0, t1: 0.1 });
  return { clientId, groupId, manager, recordId, device };
}

async function upload(person: Parameters<typeof room.call>[1]): Promise<number> {
  const file = { name: 'a.csv', bytes: csv };
  const body = { user_ids: [person.userId] };
  const { id } = api.uploadRecord.reply.parse(await room.call(api.uploadRecord, person, { file, body }));
  await room.decoded();
  return id;
}

async function recordOf(uid: string) {
  const [row] = await room.database.db.select().from(records).where(eq(records.uid, uid));
  return row;
}

async function uidOf(recordId: number): Promise<string> {
  const [row] = await room.database.db.select().from(records).where(eq(records.id, recordId));
  return row?.uid ?? '';
}

const named = async () =>
  (await room.database.db.select({ name: clients.name }).from(clients)).map(({ name }) => name).sort();

test('every name and number that the database keeps apart is known to the restore', () => {
  const known = new Set(portableTables.map(({ name }) => name));
  const left = ['api_keys', 'athlete_records', 'changes', 'password_links', 'refresh_tokens', 'row_counts', 'tasks'];
  for (const value of Object.values(tables)) {
    if (!is(value, PgTable)) continue;
    const { name, indexes, columns } = getTableConfig(value);
    if (left.includes(name)) continue;
    expect(known, `is ${name} in a backup?`).toContain(name);
    const table = portableTables.find((one) => one.name === name);
    const unique = [
      ...columns.filter((column) => column.isUnique).map((column) => [column.name]),
      ...indexes
        .filter(({ config }) => config.unique)
        .map(({ config }) => config.columns.map((column) => ('name' in column ? String(column.name) : 'expression'))),
    ].filter((names) => names[0] !== 'uid');
    for (const names of unique) expect([table?.natural, table?.identity], name).toContainEqual(names);
  }
});

test('restoring what is there changes nothing, however often', async () => {
  await addClub('one');
  await addClub('two');
  const { path, filename } = await backups.back();
  expect(filename).toBe('sillage-backup-all-2026-11-21.zip');
  const before = await backups.look();
  expect(Object.keys(before.files).filter((name) => /^(journal|uploads)/.test(name))).toHaveLength(2);
  expect(Object.keys(before.files).filter((name) => name.startsWith('temporary'))).toEqual([]);
  await backups.restore(path);
  expect(await backups.look()).toEqual(before);
  await backups.restore(path);
  expect(await backups.look()).toEqual(before);
});

test('a deleted client comes back as it was, its records readable', async () => {
  const { clientId, recordId } = await addClub('one');
  await addClub('two');
  const uid = await uidOf(recordId);
  const { path, filename } = await backups.back({ client_id: clientId });
  expect(filename).toBe('sillage-backup-one-2026-11-21.zip');
  const original = await recordOf(uid);
  await room.database.db.delete(clients).where(eq(clients.id, clientId));
  await rm(room.folder.upload(uid));
  await rm(room.folder.signals(uid), { recursive: true });
  const untouched = await room.database.db.select().from(users);

  await backups.restore(path);
  await room.decoded();
  const { id: _, clientId: __, ...restored } = (await recordOf(uid)) ?? {};
  expect(original).toMatchObject(restored);
  expect(restored).toMatchObject({ decodeState: 'done', basename: 'a', source: 'csv' });
  expect(await readFile(room.folder.upload(uid), 'utf8')).toBe(csv);
  expect(await named()).toEqual(['one', 'two']);
  expect(await room.database.db.select().from(users)).toEqual(expect.arrayContaining(untouched));
  const [lang] = await room.database.db
    .select({ value: parameters.value, mail: users.mail, name: clients.name })
    .from(parameters)
    .innerJoin(users, eq(users.id, parameters.targetId))
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(eq(clients.name, 'one'));
  expect(lang).toMatchObject({ value: 'en' });
  expect(await room.database.db.$count(selections)).toBe(2);
  expect(await room.database.db.$count(tables.groupMembers)).toBe(2);
  expect(await room.database.db.$count(tables.deviceUsers)).toBe(2);

  const after = await backups.look();
  await backups.restore(path);
  expect(await backups.look()).toEqual(after);
});

test('a backup of one client holds nothing of another', async () => {
  const one = await addClub('one');
  const two = await addClub('two');
  const [foreign] = await room.database.db.select().from(users).where(eq(users.id, two.manager.userId));
  // What refers to another client's rows goes without them.
  await room.database.db.update(parameters).set({ modifiedBy: two.manager.userId });
  const { path } = await backups.back({ client_id: one.clientId });
  const other = await openServer();
  try {
    await other.backups.restore(path);
    const { rows } = await other.backups.look();
    expect(rows.clients).toHaveLength(1);
    expect(rows.users).toHaveLength(1);
    expect(rows.records).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(foreign?.uid);
    expect(JSON.parse(String(rows.parameters?.[0]))).toMatchObject({ modified_by: null, value: 'en' });
  } finally {
    await other.close();
  }
});

test('a whole server moves to an empty one: people, settings, firmwares, signals, and nothing that signs in by itself', async () => {
  const { db } = room.database;
  const { clientId, recordId } = await addClub('one');
  const firmware = Buffer.from('firmware');
  const sha256 = createHash('sha256').update(firmware).digest('hex');
  await mkdir(room.folder.releases, { recursive: true });
  await writeFile(`${room.folder.releases}/${sha256}`, firmware);
  await db.insert(releases).values({
    ...{ uid: randomUUID(), kind: 'device', version: '1.2.3', target: 'Mini', filename: 'a.bin', sizeBytes: 8 },
    ...{ sha256, notes: { fr: '', en: '' } },
  });
  const terms = { fr: 'Conditions', en: 'Terms' };
  await db.insert(settings).values([
    { key: 'server.settings', value: { terms, name: 'the old name' } },
    { key: 'signing', value: { secret: 'never' } },
  ]);
  const logo = Buffer.from('89504e470d0a1a0a00ff', 'hex');
  await db.update(clients).set({ logo, logoVersion: '1' }).where(eq(clients.id, clientId));
  await db.update(users).set({ passwordHash: '$argon2id$x' });
  const preview = [1.5, Number.NaN, 0.1];
  await db.update(records).set({ preview }).where(eq(records.id, recordId));
  const uid = await uidOf(recordId);
  // The source is gone: the signals are all that there is.
  await rm(room.folder.upload(uid));
  const { path } = await backups.back();
  const other = await openServer();
  try {
    await other.database.db.insert(settings).values({ key: 'server.settings', value: { name: 'the new name' } });
    await other.backups.restore(path);
    const db = other.database.db;
    expect((await db.select().from(clients))[0]?.logo).toEqual(logo);
    expect((await db.select().from(users))[0]?.passwordHash).toBe('$argon2id$x');
    expect((await db.select().from(records))[0]).toMatchObject({ uid, decodeState: 'done' });
    expect((await db.select().from(records))[0]?.preview?.[0]).toBe(1.5);
    expect((await readdir(other.folder.signals(uid))).length).toBeGreaterThan(0);
    expect(await readFile(`${other.folder.releases}/${sha256}`, 'utf8')).toBe('firmware');
    expect(await db.select().from(settings)).toEqual([
      { key: 'server.settings', value: { terms, name: 'the new name' } },
    ]);
    const after = await other.backups.look();
    await other.backups.restore(path);
    expect(await other.backups.look()).toEqual(after);
  } finally {
    await other.close();
  }
});

test('without files a record says that its samples are missing, until a backup with files comes', async () => {
  const { recordId } = await addClub('one');
  const uid = await uidOf(recordId);
  const [bare, whole] = [await backups.back({ with_files: false }), await backups.back()];
  await room.database.db.delete(clients);
  await backups.forgetFiles();
  await backups.restore(bare.path);
  expect(await recordOf(uid)).toMatchObject({ decodeState: 'error' });
  expect(backups.messages.map(({ type }) => type)).toEqual(['WARN', 'SUCCESS']);
  const after = await backups.look();
  await backups.restore(bare.path);
  expect(await backups.look()).toEqual(after);
  await backups.restore(whole.path);
  await room.decoded();
  expect(await recordOf(uid)).toMatchObject({ decodeState: 'done' });
  expect(await room.database.db.$count(tables.recordErrors)).toBe(0);
});

test('the days of a backup are whole days of its timezone, both inclusive, also when the clocks change', async () => {
  const { clientId, manager } = await addClub('one');
  const { db } = room.database;
  await db.delete(records);
  const at = async (moment: string) => {
    const id = await upload(manager);
    await db
      .update(records)
      .set({ startedAt: new Date(moment), basename: moment })
      .where(eq(records.id, id));
  };
  // 25 October 2026 has 25 hours in Paris: it begins at 22:00 UTC the day before and ends at 23:00 UTC.
  const inside = ['2026-10-24T22:00:00.000Z', '2026-10-25T12:00:00.000Z', '2026-10-25T22:59:59.999Z'];
  for (const moment of ['2026-10-24T21:59:59.999Z', ...inside, '2026-10-25T23:00:00.000Z']) await at(moment);
  const day = '2026-10-25';
  const { path } = await backups.back({ client_id: clientId, start: day, end: day, timezone: 'Europe/Paris' });
  await db.delete(records);
  await backups.restore(path);
  expect((await db.select().from(records)).map(({ basename }) => basename).sort()).toEqual(inside);
  // 29 March 2026 has 23 hours.
  await db.delete(records);
  const spring = ['2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'];
  for (const moment of ['2026-03-28T22:59:59.999Z', ...spring, '2026-03-29T22:00:00.000Z']) await at(moment);
  const march = await backups.back({ start: '2026-03-29', end: '2026-03-29' });
  await db.delete(records);
  await backups.restore(march.path);
  expect((await db.select().from(records)).map(({ basename }) => basename).sort()).toEqual(spring);
});

test('what another row has now stays its own, and what was made since stays', async () => {
  const { db } = room.database;
  const { clientId, groupId, manager } = await addClub('one');
  const { path } = await backups.back();
  const before = await db.select().from(users).where(eq(users.id, manager.userId));
  // The group was renamed and its name given to another; the person and the client are others by their uid.
  await db.update(groups).set({ name: 'Quatre' }).where(eq(groups.id, groupId));
  await db.insert(groups).values({ uid: randomUUID(), clientId, name: 'Huit' });
  await db.update(users).set({ uid: randomUUID(), passwordHash: 'mine' });
  const newcomer = await room.addPerson(clientId, 'Coach');
  await backups.restore(path);
  expect((await db.select().from(groups)).map(({ name }) => name).sort()).toEqual(['Huit', 'Quatre']);
  const people = await db.select().from(users);
  expect(people).toHaveLength(2);
  expect(people.find(({ id }) => id === newcomer.userId)).toBeDefined();
  expect(people.find(({ mail }) => mail === before[0]?.mail)).toMatchObject({ passwordHash: 'mine' });
  expect(backups.messages.map(({ type }) => type)).toEqual(['WARN', 'SUCCESS']);
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

test('a secret that was changed since is not brought back', async () => {
  const { db } = room.database;
  await addClub('one');
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
  const { clientId, manager } = await addClub('one');
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

test('a restore that would leave nobody in charge is refused as a whole', async () => {
  const { db } = room.database;
  const { manager } = await addClub('one');
  const { path } = await backups.back();
  await db
    .update(users)
    .set({ roles: ['Admin'] })
    .where(eq(users.id, manager.userId));
  const before = await backups.look();
  await expect(backups.restore(path)).rejects.toMatchObject({ refusal: { code: 'user.lastAdministrator' } });
  expect(await backups.look()).toEqual(before);
});

test('a record that is being received is in the backup as far as it is, and is not touched by a restore', async () => {
  const { db } = room.database;
  const { clientId, device } = await addClub('one');
  const uid = randomUUID();
  const row = {
    ...{ uid, clientId, deviceId: device?.id, deviceRecordId: 7, source: 'journal' as const, basename: 'live' },
    ...{ startedAt: new Date(), startUs: 1, decodeState: 'recording' as const },
  };
  await db.insert(records).values(row);
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
  const { recordId } = await addClub('one');
  const uid = await uidOf(recordId);
  const { path } = await backups.back();
  const before = await backups.look();
  await writeFile(room.folder.upload(uid), csv.replace('5', '6'));
  await backups.restore(path);
  expect(await readFile(room.folder.upload(uid), 'utf8')).toBe(csv);
  await room.decoded();
  expect(await recordOf(uid)).toMatchObject({ decodeState: 'done' });
  expect((await backups.look()).tasks).toBe(String(Number(before.tasks) + 1));
});

test('the example restores, twice, and nobody of it has a password', async () => {
  for (const isFilled of [false, true]) {
    const path = await backups.saveStream(await writeExample(backups.parts, isFilled));
    await backups.restore(path);
    const after = await backups.look();
    expect(after.rows.clients).toHaveLength(isFilled ? 1 : 0);
    await backups.restore(path);
    expect(await backups.look()).toEqual(after);
  }
  const people = await room.database.db.select().from(users);
  expect(people.map(({ passwordHash }) => passwordHash)).toEqual([null, null, null]);
  expect(await room.database.db.$count(sports)).toBe(1);
});

test('a backup that is cancelled or of nobody leaves nothing behind', async () => {
  await addClub('one');
  const before = await backups.look();
  const cancelled = new AbortController();
  cancelled.abort(new Error('cancelled'));
  await expect(backups.back({}, cancelled)).rejects.toThrow('cancelled');
  await expect(backups.back({ client_id: 999 })).rejects.toMatchObject({ refusal: { code: 'entity.notFound' } });
  expect(await backups.look()).toEqual(before);
  // The connection is usable again.
  await expect(room.database.db.execute(sql`select 1`)).resolves.toBeDefined();
});

async function openServer() {
  const other = await openTestRecords();
  return { ...other, backups: openTestBackups({ ...other, jobs: other.dependencies.jobs }) };
}
