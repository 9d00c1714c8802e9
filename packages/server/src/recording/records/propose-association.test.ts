import { randomUUID } from 'node:crypto';
import { api, type Proposal } from '@sillage/contract';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addExercise } from '../../platform/database/testing.ts';
import type { Principal } from '../../platform/http/index.ts';
import { openTestClub } from './open-test-club.ts';

const { records, devices, deviceUsers, exercises, sports, users } = tables;

const { room, clientId, manager, coach, otherCoach, athlete, decodedUpload, read } = await openTestClub();
afterAll(() => room.close());
const { db } = room.database;

let deviceId = 0;
let sportId = 0;
let exerciseId = 0;
let fresh = 0;
let other: Principal;

const csv = 'T (s),force (N)\n0,1\n1,2\n2,3\n3,4\n';

async function uploadOf(body: object = {}, hour = 8) {
  const id = await decodedUpload('a.csv', csv, body);
  await db
    .update(records)
    .set({ deviceId, startedAt: new Date(Date.UTC(2026, 4, 16, hour)) })
    .where(eq(records.id, id));
  return id;
}

async function proposalOf(id: number, who = manager, body: object = {}): Promise<Proposal | undefined> {
  const list = api.listRecords.reply.parse(await room.call(api.listRecords, who, { body: { type: 'new', ...body } }));
  return list.records.find((record) => record.id === id)?.proposal;
}

const wear = (...ids: readonly number[]) =>
  db.transaction(async (tx) => {
    await tx.delete(deviceUsers).where(eq(deviceUsers.deviceId, deviceId));
    for (const userId of ids) await tx.insert(deviceUsers).values({ deviceId, userId });
  });

beforeAll(async () => {
  const one = {
    uid: randomUUID(),
    number: 20_100_001,
    name: 'Mini 0001',
    secretHash: 'ab'.repeat(32),
    clientId,
    groupId: coach.groupIds[0] ?? null,
  };
  const [device] = await db.insert(devices).values(one).returning();
  deviceId = device?.id ?? 0;
  const kayak = { uid: randomUUID(), name: 'kayak', displayName: { fr: 'Kayak', en: 'Kayak' } };
  const [sport] = await db.insert(sports).values(kayak).returning();
  sportId = sport?.id ?? 0;
  const [exercise] = await db.insert(exercises).values({ uid: randomUUID(), clientId, name: '500 m' }).returning();
  exerciseId = exercise?.id ?? 0;
  other = await room.addPerson(clientId, 'Athlete', [...otherCoach.groupIds]);
  fresh = await uploadOf({}, 20);
});

describe('a new record', () => {
  test('is proposed nothing while nothing is known of its device', async () => {
    expect(await proposalOf(fresh)).toBeUndefined();
  });

  test('is proposed the athletes of its device’s last record, with what they mostly did', async () => {
    await uploadOf({ user_ids: [other.userId] }, 7);
    const did = { user_ids: [athlete.userId], sport_id: sportId, exercise_id: exerciseId };
    await uploadOf(did, 9);
    await uploadOf(did, 8);
    await uploadOf({ user_ids: [athlete.userId], exercise_name: 'autre' }, 10);
    expect(await proposalOf(fresh)).toEqual({
      by: 'device',
      users: [{ id: athlete.userId, firstname: 'Ana', lastname: 'Athlete' }],
      sport_id: sportId,
      exercise_id: exerciseId,
      exercise_name: '500 m',
    });
    expect(await read(fresh)).toMatchObject({ user_ids: [], sport_id: null, exercise_id: null });
  });

  test('is proposed who wears its device now before that, and never another sport than its own', async () => {
    await wear(other.userId);
    expect(await proposalOf(fresh)).toMatchObject({ by: 'pairing', users: [{ id: other.userId }], exercise_id: null });
    await wear(athlete.userId);
    await db.update(records).set({ sportId }).where(eq(records.id, fresh));
    expect(await proposalOf(fresh)).toMatchObject({ by: 'pairing', sport_id: null, exercise_id: exerciseId });
  });

  test('is proposed only people whom the caller may say of it, and who are active', async () => {
    await wear(other.userId);
    expect(await proposalOf(fresh, coach)).toMatchObject({ by: 'device', users: [{ id: athlete.userId }] });
    await db.update(users).set({ active: false }).where(eq(users.id, other.userId));
    expect(await proposalOf(fresh)).toMatchObject({ by: 'device', users: [{ id: athlete.userId }] });
    await db.update(users).set({ active: true }).where(eq(users.id, other.userId));
  });

  test('is proposed nothing that its athlete did in another club', async () => {
    await wear(athlete.userId);
    const away = await room.addClient('away');
    const club = {
      clientId: away,
      sportId,
      exerciseId: (await addExercise(db, { clientId: away, name: 'secret of away' })).id,
    };
    const abroad = await Promise.all([11, 12, 13, 14].map((hour) => uploadOf({ user_ids: [athlete.userId] }, hour)));
    await db.update(records).set(club).where(inArray(records.id, abroad));
    expect(await proposalOf(fresh)).toMatchObject({ by: 'pairing', exercise_id: exerciseId, exercise_name: '500 m' });
    await db.delete(records).where(inArray(records.id, abroad));
    await wear(other.userId);
  });

  test('says it in the list of new records alone', async () => {
    expect(await proposalOf(fresh, manager, { type: 'all' })).toBeUndefined();
    expect((await read(fresh)).proposal).toBeUndefined();
  });

  test('of a device with thousands of records looks at the last ones only', async () => {
    await wear();
    await db.execute(sql`INSERT INTO records (uid, client_id, device_id, source, basename, started_at, start_us, decode_state)
      SELECT gen_random_uuid(), ${clientId}, ${deviceId}, 'csv', 'r', '2026-05-16T12:00:00Z', 0, 'done' FROM generate_series(1, 60)`);
    expect(await proposalOf(fresh)).toBeUndefined();
  });
});
