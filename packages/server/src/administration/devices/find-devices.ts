import type { DeviceQuery, Refusal } from '@sillage/contract';
import { deviceFamilies } from '@sillage/domain';
import { and, eq, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { containsEveryWord, isAskedFor, type Queryable, readPage, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { foundIn, reachableDevices } from '../tenancy/index.ts';
import { type DeviceRow, selectDevices, withAthletes } from './read-devices.ts';

const { devices } = tables;

/** The device, enabled or not; `entity.notFound` when it is not there or not for the caller. */
export async function findDevice(db: Queryable, viewer: Viewer, id: number): Promise<DeviceRow | Refusal> {
  const rows = await selectDevices(db).where(and(eq(devices.id, id), reachableDevices(db, viewer)));
  return foundIn(withAthletes(db, rows));
}

/** A page of the devices that the caller sees. */
export async function pageOfDevices(
  db: Queryable,
  viewer: Viewer,
  query: DeviceQuery,
): Promise<{ rows: DeviceRow[]; total: number }> {
  const where = and(
    reachableDevices(db, viewer),
    isAskedFor(devices.clientId, query.clientIds),
    isAskedFor(devices.groupId, query.groupIds),
    query.types.length === 0 ? undefined : or(...query.types.map(ofType)),
    query.enabled == null ? undefined : eq(devices.enabled, query.enabled),
    containsEveryWord([devices.name, devices.number, devices.serialNumber], query.search),
  );
  const column = { name: devices.name, number: devices.number, created_date: devices.createdAt, id: devices.id };
  const sortBy = [column[query.sort_by]];
  const { items, total } = await readPage(db, { table: devices, select: selectDevices(db), where, sortBy, query });
  return { rows: await withAthletes(db, items), total };
}

function ofType(type: DeviceQuery['types'][number]): SQL {
  const family = sql`(${devices.number} / 1000000)`;
  return type === 'other'
    ? notInArray(family, Object.values(deviceFamilies))
    : sql`${family} = ${deviceFamilies[type]}`;
}
