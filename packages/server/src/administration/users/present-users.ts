import {
  type Answered,
  api,
  judgesRows,
  mayRead,
  type Refusal,
  refuse,
  type User,
  userRights,
} from '@sillage/contract';
import { asc, eq, inArray } from 'drizzle-orm';
import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { presentUser } from '../accounts/index.ts';
import { seesGroup, type UserRow } from './find-users.ts';
import { judgePerson } from './judge-changes.ts';

const { clients, groupMembers, groups, users } = tables;

/** People as the caller may see them: only groups within reach, and the comments of the own role. */
export async function presentUsers(db: Queryable, viewer: Viewer, rows: readonly UserRow[]): Promise<Answered<User>[]> {
  if (rows.length === 0) return [];
  const clientIds = [...new Set(rows.map((row) => row.clientId))];
  const names = await db
    .select({ id: clients.id, name: clients.displayName })
    .from(clients)
    .where(inArray(clients.id, clientIds));
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  const memberships = await db
    .select({ userId: groupMembers.userId, id: groups.id, name: groups.name })
    .from(groupMembers)
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(
      isOneOf(
        groupMembers.userId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(asc(groups.name), asc(groups.id));
  const groupsOf = Map.groupBy(memberships, ({ userId }) => userId);
  const isRead = (field: string) => mayRead(userRights, field, viewer.principal.roles);
  const may = judgesRows(api.userEndpoints, viewer.principal);
  return rows.map((row) => {
    const all = (groupsOf.get(row.id) ?? []).map(({ id, name }) => ({ id, name }));
    const seen = all.filter(({ id }) => seesGroup(viewer, id));
    const judged = judgePerson(viewer, { row, groupIds: all.map(({ id }) => id) });
    return { ...presentUser(row, nameOf.get(row.clientId) ?? '', seen, isRead), may: may(judged) };
  });
}

/** One person who is there. */
export async function presentById(db: Queryable, viewer: Viewer, id: number): Promise<Answered<User> | Refusal> {
  const [user] = await presentUsers(db, viewer, await db.select().from(users).where(eq(users.id, id)));
  return user ?? refuse('entity.notFound');
}
