import { randomUUID } from 'node:crypto';
import { api, type CsvMapping } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { tables } from '../../platform/database/index.ts';
import { addDevice, addExercise } from '../../platform/database/testing.ts';
import type { Principal } from '../../platform/http/index.ts';
import { recordRoutes } from '../../recording/records/index.ts';
import { openTestRecords } from '../../recording/records/testing.ts';
import { openTestBackups } from './open-test-backups.ts';

const { parameters, records, selections } = tables;
type TestRecords = Awaited<ReturnType<typeof openTestRecords>>;

/** A server that clubs are added to, with its records' routes and its backups. For tests. */
export async function openTestClubs() {
  const room = await openTestRecords();
  recordRoutes(room.serve, room.dependencies);
  return { room, backups: openTestBackups({ ...room, life: room.dependencies.life }) };
}

export const csv = 't;force\n0;1\n0.1;2\n0.2;5\n';
/** What each club decided of files with the same names. */
export const csvMapping: CsvMapping = {
  ...{ delimiter: ';', decimal: '.', headerLine: 1, firstLine: 2, time: { index: 0, unitSeconds: 1 } },
  columns: [{ index: 1, name: 'force', unit: 'N' }],
};

/** A club with one of everything: a person, a device, an uploaded record with its signals, a parameter. */
export async function addClub(room: TestRecords, name: string) {
  const { db } = room.database;
  const clientId = await room.addClient(name);
  const groupId = await room.addGroup(clientId, 'Huit');
  const manager = await room.addPerson(clientId, 'Manager', [groupId]);
  const device = await addDevice(db, {
    ...{ number: 2_000_000 + clientId, name: 'Mini', clientId, groupId },
    ...{ secretHash: 'ab'.repeat(32), userIds: [manager.userId] },
  });
  await addExercise(db, { clientId, name: '500 m' });
  await db.insert(tables.configs).values({ uid: randomUUID(), clientId, name: 'c', config: '{"a":1}' });
  await db.insert(tables.csvMappings).values({ clientId, header: 'cd'.repeat(32), mapping: csvMapping });
  await db
    .insert(tables.modules)
    .values({ uid: randomUUID(), clientId, name: 'imu', type: 'imu', deviceId: device.id });
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
  const recordId = await upload(room, manager);
  await db.insert(selections).values({ recordId, num: 1, t0: 0, t1: 0.1 });
  return { clientId, groupId, manager, recordId, device };
}

export async function upload(room: TestRecords, person: Principal): Promise<number> {
  const file = { name: 'a.csv', bytes: csv };
  const body = { user_ids: [person.userId] };
  const { id } = api.uploadRecord.reply.parse(await room.call(api.uploadRecord, person, { file, body }));
  await room.decoded();
  return id;
}

export async function recordOf(room: TestRecords, uid: string) {
  const [row] = await room.database.db.select().from(records).where(eq(records.uid, uid));
  return row;
}

export async function uidOf(room: TestRecords, recordId: number): Promise<string> {
  const [row] = await room.database.db.select().from(records).where(eq(records.id, recordId));
  return row?.uid ?? '';
}
