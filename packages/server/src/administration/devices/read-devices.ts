import type { DeviceMeta } from '@sillage/device-protocol';
import { and, asc, eq } from 'drizzle-orm';
import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';

const { clients, devices, deviceUsers, groups, users } = tables;

/** A device as administered, and the athletes paired with it now. */
export interface DeviceRow {
  readonly id: number;
  readonly uid: string;
  readonly number: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly clientId: number;
  readonly clientName: string;
  readonly groupId: number | null;
  readonly groupName: string | null;
  readonly serialNumber: string;
  readonly comment: string;
  readonly managerComment: string;
  readonly adminComment: string;
  readonly otherData: Record<string, unknown>;
  readonly meta: DeviceMeta | null;
  readonly lastSeenAt: Date | null;
  readonly createdAt: Date;
  readonly users: readonly { readonly id: number; readonly firstname: string; readonly lastname: string }[];
}

/** The enabled devices, of one client or of all, by number. */
export async function listDevices(db: Queryable, clientId?: number): Promise<DeviceRow[]> {
  const ofClient = clientId === undefined ? undefined : eq(devices.clientId, clientId);
  const rows = await selectDevices(db)
    .where(and(eq(devices.enabled, true), ofClient))
    .orderBy(asc(devices.number));
  return withAthletes(db, rows);
}

/** An enabled device. */
export async function readDevice(db: Queryable, number: number): Promise<DeviceRow | undefined> {
  if (number > 0x7fffffff) return undefined; // the column's bound; the topic allows more
  const rows = await selectDevices(db).where(and(eq(devices.enabled, true), eq(devices.number, number)));
  return (await withAthletes(db, rows))[0];
}

/** Devices with the names of their client and group, to be narrowed and sorted. */
export const selectDevices = (db: Queryable) =>
  db
    .select({
      id: devices.id,
      uid: devices.uid,
      number: devices.number,
      name: devices.name,
      enabled: devices.enabled,
      clientId: devices.clientId,
      clientName: clients.displayName,
      groupId: devices.groupId,
      groupName: groups.name,
      serialNumber: devices.serialNumber,
      comment: devices.comment,
      managerComment: devices.managerComment,
      adminComment: devices.adminComment,
      otherData: devices.otherData,
      meta: devices.meta,
      lastSeenAt: devices.lastSeenAt,
      createdAt: devices.createdAt,
    })
    .from(devices)
    .innerJoin(clients, eq(clients.id, devices.clientId))
    .leftJoin(groups, eq(groups.id, devices.groupId))
    .$dynamic();

/** Adds who is paired with each device now. */
export async function withAthletes(db: Queryable, rows: readonly Omit<DeviceRow, 'users'>[]): Promise<DeviceRow[]> {
  if (rows.length === 0) return [];
  const paired = await db
    .select({
      deviceId: deviceUsers.deviceId,
      id: users.id,
      firstname: users.firstname,
      lastname: users.lastname,
    })
    .from(deviceUsers)
    .innerJoin(users, eq(users.id, deviceUsers.userId))
    .where(
      isOneOf(
        deviceUsers.deviceId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(asc(users.id));
  const byDevice = Map.groupBy(paired, (user) => user.deviceId);
  return rows.map((row) => ({
    ...row,
    users: (byDevice.get(row.id) ?? []).map(({ deviceId: _, ...user }) => user),
  }));
}
