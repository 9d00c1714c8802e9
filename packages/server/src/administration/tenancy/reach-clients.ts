import { type Refusal, refuse } from '@sillage/contract';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type Listed, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';

const { clients, groupMembers, users } = tables;

/** Channel of NOTIFY that tells of changes by which anybody may see more or less than before: a restore. */
export const rightsChanged = 'rights_changed';

/** Keeps the rows of the clients that the caller reaches; rows of others are as if they were not there. */
export function ofReachableClients(viewer: Viewer, clientId: PgColumn): SQL | undefined {
  return viewer.scope === 'everything' ? undefined : eq(clientId, viewer.principal.clientId);
}

export function mayReachClient({ principal, scope }: Viewer, clientId: number): boolean {
  return scope === 'everything' || clientId === principal.clientId;
}

export async function clientExists(db: Queryable, clientId: number): Promise<boolean> {
  return (await db.$count(clients, eq(clients.id, clientId))) === 1;
}

/**
 * The client of something new: the caller's own unless another one is named. Refuses a client that is not there or out
 * of reach, as an unknown field.
 */
export async function clientOfNew(db: Queryable, viewer: Viewer, asked: number | undefined): Promise<number | Refusal> {
  const clientId = asked ?? viewer.principal.clientId;
  const unknown = refuse('request.invalid', {}, { client_id: 'unknown' });
  if (!mayReachClient(viewer, clientId)) return unknown;
  return (await clientExists(db, clientId)) ? clientId : unknown;
}

/** The client of something after an edit: its own unless another one is named, which is judged as for something new. */
export async function clientOfEdited(
  db: Queryable,
  viewer: Viewer,
  before: number,
  asked: number | undefined,
): Promise<number | Refusal> {
  return asked === undefined ? before : clientOfNew(db, viewer, asked);
}

/** Everything that a client has of a kind; `entity.notFound` for a client that is not there or out of reach. */
export async function listOfClient<T>(
  db: Queryable,
  viewer: Viewer,
  clientId: number,
  list: () => Promise<T[]>,
): Promise<Listed<T> | Refusal> {
  if (!mayReachClient(viewer, clientId) || !(await clientExists(db, clientId))) return refuse('entity.notFound');
  const items = await list();
  return { items, total: items.length };
}

/** The people whom the caller reaches, as a condition on a column of user ids. */
export function reachableUserIds(db: Queryable, { principal, scope }: Viewer, userId: PgColumn): SQL | undefined {
  switch (scope) {
    case 'everything':
      return undefined;
    case 'client':
      return inArray(userId, db.select({ id: users.id }).from(users).where(eq(users.clientId, principal.clientId)));
    case 'groups': {
      const members = db
        .select({ id: groupMembers.userId })
        .from(groupMembers)
        .innerJoin(users, eq(users.id, groupMembers.userId))
        .where(and(inArray(groupMembers.groupId, [...principal.groupIds, -1]), eq(users.clientId, principal.clientId)));
      return sql`(${userId} = ${principal.userId} or ${inArray(userId, members)})`;
    }
    case 'own':
      return eq(userId, principal.userId);
  }
}
