import { type DeviceQuery, type Refusal, refuse } from '@sillage/contract';
import { deviceFamilies } from '@sillage/domain';
import { and, asc, desc, eq, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { containsText, countRows, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { type DeviceRow, selectDevices } from './read-devices.ts';

const { devices, deviceUsers } = tables;

/** The condition that makes a device visible to the caller. */
export function visibleDevices(db: Queryable, { principal, scope }: Viewer): SQL | undefined {
  const ofClient = eq(devices.clientId, principal.clientId);
  switch (scope) {
    case 'everything':
      return undefined;
    case 'client':
      return ofClient;
    case 'groups':
      return and(ofClient, inArray(devices.groupId, [...principal.groupIds, -1]));
    case 'own': {
      const paired = db
        .select({ id: deviceUsers.deviceId })
        .from(deviceUsers)
        .where(eq(deviceUsers.userId, principal.userId));
      return and(ofClient, inArray(devices.id, paired));
    }
  }
}

/** The device, enabled or not; `entity.notFound` when it is not there or not for the caller. */
export async function findDevice(db: Queryable, viewer: Viewer, id: number): Promise<DeviceRow | Refusal> {
  const [found] = await selectDevices(db, { where: and(eq(devices.id, id), visibleDevices(db, viewer)) });
  return found ?? refuse('entity.notFound');
}

/** A page of the devices that the caller sees. */
export async function pageOfDevices(
  db: Queryable,
  viewer: Viewer,
  query: DeviceQuery,
): Promise<{ rows: DeviceRow[]; total: number }> {
  const where = and(
    visibleDevices(db, viewer),
    query.clientIds.length === 0 ? undefined : inArray(devices.clientId, query.clientIds),
    query.groupIds.length === 0 ? undefined : inArray(devices.groupId, query.groupIds),
    query.types.length === 0 ? undefined : or(...query.types.map(ofType)),
    query.enabled == null ? undefined : eq(devices.enabled, query.enabled),
    containsText([devices.name, devices.number, devices.serialNumber], query.search),
  );
  const column = { name: devices.name, number: devices.number, created_date: devices.createdAt, id: devices.id };
  const direction = query.sort_desc ? desc : asc;
  const orderBy = [direction(column[query.sort_by]), direction(devices.id)];
  const [rows, total] = await Promise.all([
    selectDevices(db, { where, orderBy, page: query }),
    countRows(db, devices, where),
  ]);
  return { rows, total };
}

function ofType(type: DeviceQuery['types'][number]): SQL {
  const family = sql`(${devices.number} / 1000000)`;
  return type === 'other'
    ? notInArray(family, Object.values(deviceFamilies))
    : sql`${family} = ${deviceFamilies[type]}`;
}
