import {
  type api,
  type BodyOf,
  isRefusal,
  type MecaSensor,
  type MecaSensorEdit,
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
import { clientOfNew, newUid, ofReachableClients } from '../tenancy/index.ts';

const { clients, mecaSensors } = tables;
type Row = typeof mecaSensors.$inferSelect;

export async function pageOfMecaSensors(
  db: Queryable,
  viewer: Viewer,
  query: BodyOf<typeof api.listMecaSensors>,
): Promise<{ items: MecaSensor[]; total: number }> {
  const where = and(
    ofReachableClients(viewer, mecaSensors.clientId),
    query.clientIds.length === 0 ? undefined : inArray(mecaSensors.clientId, query.clientIds),
    containsText([mecaSensors.name, mecaSensors.type, mecaSensors.serialNumber], query.search),
  );
  const direction = query.sort_desc ? desc : asc;
  const orderBy = [direction(mecaSensors[query.sort_by]), direction(mecaSensors.id)];
  const [items, total] = await Promise.all([select(db, where, orderBy, query), countRows(db, mecaSensors, where)]);
  return { items, total };
}

export async function findMecaSensor(db: Queryable, viewer: Viewer, id: number): Promise<MecaSensor | Refusal> {
  const [found] = await select(db, and(eq(mecaSensors.id, id), ofReachableClients(viewer, mecaSensors.clientId)));
  return found ?? refuse('entity.notFound');
}

export async function addMecaSensor(
  db: Db,
  viewer: Viewer,
  given: BodyOf<typeof api.createMecaSensor>,
): Promise<MecaSensor | Refusal> {
  const clientId = await clientOfNew(db, viewer, given.client_id);
  if (isRefusal(clientId)) return clientId;
  const { name, type } = given;
  const row = { ...columnsOf(given), name, type, clientId, uid: newUid() };
  const [made] = await db.insert(mecaSensors).values(row).returning({ id: mecaSensors.id });
  if (made === undefined) throw new Error('the sensor was not inserted');
  return findMecaSensor(db, viewer, made.id);
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
    const clientId = edit.client_id === undefined ? before.client_id : await clientOfNew(tx, viewer, edit.client_id);
    if (isRefusal(clientId)) return clientId;
    await tx
      .update(mecaSensors)
      .set({ ...columnsOf(edit), clientId })
      .where(eq(mecaSensors.id, id));
    return findMecaSensor(tx, viewer, id);
  });
}

export async function deleteMecaSensor(db: Db, viewer: Viewer, id: number): Promise<Refusal | undefined> {
  const gone = await db
    .delete(mecaSensors)
    .where(and(eq(mecaSensors.id, id), ofReachableClients(viewer, mecaSensors.clientId)))
    .returning({ id: mecaSensors.id });
  return gone.length === 0 ? refuse('entity.notFound') : undefined;
}

function columnsOf(given: MecaSensorEdit): Partial<Row> {
  return {
    ...(given.name === undefined ? {} : { name: given.name }),
    ...(given.type === undefined ? {} : { type: given.type }),
    ...(given.serial_number === undefined ? {} : { serialNumber: given.serial_number }),
    ...(given.unit === undefined ? {} : { unit: given.unit }),
    ...(given.gain === undefined ? {} : { gain: given.gain }),
    ...(given.offset === undefined ? {} : { offset: given.offset }),
    ...(given.calibrated_date === undefined ? {} : { calibratedDate: given.calibrated_date }),
    ...(given.comment === undefined ? {} : { comment: given.comment }),
  };
}

async function select(
  db: Queryable,
  where: SQL | undefined,
  orderBy: readonly SQL[] = [],
  page?: PageRequest,
): Promise<MecaSensor[]> {
  const query = db
    .select({ row: mecaSensors, clientName: clients.displayName })
    .from(mecaSensors)
    .innerJoin(clients, eq(clients.id, mecaSensors.clientId))
    .where(where)
    .orderBy(...orderBy)
    .$dynamic();
  const rows = await (page === undefined ? query : ofPage(query, page));
  return rows.map(({ row, clientName }) => ({
    id: row.id,
    uid: row.uid,
    name: row.name,
    type: row.type,
    serial_number: row.serialNumber,
    unit: row.unit,
    gain: row.gain,
    offset: row.offset,
    calibrated_date: row.calibratedDate,
    client_id: row.clientId,
    client_name: clientName,
    comment: row.comment,
  }));
}
