import { type Answered, isRefusal, type Refusal, type User, type UserCreate } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { hashPassword, insertUser, plainColumns, refuseReservedName } from '../accounts/index.ts';
import { clientOfNew, conflictOf, deniedFields } from '../tenancy/index.ts';
import { groupsOfNew } from './choose-groups.ts';
import { forbiddenInCreate } from './judge-changes.ts';
import { presentById } from './present-users.ts';

const { users } = tables;

/** Adds a person: administrators anywhere, managers in the own client, coaches athletes of the own groups. */
export async function createUser(
  db: Db,
  viewer: Viewer & { readonly address: string },
  body: UserCreate,
): Promise<Answered<User> | Refusal> {
  const denied = deniedFields(forbiddenInCreate(viewer, body));
  if (denied !== undefined) return denied;
  const reserved = refuseReservedName(body.lastname, body.is_recovery ?? false);
  if (reserved !== undefined) return reserved;
  const clientId = await clientOfNew(db, viewer, body.client_id);
  if (isRefusal(clientId)) return clientId;
  const groupIds = await groupsOfNew(db, viewer, clientId, body.groups);
  if (isRefusal(groupIds)) return groupIds;
  const { password, ...given } = body;
  const passwordHash = password === undefined ? null : await hashPassword(password, viewer.address);
  if (isRefusal(passwordHash)) return passwordHash;
  const person = { ...given, clientId, groupIds, passwordHash };
  const id = await conflictOf('mail', () => db.transaction((tx) => insert(tx, person)));
  return isRefusal(id) ? id : presentById(db, viewer, id);
}

type Person = Omit<UserCreate, 'password' | 'groups'> & Parameters<typeof insertUser>[1];

async function insert(tx: Queryable, person: Person): Promise<number> {
  const id = await insertUser(tx, { ...person, roles: [...new Set(person.roles)] });
  await tx
    .update(users)
    .set({ ...plainColumns(person), clientId: person.clientId, language: person.language ?? 'fr' })
    .where(eq(users.id, id));
  return id;
}
