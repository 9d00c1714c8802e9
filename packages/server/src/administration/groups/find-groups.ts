import type { Group, GroupQuery, Refusal } from '@sillage/contract';
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import {
  containsEveryWord,
  isAskedFor,
  type Listed,
  type Queryable,
  readPage,
  tables,
} from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { foundIn } from '../tenancy/index.ts';

const { clients, devices, groupMembers, groups } = tables;

/** The condition that makes a group visible: coaches and athletes see those they are in. */
export function visibleGroups({ principal, scope }: Viewer): SQL | undefined {
  const ofClient = eq(groups.clientId, principal.clientId);
  switch (scope) {
    case 'everything':
      return undefined;
    case 'client':
      return ofClient;
    case 'groups':
    case 'own':
      return principal.groupIds.length === 0 ? sql`false` : and(ofClient, inArray(groups.id, [...principal.groupIds]));
  }
}

/** A page of the groups that the caller sees. */
export async function pageOfGroups(db: Queryable, viewer: Viewer, query: GroupQuery): Promise<Listed<Group>> {
  const where = and(
    visibleGroups(viewer),
    isAskedFor(groups.clientId, query.clientIds),
    containsEveryWord([groups.name], query.search),
  );
  const select = selectGroups(db);
  const { items, total } = await readPage(db, { table: groups, select, where, sortBy: [groups[query.sort_by]], query });
  return { items: await withCounts(db, items), total };
}

/** The group, or `entity.notFound` when it is not there or not for the caller's eyes. */
export async function findGroup(db: Queryable, viewer: Viewer, id: number): Promise<Group | Refusal> {
  return firstOf(db, and(eq(groups.id, id), visibleGroups(viewer)));
}

/** A group that was just written. */
export async function groupById(db: Queryable, id: number): Promise<Group | Refusal> {
  return firstOf(db, eq(groups.id, id));
}

async function firstOf(db: Queryable, where: SQL | undefined): Promise<Group | Refusal> {
  return foundIn(withCounts(db, await selectGroups(db).where(where)));
}

const selectGroups = (db: Queryable) =>
  db
    .select({
      id: groups.id,
      uid: groups.uid,
      name: groups.name,
      client_id: groups.clientId,
      client_name: clients.displayName,
    })
    .from(groups)
    .innerJoin(clients, eq(clients.id, groups.clientId))
    .$dynamic();

/** Members and devices are counted for the page only. */
async function withCounts(db: Queryable, rows: Awaited<ReturnType<typeof selectGroups>>): Promise<Group[]> {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const people = await db
    .select({ id: groupMembers.groupId, n: count() })
    .from(groupMembers)
    .where(inArray(groupMembers.groupId, ids))
    .groupBy(groupMembers.groupId);
  const things = await db
    .select({ id: devices.groupId, n: count() })
    .from(devices)
    .where(inArray(devices.groupId, ids))
    .groupBy(devices.groupId);
  const usersOf = new Map(people.map(({ id, n }) => [id, n]));
  const devicesOf = new Map(things.map(({ id, n }) => [id, n]));
  return rows.map((row) => ({
    ...row,
    users_count: usersOf.get(row.id) ?? 0,
    devices_count: devicesOf.get(row.id) ?? 0,
  }));
}
