import { isRefusal, type Refusal, type User, type UserCreate } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { createUser as insertUser, refuseReservedName } from '../accounts/index.ts';
import { clientOfNew, conflictOf, deniedFields } from '../tenancy/index.ts';
import { groupsOfNew } from './choose-groups.ts';
import { forbiddenInCreate } from './judge-changes.ts';
import { presentById } from './present-users.ts';

const { users } = tables;

/** Adds a person: administrators anywhere, managers in the own client, coaches athletes of the own groups. */
export async function createUser(db: Db, viewer: Viewer, body: UserCreate): Promise<User | Refusal> {
  const denied = deniedFields(forbiddenInCreate(viewer, body));
  if (denied !== undefined) return denied;
  const reserved = refuseReservedName(body.lastname, body.is_recovery ?? false);
  if (reserved !== undefined) return reserved;
  const clientId = await clientOfNew(db, viewer, body.client_id);
  if (isRefusal(clientId)) return clientId;
  const groupIds = await groupsOfNew(db, viewer, clientId, body.groups);
  if (isRefusal(groupIds)) return groupIds;
  const id = await conflictOf('mail', () => db.transaction((tx) => insert(tx, body, clientId, groupIds)));
  return isRefusal(id) ? id : presentById(db, viewer, id);
}

async function insert(tx: Queryable, body: UserCreate, clientId: number, groupIds: readonly number[]): Promise<number> {
  const { mail, firstname, lastname, roles, password = null } = body;
  const id = await insertUser(tx, {
    mail,
    firstname,
    lastname,
    roles: [...new Set(roles)],
    password,
    clientId,
    groupIds,
  });
  await tx
    .update(users)
    .set({
      active: body.active ?? true,
      language: body.language ?? 'fr',
      isRecovery: body.is_recovery ?? false,
      managerComment: body.manager_comment ?? '',
      adminComment: body.admin_comment ?? '',
    })
    .where(eq(users.id, id));
  return id;
}
