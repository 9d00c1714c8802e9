import {
  type Hub,
  type HubCreate,
  type HubEdit,
  type HubQuery,
  isRefusal,
  type Refusal,
  refuse,
} from '@sillage/contract';
import { and, asc, eq, inArray, or, type SQL } from 'drizzle-orm';
import {
  containsEveryWord,
  type Db,
  type Listed,
  type Queryable,
  readPage,
  setPartners,
  tables,
} from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import {
  brokenField,
  conflictOf,
  foundIn,
  givenColumns,
  insertRow,
  listOfClient,
  mayReachClient,
  newUid,
  updateRow,
} from '../tenancy/index.ts';
import { type CurrentHub, currentHubId, nameWithNumber } from './current-hub.ts';

const { clientHubs, clients, hubs } = tables;
type Row = typeof hubs.$inferSelect;

export async function pageOfHubs(
  db: Queryable,
  viewer: Viewer,
  query: HubQuery,
  current: CurrentHub,
): Promise<Listed<Hub>> {
  const reachable = query.clientIds.filter((id) => mayReachClient(viewer, id));
  const where = and(
    visibleHubs(db, viewer),
    query.clientIds.length === 0 ? undefined : servingAny(db, reachable),
    containsEveryWord([hubs.name, hubs.number], query.search),
  );
  const select = selectHubs(db);
  const { items, total } = await readPage(db, { table: hubs, select, where, sortBy: [hubs[query.sort_by]], query });
  return { items: await present(db, viewer, current, items), total };
}

/** Every hub that serves a client, by number. */
export function hubsOfClient(
  db: Queryable,
  viewer: Viewer,
  clientId: number,
  current: CurrentHub,
): Promise<Listed<Hub> | Refusal> {
  return listOfClient(db, viewer, clientId, async () => {
    const serving = servingAny(db, [clientId]);
    return present(db, viewer, current, await selectHubs(db).where(serving).orderBy(asc(hubs.number)));
  });
}

/** The hub if the caller may see it; this very server is seen by all. */
export async function findHub(db: Queryable, viewer: Viewer, id: number, current: CurrentHub): Promise<Hub | Refusal> {
  const currentId = await currentHubId(db, current);
  const visible = id === currentId ? undefined : visibleHubs(db, viewer);
  const rows = await selectHubs(db).where(and(eq(hubs.id, id), visible));
  return foundIn(present(db, viewer, current, rows));
}

export async function addHub(db: Db, viewer: Viewer, given: HubCreate, current: CurrentHub): Promise<Hub | Refusal> {
  const { number, name, client_ids: clientIds = [] } = given;
  const refusal = await refuseClients(db, clientIds);
  if (isRefusal(refusal)) return refusal;
  const id = await conflictOf('number', () =>
    db.transaction(async (tx) => {
      const made = await insertRow(tx, hubs, { ...columnsOf(given), number, name, uid: newUid() });
      await setClients(tx, made, clientIds);
      return made;
    }),
  );
  return isRefusal(id) ? id : findHub(db, viewer, id, current);
}

/** Changes the fields that are given; `client_ids` replaces those it serves. */
export async function editHub(
  db: Db,
  viewer: Viewer,
  id: number,
  edit: HubEdit,
  current: CurrentHub,
): Promise<Hub | Refusal> {
  const before = await findHub(db, viewer, id, current);
  if (isRefusal(before)) return before;
  const refusal = await refuseClients(db, edit.client_ids ?? []);
  if (isRefusal(refusal)) return refusal;
  const changed = await conflictOf('number', () =>
    db.transaction(async (tx) => {
      const named = edit.number === undefined ? undefined : nameWithNumber(before, edit.number);
      await updateRow(tx, hubs, id, columnsOf({ ...edit, name: edit.name ?? named }));
      if (edit.client_ids !== undefined) await setClients(tx, id, edit.client_ids);
    }),
  );
  return isRefusal(changed) ? changed : findHub(db, viewer, id, current);
}

/** Deletes a hub, never the one that this server is. */
export async function deleteHub(db: Db, viewer: Viewer, id: number, current: CurrentHub): Promise<Refusal | undefined> {
  const found = await findHub(db, viewer, id, current);
  if (isRefusal(found)) return found;
  if (found.is_current) return refuse('entity.inUse', { reason: found.name });
  await db.delete(hubs).where(eq(hubs.id, id));
  return undefined;
}

async function refuseClients(db: Queryable, clientIds: readonly number[]): Promise<Refusal | undefined> {
  if (clientIds.length === 0) return undefined;
  const known = await db.$count(clients, inArray(clients.id, [...clientIds]));
  return known === clientIds.length ? undefined : brokenField('client_ids', 'unknown');
}

async function setClients(tx: Queryable, hubId: number, clientIds: readonly number[]): Promise<void> {
  await setPartners(tx, { table: clientHubs, of: clientHubs.hubId, partner: clientHubs.clientId }, hubId, clientIds);
}

function columnsOf(given: HubEdit) {
  const { number, name, allclients, cloud_enabled: cloudEnabled, auto_send: autoSend, timezone, comment } = given;
  return givenColumns({ number, name, allclients, cloudEnabled, autoSend, timezone, comment });
}

function visibleHubs(db: Queryable, viewer: Viewer): SQL | undefined {
  return viewer.scope === 'everything' ? undefined : servingAny(db, [viewer.principal.clientId]);
}

/** Hubs for all, and those that serve one of these clients; for no client at all there are none. */
function servingAny(db: Queryable, clientIds: readonly number[]): SQL | undefined {
  const serving = db
    .select({ id: clientHubs.hubId })
    .from(clientHubs)
    .where(inArray(clientHubs.clientId, [...clientIds, -1]));
  return or(clientIds.length === 0 ? undefined : eq(hubs.allclients, true), inArray(hubs.id, serving));
}

const selectHubs = (db: Queryable) => db.select().from(hubs).$dynamic();

async function present(db: Queryable, viewer: Viewer, current: CurrentHub, rows: readonly Row[]): Promise<Hub[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const served = await db.select().from(clientHubs).where(inArray(clientHubs.hubId, ids)).orderBy(clientHubs.clientId);
  const byHub = Map.groupBy(served, (one) => one.hubId);
  const currentId = await currentHubId(db, current);
  return rows.map((row) => ({
    id: row.id,
    uid: row.uid,
    number: row.number,
    name: row.name,
    allclients: row.allclients,
    cloud_enabled: row.cloudEnabled,
    auto_send: row.autoSend,
    timezone: row.timezone,
    version: row.version,
    last_seen: (row.id === currentId ? new Date(current.clock.nowMs()) : row.lastSeenAt)?.toISOString() ?? null,
    comment: row.comment,
    // Other clients are not there for those who do not reach them.
    client_ids: (byHub.get(row.id) ?? []).map((one) => one.clientId).filter((id) => mayReachClient(viewer, id)),
    is_current: row.id === currentId,
  }));
}
