import { and, asc, eq } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';

const { clients, groupMembers, groups, sports, users } = tables;

export async function clientExists(db: Queryable, id: number): Promise<boolean> {
  return (await db.select({ id: clients.id }).from(clients).where(eq(clients.id, id))).length > 0;
}

export function listGroups(db: Queryable, clientId: number): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: groups.id, name: groups.name })
    .from(groups)
    .where(eq(groups.clientId, clientId))
    .orderBy(asc(groups.name));
}

export function listSports(db: Queryable) {
  return db
    .select({ id: sports.id, name: sports.name, display_name: sports.displayName })
    .from(sports)
    .orderBy(asc(sports.id));
}

/** The active people of a client, by name. */
export async function listPeople(db: Queryable, clientId: number) {
  const rows = await db
    .select({
      id: users.id,
      firstname: users.firstname,
      lastname: users.lastname,
      groupId: groupMembers.groupId,
    })
    .from(users)
    .leftJoin(groupMembers, eq(groupMembers.userId, users.id))
    .where(and(eq(users.clientId, clientId), eq(users.active, true)))
    .orderBy(asc(users.lastname), asc(users.firstname), asc(users.id), asc(groupMembers.groupId));
  return [...Map.groupBy(rows, (row) => row.id).values()].map((ofOne) => {
    const [{ id, firstname, lastname }] = ofOne as [(typeof ofOne)[number]];
    return { id, firstname, lastname, group_ids: ofOne.map((row) => row.groupId).filter((group) => group !== null) };
  });
}
