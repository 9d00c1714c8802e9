import { type api, type BodyOf, isRefusal, type Module, type ModuleEdit, type Refusal } from '@sillage/contract';
import { and, eq } from 'drizzle-orm';
import {
  containsEveryWord,
  type Db,
  isAskedFor,
  type Listed,
  type Queryable,
  readPage,
  tables,
} from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import {
  brokenField,
  clientOfEdited,
  clientOfNew,
  deleteRow,
  foundIn,
  givenColumns,
  insertRow,
  newUid,
  ofReachableClients,
  updateRow,
} from '../tenancy/index.ts';

const { clients, devices, modules } = tables;

export function pageOfModules(
  db: Queryable,
  viewer: Viewer,
  query: BodyOf<typeof api.listModules>,
): Promise<Listed<Module>> {
  const where = and(
    ofReachableClients(viewer, modules.clientId),
    isAskedFor(modules.clientId, query.clientIds),
    isAskedFor(modules.deviceId, query.deviceIds),
    containsEveryWord([modules.name, modules.type, modules.serialNumber], query.search),
  );
  return readPage(db, { table: modules, select: selectModules(db), where, sortBy: [modules[query.sort_by]], query });
}

export function findModule(db: Queryable, viewer: Viewer, id: number): Promise<Module | Refusal> {
  return foundIn(selectModules(db).where(and(eq(modules.id, id), ofReachableClients(viewer, modules.clientId))));
}

export async function addModule(
  db: Db,
  viewer: Viewer,
  given: BodyOf<typeof api.createModule>,
): Promise<Module | Refusal> {
  const clientId = await clientOfNew(db, viewer, given.client_id);
  if (isRefusal(clientId)) return clientId;
  const refusal = await refuseDevice(db, clientId, given.device_id);
  if (isRefusal(refusal)) return refusal;
  const { name, type } = given;
  const id = await insertRow(db, modules, { ...columnsOf(given), name, type, clientId, uid: newUid() });
  return findModule(db, viewer, id);
}

/** Changes the fields that are given. One that goes to another client leaves its device. */
export function editModule(db: Db, viewer: Viewer, id: number, edit: ModuleEdit): Promise<Module | Refusal> {
  return db.transaction(async (tx) => {
    const before = await findModule(tx, viewer, id);
    if (isRefusal(before)) return before;
    const clientId = await clientOfEdited(tx, viewer, before.client_id, edit.client_id);
    if (isRefusal(clientId)) return clientId;
    const refusal = await refuseDevice(tx, clientId, edit.device_id);
    if (isRefusal(refusal)) return refusal;
    const left = clientId === before.client_id ? {} : { clientId, deviceId: null };
    await updateRow(tx, modules, id, { ...left, ...columnsOf(edit) });
    return findModule(tx, viewer, id);
  });
}

export function deleteModule(db: Db, viewer: Viewer, id: number): Promise<Refusal | undefined> {
  return deleteRow(db, modules, id, ofReachableClients(viewer, modules.clientId));
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

function columnsOf(given: ModuleEdit) {
  const { name, type, serial_number: serialNumber, version, device_id: deviceId, enabled, comment } = given;
  return givenColumns({ name, type, serialNumber, version, deviceId, enabled, comment });
}

const selectModules = (db: Queryable) =>
  db
    .select({
      id: modules.id,
      uid: modules.uid,
      name: modules.name,
      type: modules.type,
      serial_number: modules.serialNumber,
      version: modules.version,
      client_id: modules.clientId,
      client_name: clients.displayName,
      device_id: modules.deviceId,
      device_name: devices.name,
      enabled: modules.enabled,
      comment: modules.comment,
    })
    .from(modules)
    .innerJoin(clients, eq(clients.id, modules.clientId))
    .leftJoin(devices, eq(devices.id, modules.deviceId))
    .$dynamic();
