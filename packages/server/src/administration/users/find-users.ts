import { type Refusal, Role, refuse, type UserQuery } from '@sillage/contract';
import { and, arrayOverlaps, eq, exists, inArray, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  containsIndexedText,
  fewIds,
  isOneOf,
  longList,
  type Queryable,
  type Total,
  tables,
  wordsOf,
} from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';

const { groupMembers, users } = tables;
const Roles = z.array(Role);

export type UserRow = typeof users.$inferSelect;

/** The condition that makes a person visible to the caller. */
export function visibleUsers(db: Queryable, { principal, scope }: Viewer): SQL | undefined {
  const self = eq(users.id, principal.userId);
  const ofClient = eq(users.clientId, principal.clientId);
  switch (scope) {
    case 'everything':
      return undefined;
    case 'client':
      return ofClient;
    case 'groups':
      return or(self, and(ofClient, inGroups(db, principal.groupIds)));
    case 'own':
      return self;
  }
}

/** Who is a member of one of the groups. */
function inGroups(db: Queryable, groupIds: readonly number[]): SQL {
  if (groupIds.length === 0) return sql`false`;
  return exists(
    db
      .select({ one: sql`1` })
      .from(groupMembers)
      .where(and(eq(groupMembers.userId, users.id), inArray(groupMembers.groupId, [...groupIds]))),
  );
}

/** The person, or `entity.notFound` when they are not there or not for the caller's eyes. */
export async function findUser(db: Queryable, viewer: Viewer, id: number): Promise<UserRow | Refusal> {
  const [found] = await selectUser(db, viewer, id);
  return found ?? refuse('entity.notFound');
}

/** A person in reach, held until the transaction ends: what is judged is what is changed, whoever else changes it at once. */
export async function holdUser(tx: Queryable, viewer: Viewer, id: number): Promise<UserRow | Refusal> {
  const [found] = await selectUser(tx, viewer, id).for('no key update');
  return found ?? refuse('entity.notFound');
}

const selectUser = (db: Queryable, viewer: Viewer, id: number) =>
  db
    .select()
    .from(users)
    .where(and(eq(users.id, id), visibleUsers(db, viewer)));

export function rolesOf(user: Pick<UserRow, 'roles'>): Role[] {
  return Roles.parse(user.roles);
}

/** Only the groups that the caller sees: another coach's are not shown to this one, nor searched. */
export function seesGroup({ principal, scope }: Viewer, groupId: number): boolean {
  return scope === 'everything' || scope === 'client' || principal.groupIds.includes(groupId);
}

const sortColumns = {
  lastname: [users.lastname, users.firstname],
  mail: [users.mail],
  created_date: [users.createdAt],
  id: [],
} as const;

/** A page of the people whom the caller sees, and how many there are. */
export async function pageOfUsers(
  db: Queryable,
  viewer: Viewer,
  query: UserQuery,
): Promise<{ rows: UserRow[] } & Total> {
  const seen = await seenInList(db, viewer);
  const narrowing = and(...filtersOf(db, viewer, query));
  const order = [...sortColumns[query.sort_by], users.id].map((column) => ({ column, descending: query.sort_desc }));
  const { pageId, pageSize } = query;
  const counted = wholeClients(viewer, query);
  const page = { table: users, order, seen, narrowing, searched: true, counted, pageId, pageSize };
  const { ids, ...total } = await longList(db, page);
  const found = await db.select().from(users).where(isOneOf(users.id, ids));
  const byId = new Map(found.map((row) => [row.id, row]));
  return { rows: ids.map((id) => byId.get(id)).filter((row) => row !== undefined), ...total };
}

/** A coach's people are found one by one unless they are many: no single index answers whom a coach sees. */
async function seenInList(db: Queryable, viewer: Viewer): Promise<SQL | undefined> {
  if (viewer.scope !== 'groups') return visibleUsers(db, viewer);
  const { userId, groupIds, clientId } = viewer.principal;
  const members = sql`SELECT ${groupMembers.userId} AS id FROM ${groupMembers} WHERE ${isOneOf(groupMembers.groupId, groupIds)}`;
  const ids = await fewIds(db, [members, sql`SELECT ${userId}::integer AS id`]);
  return ids === undefined ? visibleUsers(db, viewer) : and(eq(users.clientId, clientId), isOneOf(users.id, ids));
}

/** Whole clients are counted as people come and go; undefined when only some of their people are asked for. */
function wholeClients({ scope, principal }: Viewer, query: UserQuery) {
  const narrowed = query.search.trim() !== '' || query.groupIds.length > 0;
  if (narrowed || (scope !== 'everything' && scope !== 'client')) return undefined;
  const asked = query.clientIds.length === 0 ? undefined : query.clientIds;
  const own = (asked ?? [principal.clientId]).filter((id) => id === principal.clientId);
  return {
    clientIds: scope === 'everything' ? asked : own,
    roles: query.roles.length === 0 ? undefined : query.roles,
    states: typeof query.active === 'boolean' ? [query.active ? 1 : 0] : undefined,
  };
}

function filtersOf(db: Queryable, viewer: Viewer, query: UserQuery): (SQL | undefined)[] {
  const { clientIds, groupIds, roles, active } = query;
  return [
    clientIds.length > 0 ? inArray(users.clientId, clientIds) : undefined,
    groupIds.length > 0
      ? inGroups(
          db,
          groupIds.filter((id) => seesGroup(viewer, id)),
        )
      : undefined,
    roles.length > 0 ? arrayOverlaps(users.roles, roles) : undefined,
    typeof active === 'boolean' ? eq(users.active, active) : undefined,
    // Word by word, so that "Ana Durand" and "durand ana" both find her.
    ...wordsOf(query.search).map((word) => containsIndexedText(users.searchText, word)),
  ];
}
