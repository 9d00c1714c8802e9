import type { DeviceMeta } from '@sillage/device-protocol';
import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';

/** A device as administered, and the athletes paired with it now. */
export interface DeviceRow {
  readonly id: number;
  readonly number: number;
  readonly name: string;
  readonly clientId: number;
  readonly groupId: number | null;
  readonly meta: DeviceMeta | null;
  readonly lastSeenAt: Date | null;
  readonly users: readonly { readonly id: number; readonly firstname: string; readonly lastname: string }[];
}

/** The enabled devices, of one client or of all, by number. */
export function listDevices(db: Queryable, clientId?: number): Promise<DeviceRow[]> {
  return select(db, clientId === undefined ? undefined : eq(tables.devices.clientId, clientId));
}

/** An enabled device. */
export async function readDevice(db: Queryable, number: number): Promise<DeviceRow | undefined> {
  if (number > 0x7fffffff) return undefined; // the column's bound; the topic allows more
  return (await select(db, eq(tables.devices.number, number)))[0];
}

async function select(db: Queryable, where: SQL | undefined): Promise<DeviceRow[]> {
  const { devices, deviceUsers, users } = tables;
  const rows = await db
    .select({
      id: devices.id,
      number: devices.number,
      name: devices.name,
      clientId: devices.clientId,
      groupId: devices.groupId,
      meta: devices.meta,
      lastSeenAt: devices.lastSeenAt,
    })
    .from(devices)
    .where(and(eq(devices.enabled, true), where))
    .orderBy(asc(devices.number));
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
      inArray(
        deviceUsers.deviceId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(asc(users.id));
  return rows.map((row) => ({
    ...row,
    users: paired.filter((user) => user.deviceId === row.id).map(({ deviceId: _, ...user }) => user),
  }));
}
