import {
  type api,
  type BodyOf,
  isRefusal,
  type MecaSensor,
  type MecaSensorEdit,
  type Refusal,
} from '@sillage/contract';
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
  clientOfEdited,
  clientOfNew,
  deleteRow,
  foundIn,
  insertRow,
  newUid,
  ofReachableClients,
  updateRow,
} from '../tenancy/index.ts';

const { clients, mecaSensors } = tables;

export function pageOfMecaSensors(
  db: Queryable,
  viewer: Viewer,
  query: BodyOf<typeof api.listMecaSensors>,
): Promise<Listed<MecaSensor>> {
  const where = and(
    ofReachableClients(viewer, mecaSensors.clientId),
    isAskedFor(mecaSensors.clientId, query.clientIds),
    containsEveryWord([mecaSensors.name, mecaSensors.type, mecaSensors.serialNumber], query.search),
  );
  const sortBy = [mecaSensors[query.sort_by]];
  return readPage(db, { table: mecaSensors, select: selectMecaSensors(db), where, sortBy, query });
}

export function findMecaSensor(db: Queryable, viewer: Viewer, id: number): Promise<MecaSensor | Refusal> {
  return foundIn(
    selectMecaSensors(db).where(and(eq(mecaSensors.id, id), ofReachableClients(viewer, mecaSensors.clientId))),
  );
}

export async function addMecaSensor(
  db: Db,
  viewer: Viewer,
  given: BodyOf<typeof api.createMecaSensor>,
): Promise<MecaSensor | Refusal> {
  const clientId = await clientOfNew(db, viewer, given.client_id);
  if (isRefusal(clientId)) return clientId;
  const { name, type } = given;
  const id = await insertRow(db, mecaSensors, { ...columnsOf(given), name, type, clientId, uid: newUid() });
  return findMecaSensor(db, viewer, id);
}

export function editMecaSensor(
  db: Db,
  viewer: Viewer,
  id: number,
  edit: MecaSensorEdit,
): Promise<MecaSensor | Refusal> {
  return db.transaction(async (tx) => {
    const before = await findMecaSensor(tx, viewer, id);
    if (isRefusal(before)) return before;
    const clientId = await clientOfEdited(tx, viewer, before.client_id, edit.client_id);
    if (isRefusal(clientId)) return clientId;
    const moved = edit.client_id === undefined ? {} : { clientId };
    await updateRow(tx, mecaSensors, id, { ...columnsOf(edit), ...moved });
    return findMecaSensor(tx, viewer, id);
  });
}

export function deleteMecaSensor(db: Db, viewer: Viewer, id: number): Promise<Refusal | undefined> {
  return deleteRow(db, mecaSensors, id, ofReachableClients(viewer, mecaSensors.clientId));
}

function columnsOf(given: MecaSensorEdit) {
  const {
    name,
    type,
    serial_number: serialNumber,
    unit,
    gain,
    offset,
    calibrated_date: calibratedDate,
    comment,
  } = given;
  return { name, type, serialNumber, unit, gain, offset, calibratedDate, comment };
}

const selectMecaSensors = (db: Queryable) =>
  db
    .select({
      id: mecaSensors.id,
      uid: mecaSensors.uid,
      name: mecaSensors.name,
      type: mecaSensors.type,
      serial_number: mecaSensors.serialNumber,
      unit: mecaSensors.unit,
      gain: mecaSensors.gain,
      offset: mecaSensors.offset,
      calibrated_date: mecaSensors.calibratedDate,
      client_id: mecaSensors.clientId,
      client_name: clients.displayName,
      comment: mecaSensors.comment,
    })
    .from(mecaSensors)
    .innerJoin(clients, eq(clients.id, mecaSensors.clientId))
    .$dynamic();
