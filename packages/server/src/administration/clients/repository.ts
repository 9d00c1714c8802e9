import { and, asc, eq, exists, inArray, notExists, or, sql } from 'drizzle-orm';
import { isOneOf, ofPage, type PageRequest, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { reachableUserIds } from '../tenancy/index.ts';

const { clients, clientSports, exercises, groupMembers, groups, sports, users } = tables;

/** The groups of a client that the caller reaches: coaches and athletes those they are in. */
export function listGroups(
  db: Queryable,
  { principal, scope }: Viewer,
  clientId: number,
): Promise<{ id: number; name: string; client_id: number }[]> {
  const all = scope === 'everything' || scope === 'client';
  const mine = all ? undefined : inArray(groups.id, [...principal.groupIds, -1]);
  return db
    .select({ id: groups.id, name: groups.name, client_id: groups.clientId })
    .from(groups)
    .where(and(eq(groups.clientId, clientId), mine))
    .orderBy(asc(groups.name), asc(groups.id));
}

/** The sports that a client chose; all when it chose none. */
export function listSports(db: Queryable, clientId: number) {
  const choices = db.select({ one: sql`1` }).from(clientSports).where(eq(clientSports.clientId, clientId));
  const chosen = db
    .select({ one: sql`1` })
    .from(clientSports)
    .where(and(eq(clientSports.clientId, clientId), eq(clientSports.sportId, sports.id)));
  return db
    .select({
      id: sports.id,
      name: sports.name,
      display_name: sports.displayName,
      text: sports.text,
      value: sports.value,
    })
    .from(sports)
    .where(or(notExists(choices), exists(chosen)))
    .orderBy(asc(sports.id));
}

export function listExercises(db: Queryable, clientId: number) {
  return db
    .select({
      id: exercises.id,
      uid: exercises.uid,
      name: exercises.name,
      client_id: exercises.clientId,
      client_name: clients.displayName,
    })
    .from(exercises)
    .innerJoin(clients, eq(clients.id, exercises.clientId))
    .where(eq(exercises.clientId, clientId))
    .orderBy(asc(exercises.name), asc(exercises.id));
}

/** The active people of a client whom the caller reaches, by name, with the groups that the caller sees. */
export async function pageOfPeople(db: Queryable, viewer: Viewer, clientId: number, page: PageRequest) {
  const where = and(eq(users.clientId, clientId), eq(users.active, true), reachableUserIds(db, viewer, users.id));
  const people = db
    .select({ id: users.id, firstname: users.firstname, lastname: users.lastname })
    .from(users)
    .where(where)
    .orderBy(asc(users.lastname), asc(users.firstname), asc(users.id))
    .$dynamic();
  const rows = await ofPage(people, page);
  const memberships = await db
    .select()
    .from(groupMembers)
    .where(
      isOneOf(
        groupMembers.userId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(groupMembers.groupId));
  const sees = (groupId: number) => viewer.scope !== 'groups' || viewer.principal.groupIds.includes(groupId);
  const groupIdsOf = Map.groupBy(memberships, ({ userId }) => userId);
  const items = rows.map((row) => ({
    ...row,
    group_ids: (groupIdsOf.get(row.id) ?? []).map(({ groupId }) => groupId).filter(sees),
  }));
  return { items, total: page.pageSize > 0 ? await db.$count(users, where) : items.length };
}
