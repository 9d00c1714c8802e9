import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRefusal } from '@sillage/contract';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestRecords } from '../../recording/records/testing.ts';
import { writeExample } from './example-content.ts';
import { openTestBackups } from './open-test-backups.ts';
import { addClub, csv, csvMapping, openTestClubs, recordOf, uidOf, upload } from './open-test-clubs.ts';

const { clients, records, users, sports, settings, selections, releases, parameters } = tables;

let room: Awaited<ReturnType<typeof openTestClubs>>['room'];
let backups: Awaited<ReturnType<typeof openTestClubs>>['backups'];

beforeEach(async () => {
  ({ room, backups } = await openTestClubs());
});
afterEach(() => room.close());

const named = async () =>
  (await room.database.db.select({ name: clients.name }).from(clients)).map(({ name }) => name).sort();

test('restoring what is there changes nothing, however often', async () => {
  await addClub(room, 'one');
  await addClub(room, 'two');
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
  const { clientId, recordId } = await addClub(room, 'one');
  await addClub(room, 'two');
  const uid = await uidOf(room, recordId);
  const { path, filename } = await backups.back({ client_id: clientId });
  expect(filename).toBe('sillage-backup-one-2026-11-21.zip');
  const original = await recordOf(room, uid);
  await room.database.db.delete(clients).where(eq(clients.id, clientId));
  await rm(room.folder.upload(uid));
  await rm(room.folder.signals(uid), { recursive: true });
  const untouched = await room.database.db.select().from(users);

  await backups.restore(path);
  await room.decoded();
  const { id: _, clientId: __, signalsVersion, ...restored } = (await recordOf(room, uid)) ?? {};
  // Its signals were made anew: whoever keeps what was worked out of the earlier ones sees that.
  expect(signalsVersion).toBe((original?.signalsVersion ?? 0) + 1);
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
  expect((await room.database.db.select().from(tables.csvMappings)).map(({ mapping }) => mapping)).toEqual([
    csvMapping,
    csvMapping,
  ]);

  const after = await backups.look();
  await backups.restore(path);
  expect(await backups.look()).toEqual(after);
});

test('a backup of one client holds nothing of another', async () => {
  const one = await addClub(room, 'one');
  const two = await addClub(room, 'two');
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
    expect(rows.csv_mappings).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(foreign?.uid);
    expect(JSON.parse(String(rows.parameters?.[0]))).toMatchObject({ modified_by: null, value: 'en' });
  } finally {
    await other.close();
  }
});

test('a whole server moves to an empty one: people, settings, firmwares, signals, and nothing that signs in by itself', async () => {
  const { db } = room.database;
  const { clientId, recordId } = await addClub(room, 'one');
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
    { key: 'server.settings', value: { terms, terms_date: '2026-05-04', name: 'the old name' } },
    { key: 'signing', value: { secret: 'never' } },
  ]);
  const logo = Buffer.from('89504e470d0a1a0a00ff', 'hex');
  await db.update(clients).set({ logo, logoVersion: '1' }).where(eq(clients.id, clientId));
  await db.update(users).set({ passwordHash: '$argon2id$x' });
  const preview = [1.5, Number.NaN, 0.1];
  await db.update(records).set({ preview }).where(eq(records.id, recordId));
  const uid = await uidOf(room, recordId);
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
      { key: 'server.settings', value: { terms, terms_date: '2026-05-04', name: 'the new name' } },
    ]);
    const after = await other.backups.look();
    await other.backups.restore(path);
    expect(await other.backups.look()).toEqual(after);
  } finally {
    await other.close();
  }
});

test('without files a record says that its samples are missing, until a backup with files comes', async () => {
  const { recordId } = await addClub(room, 'one');
  const uid = await uidOf(room, recordId);
  const [bare, whole] = [await backups.back({ with_files: false }), await backups.back()];
  await room.database.db.delete(clients);
  await backups.forgetFiles();
  await backups.restore(bare.path);
  expect(await recordOf(room, uid)).toMatchObject({ decodeState: 'error' });
  expect(backups.messages.map(({ type }) => type)).toEqual(['INFO', 'INFO', 'WARN', 'SUCCESS']);
  const after = await backups.look();
  await backups.restore(bare.path);
  expect(await backups.look()).toEqual(after);
  await backups.restore(whole.path);
  await room.decoded();
  expect(await recordOf(room, uid)).toMatchObject({ decodeState: 'done' });
  expect(await room.database.db.$count(tables.recordErrors)).toBe(0);
});

test('the days of a backup are whole days of its timezone, both inclusive, also when the clocks change', async () => {
  const { clientId, manager } = await addClub(room, 'one');
  const { db } = room.database;
  await db.delete(records);
  const at = async (moment: string) => {
    const id = await upload(room, manager);
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

test('the example restores, twice, and nobody of it has a password', async () => {
  for (const isFilled of [false, true]) {
    const path = await backups.saveStream(await writeExample(backups.dependencies, isFilled));
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

test('a backup whose bytes are not on the disk as they were written is not offered', async () => {
  await addClub(room, 'one');
  // When the writing has ended, as a failing disk would.
  const damage = () => {
    const [name = ''] = readdirSync(room.folder.temporary).filter((file) => file.endsWith('.zip'));
    const path = join(room.folder.temporary, name);
    const bytes = readFileSync(path);
    bytes[200] = (bytes[200] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  };
  const real = backups.dependencies.disk;
  const disk: typeof real = {
    async reserve(...asked) {
      const taken = await real.reserve(...asked);
      if (isRefusal(taken)) return taken;
      return {
        leftBytes: taken.leftBytes,
        grow: (bytes) => taken.grow(bytes),
        wrote: (bytes) => taken.wrote(bytes),
        release() {
          taken.release();
          damage();
        },
      };
    },
  };
  const failing = openTestBackups({ ...room, life: room.dependencies.life, disk });
  await expect(failing.back()).rejects.toThrow('does not read back');
  expect(await readdir(room.folder.temporary)).toEqual([]);
});

test('a backup that is cancelled or of nobody leaves nothing behind', async () => {
  await addClub(room, 'one');
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
  return { ...other, backups: openTestBackups({ ...other, life: other.dependencies.life }) };
}
