import { ExternalProvider, Language, mayReadAll, Role, type User, userRights } from '@sillage/contract';
import { and, asc, eq, exists, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { type Queryable, tables } from '../../platform/database/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import type { AccessClaims } from './sign-access-tokens.ts';
import { plainFields, type UserRow } from './user-columns.ts';

const { clients, groupMembers, groups, refreshTokens, users } = tables;
const Roles = z.array(Role);

/** Who may sign in with a mail: active, and of an enabled client. */
export async function findByMail(db: Queryable, mail: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select({ user: users })
    .from(users)
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(and(eq(users.mail, normalMail(mail)), eq(users.active, true), eq(clients.enabled, true)));
  return row?.user;
}

/** Mails are compared without case and surrounding spaces. */
export function normalMail(mail: string): string {
  return mail.trim().toLowerCase();
}

/** The caller of a valid access token, unless the person was deactivated or the session ended since. */
export async function principalOfSession(db: Queryable, claims: AccessClaims): Promise<Principal | undefined> {
  const session = db
    .select({ id: refreshTokens.id })
    .from(refreshTokens)
    .where(and(eq(refreshTokens.familyId, claims.familyId), eq(refreshTokens.userId, claims.userId)));
  const principal = await findPrincipal(db, claims.userId, exists(session));
  return principal && { ...principal, sessionId: claims.familyId };
}

/** A person who may act now: active, and of an enabled client. */
export async function findPrincipal(db: Queryable, userId: number, also?: SQL): Promise<Principal | undefined> {
  const rows = await db
    .select({ clientId: users.clientId, roles: users.roles, groupId: groupMembers.groupId })
    .from(users)
    .innerJoin(clients, eq(clients.id, users.clientId))
    .leftJoin(groupMembers, eq(groupMembers.userId, users.id))
    .where(and(eq(users.id, userId), eq(users.active, true), eq(clients.enabled, true), also));
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    userId,
    clientId: first.clientId,
    roles: Roles.parse(first.roles),
    groupIds: rows.map((row) => row.groupId).filter((id) => id !== null),
  };
}

/** A person as the contract shows them, with what the session needs of their row. */
export async function readUser(
  db: Queryable,
  id: number,
): Promise<{ user: User; cgu: { accepted: boolean; hide: boolean } } | undefined> {
  const [row] = await db
    .select({ user: users, clientName: clients.displayName })
    .from(users)
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(and(eq(users.id, id), eq(users.active, true), eq(clients.enabled, true)));
  if (row === undefined) return undefined;
  const memberOf = await db
    .select({ id: groups.id, name: groups.name })
    .from(groupMembers)
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(eq(groupMembers.userId, id))
    .orderBy(asc(groups.name));
  return {
    user: presentUser(row.user, row.clientName, memberOf),
    cgu: { accepted: row.user.termsAccepted, hide: row.user.termsHidden },
  };
}

/** Without any secret, and unless somebody reads more without what is kept to roles. */
export function presentUser(
  row: UserRow,
  clientName: string,
  memberOf: User['groups'],
  isRead: (field: string) => boolean = (field) => mayReadAll(userRights, field),
): User {
  return {
    ...plainFields(row, isRead),
    id: row.id,
    uid: row.uid,
    mail: row.mail,
    roles: Roles.parse(row.roles),
    groups: memberOf,
    client_name: clientName,
    created_date: row.createdAt.toISOString(),
    language: Language.parse(row.language),
    externalAPI: presentExternalAccounts(row.externalApi),
    terms_accepted: row.termsAccepted,
  };
}

/** What is set up of each provider; whether there is a token, never the token. */
export function presentExternalAccounts(accounts: UserRow['externalApi']): User['externalAPI'] {
  const shown: User['externalAPI'] = {};
  for (const provider of ExternalProvider.options) {
    const account = accounts[provider];
    if (account) shown[provider] = { enabled: account.enabled, user: account.user, has_token: account.token !== null };
  }
  return shown;
}
