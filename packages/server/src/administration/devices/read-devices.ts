import type { DeviceMeta } from '@sillage/device-protocol';
import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import { ofPage, type PageRequest, type Queryable, tables } from '../../platform/database/index.ts';

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
export function listDevices(db: Queryable, clientId?: number): Promise<DeviceRow[]> {
  const ofClient = clientId === undefined ? undefined : eq(devices.clientId, clientId);
  return selectDevices(db, { where: and(eq(devices.enabled, true), ofClient) });
}

/** An enabled device. */
export async function readDevice(db: Queryable, number: number): Promise<DeviceRow | undefined> {
  if (number > 0x7fffffff) return undefined; // the column's bound; the topic allows more
  return (await selectDevices(db, { where: and(eq(devices.enabled, true), eq(devices.number, number)) }))[0];
}

interface Wanted {
  readonly where: SQL | undefined;
  /** By number unless said. */
  readonly orderBy?: readonly SQL[];
  readonly page?: PageRequest;
}

export async function selectDevices(db: Queryable, { where, orderBy, page }: Wanted): Promise<DeviceRow[]> {
  const query = db
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
    .where(where)
    .orderBy(...(orderBy ?? [asc(devices.number)]))
    .$dynamic();
  const rows = await (page === undefined ? query : ofPage(query, page));
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
  const byDevice = Map.groupBy(paired, (user) => user.deviceId);
  return rows.map((row) => ({
    ...row,
    users: (byDevice.get(row.id) ?? []).map(({ deviceId: _, ...user }) => user),
  }));
}
