import {
  type api,
  type BodyOf,
  isRefusal,
  type Module,
  type ModuleEdit,
  type Refusal,
  refuse,
} from '@sillage/contract';
import { and, asc, desc, eq, inArray, type SQL } from 'drizzle-orm';
import {
  containsText,
  countRows,
  type Db,
  ofPage,
  type PageRequest,
  type Queryable,
  tables,
} from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { brokenField, clientOfNew, newUid, ofReachableClients } from '../tenancy/index.ts';

const { clients, devices, modules } = tables;
type Row = typeof modules.$inferSelect;

export async function pageOfModules(
  db: Queryable,
  viewer: Viewer,
  query: BodyOf<typeof api.listModules>,
): Promise<{ items: Module[]; total: number }> {
  const where = and(
    ofReachableClients(viewer, modules.clientId),
    query.clientIds.length === 0 ? undefined : inArray(modules.clientId, query.clientIds),
    query.deviceIds.length === 0 ? undefined : inArray(modules.deviceId, query.deviceIds),
    containsText([modules.name, modules.type, modules.serialNumber], query.search),
  );
  const direction = query.sort_desc ? desc : asc;
  const orderBy = [direction(modules[query.sort_by]), direction(modules.id)];
  const [items, total] = await Promise.all([select(db, where, orderBy, query), countRows(db, modules, where)]);
  return { items, total };
}

export async function findModule(db: Queryable, viewer: Viewer, id: number): Promise<Module | Refusal> {
  const [found] = await select(db, and(eq(modules.id, id), ofReachableClients(viewer, modules.clientId)));
  return found ?? refuse('entity.notFound');
}

export async function addModule(
  db: Db,
  viewer: Viewer,
  given: BodyOf<typeof api.createModule>,
): Promise<Module | Refusal> {
  const clientId = await clientOfNew(db, viewer, given.client_id);
  if (isRefusal(clientId)) return clientId;
  const refusal = await refuseDevice(db, clientId, given.device_id);
  if (refusal) return refusal;
  const { name, type } = given;
  const row = { ...columnsOf(given), name, type, clientId, uid: newUid() };
  const [made] = await db.insert(modules).values(row).returning({ id: modules.id });
  if (made === undefined) throw new Error('the module was not inserted');
  return findModule(db, viewer, made.id);
}

/** Changes the fields that are given. One that goes to another client leaves its device. */
export function editModule(db: Db, viewer: Viewer, id: number, edit: ModuleEdit): Promise<Module | Refusal> {
  return db.transaction(async (tx) => {
    const before = await findModule(tx, viewer, id);
    if (isRefusal(before)) return before;
    const clientId = edit.client_id === undefined ? before.client_id : await clientOfNew(tx, viewer, edit.client_id);
    if (isRefusal(clientId)) return clientId;
    const refusal = await refuseDevice(tx, clientId, edit.device_id);
    if (refusal) return refusal;
    const left = clientId === before.client_id ? {} : { clientId, deviceId: null };
    const changes = { ...left, ...columnsOf(edit) };
    if (Object.keys(changes).length > 0) await tx.update(modules).set(changes).where(eq(modules.id, id));
    return findModule(tx, viewer, id);
  });
}

export async function deleteModule(db: Db, viewer: Viewer, id: number): Promise<Refusal | undefined> {
  const gone = await db
    .delete(modules)
    .where(and(eq(modules.id, id), ofReachableClients(viewer, modules.clientId)))
    .returning({ id: modules.id });
  return gone.length === 0 ? refuse('entity.notFound') : undefined;
}

/** A module plugs into a device of its own client. */
async function refuseDevice(
  db: Queryable,
  clientId: number,
  deviceId: number | null | undefined,
): Promise<Refusal | undefined> {
  if (deviceId == null) return undefined;
  const known = await db.$count(devices, and(eq(devices.id, deviceId), eq(devices.clientId, clientId)));
  return known === 0 ? brokenField('device_id', 'unknown') : undefined;
}

function columnsOf(given: ModuleEdit): Partial<Row> {
  return {
    ...(given.name === undefined ? {} : { name: given.name }),
    ...(given.type === undefined ? {} : { type: given.type }),
    ...(given.serial_number === undefined ? {} : { serialNumber: given.serial_number }),
    ...(given.version === undefined ? {} : { version: given.version }),
    ...(given.device_id === undefined ? {} : { deviceId: given.device_id }),
    ...(given.enabled === undefined ? {} : { enabled: given.enabled }),
    ...(given.comment === undefined ? {} : { comment: given.comment }),
  };
}

async function select(
  db: Queryable,
  where: SQL | undefined,
  orderBy: readonly SQL[] = [],
  page?: PageRequest,
): Promise<Module[]> {
  const query = db
    .select({ row: modules, clientName: clients.displayName, deviceName: devices.name })
    .from(modules)
    .innerJoin(clients, eq(clients.id, modules.clientId))
    .leftJoin(devices, eq(devices.id, modules.deviceId))
    .where(where)
    .orderBy(...orderBy)
    .$dynamic();
  const rows = await (page === undefined ? query : ofPage(query, page));
  return rows.map(({ row, clientName, deviceName }) => ({
    id: row.id,
    uid: row.uid,
    name: row.name,
    type: row.type,
    serial_number: row.serialNumber,
    version: row.version,
    client_id: row.clientId,
    client_name: clientName,
    device_id: row.deviceId,
    device_name: deviceName,
    enabled: row.enabled,
    comment: row.comment,
  }));
}
