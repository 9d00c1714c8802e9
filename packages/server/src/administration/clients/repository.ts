import { and, asc, eq, exists, inArray, notExists, or, sql } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { reachableUserIds } from '../tenancy/index.ts';

const { clients, clientSports, exercises, groupMembers, groups, sports, users } = tables;

/** The groups of a client that the caller reaches: coaches and athletes those they are in. */
export function listGroups(
  db: Queryable,
  { principal, scope }: Viewer,
  clientId: number,
): Promise<{ id: number; name: string }[]> {
  const all = scope === 'everything' || scope === 'client';
  const mine = all ? undefined : inArray(groups.id, [...principal.groupIds, -1]);
  return db
    .select({ id: groups.id, name: groups.name })
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
    .select({ id: sports.id, name: sports.name, display_name: sports.displayName })
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
export async function listPeople(db: Queryable, viewer: Viewer, clientId: number) {
  const rows = await db
    .select({
      id: users.id,
      firstname: users.firstname,
      lastname: users.lastname,
      groupId: groupMembers.groupId,
    })
    .from(users)
    .leftJoin(groupMembers, eq(groupMembers.userId, users.id))
    .where(and(eq(users.clientId, clientId), eq(users.active, true), reachableUserIds(db, viewer, users.id)))
    .orderBy(asc(users.lastname), asc(users.firstname), asc(users.id), asc(groupMembers.groupId));
  const sees = (groupId: number) => viewer.scope !== 'groups' || viewer.principal.groupIds.includes(groupId);
  return [...Map.groupBy(rows, (row) => row.id).values()].map((ofOne) => {
    const [{ id, firstname, lastname }] = ofOne as [(typeof ofOne)[number]];
    const group_ids = ofOne.map((row) => row.groupId).filter((group) => group !== null);
    return { id, firstname, lastname, group_ids: group_ids.filter(sees) };
  });
}
