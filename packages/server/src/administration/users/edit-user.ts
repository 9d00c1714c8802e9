import { type Answered, ExternalProvider, isRefusal, type Refusal, type User, type UserEdit } from '@sillage/contract';
import { and, eq, inArray } from 'drizzle-orm';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import {
  type Accounts,
  hashPassword,
  normalMail,
  plainColumns,
  refuseReservedName,
  setPassword,
  withExternalAccount,
} from '../accounts/index.ts';
import {
  brokenField,
  clientOfNew,
  conflictOf,
  deniedFields,
  holdAdministrators,
  refuseLast,
} from '../tenancy/index.ts';
import { groupIdsOf, groupsAfterEdit, setGroups } from './choose-groups.ts';
import { holdUser, rolesOf, type UserRow } from './find-users.ts';
import { forbiddenInEdit, refuseTarget, type Target } from './judge-changes.ts';
import { presentById } from './present-users.ts';

const { clients, devices, deviceUsers, passwordLinks, users } = tables;

interface Dependencies {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly accounts: Pick<Accounts, 'endSessions'>;
  /** Cuts live connections: those who still may come back as who they are now. */
  readonly disconnect: (userIds: readonly number[]) => void;
}

interface Edited {
  readonly endsSessions: boolean;
  readonly changesGroups: boolean;
}

/** Changes what is given of a person; whoever gets other roles, another client or password, or is deactivated, signs in again. */
export async function editUser(
  { db, secrets, accounts, disconnect }: Dependencies,
  viewer: Viewer & { readonly address: string },
  id: number,
  edit: UserEdit,
): Promise<Answered<User> | Refusal> {
  // Before rows are held: it may wait for its turn.
  const passwordHash = edit.password === undefined ? undefined : await hashPassword(edit.password, viewer.address);
  if (isRefusal(passwordHash)) return passwordHash;
  const held = (tx: Queryable) => editHeld(tx, viewer, id, edit, passwordHash, secrets);
  const edited = await conflictOf('mail', () => db.transaction(held));
  if (isRefusal(edited)) return edited;
  if (edited.endsSessions) await accounts.endSessions([id]);
  else if (edited.changesGroups) disconnect([id]);
  return presentById(db, viewer, id);
}

async function editHeld(
  tx: Queryable,
  viewer: Viewer,
  id: number,
  edit: UserEdit,
  passwordHash: string | undefined,
  secrets: Secrets,
): Promise<Edited | Refusal> {
  const touchesAdministrators = edit.roles !== undefined || edit.active === false || edit.client_id !== undefined;
  const administrators = touchesAdministrators ? await holdAdministrators(tx) : [];
  const row = await holdUser(tx, viewer, id);
  if (isRefusal(row)) return row;
  const target = { row, groupIds: await groupIdsOf(tx, id) };
  const refused = refuseEdit(viewer, target, edit);
  if (isRefusal(refused)) return refused;
  const changed = given(row, edit, secrets);
  const after = { ...row, ...changed };
  if (after.clientId !== row.clientId) {
    const there = await clientOfNew(tx, viewer, after.clientId);
    if (isRefusal(there)) return there;
  }
  const last = (await administersStill(tx, after)) ? undefined : refuseLast(administrators, (one) => one.id === id);
  if (last !== undefined) return last;
  const groupIds = await newGroups(tx, viewer, target, after.clientId, edit);
  if (isRefusal(groupIds)) return groupIds;
  return write(tx, row, changed, groupIds, passwordHash);
}

function refuseEdit(viewer: Viewer, target: Target, edit: UserEdit): Refusal | undefined {
  const denied = refuseTarget(viewer, target) ?? deniedFields(forbiddenInEdit(viewer, target, edit));
  if (denied !== undefined) return denied;
  const { row } = target;
  const isOwn = row.id === viewer.principal.userId;
  // With the password in hand, as `PUT /login` asks for it.
  if (isOwn && edit.mail !== undefined && normalMail(edit.mail) !== row.mail) return brokenField('mail', 'ownMail');
  return refuseReservedName(edit.lastname ?? row.lastname, edit.is_recovery ?? row.isRecovery);
}

/** The columns after the edit. */
function given(row: UserRow, edit: UserEdit, secrets: Secrets) {
  return {
    ...plainColumns(edit),
    mail: edit.mail === undefined ? row.mail : normalMail(edit.mail),
    roles: edit.roles === undefined ? row.roles : [...new Set(edit.roles)],
    language: edit.language ?? row.language,
    externalApi: externalAfter(row, edit, secrets),
  };
}

function externalAfter(
  { externalApi }: UserRow,
  { externalAPI = {} }: UserEdit,
  secrets: Secrets,
): UserRow['externalApi'] {
  const given = ExternalProvider.options.map((provider) => ({ provider, account: externalAPI[provider] }));
  return given.reduce(
    (accounts, { provider, account }) =>
      account ? withExternalAccount(accounts, provider, account, secrets) : accounts,
    externalApi,
  );
}

async function administersStill(tx: Queryable, after: UserRow): Promise<boolean> {
  if (!after.active || !rolesOf(after).includes('Admin')) return false;
  return (await tx.$count(clients, and(eq(clients.id, after.clientId), eq(clients.enabled, true)))) === 1;
}

/** undefined: they stay. Groups of the old client are left with it. */
async function newGroups(
  tx: Queryable,
  viewer: Viewer,
  { row, groupIds }: Target,
  clientId: number,
  edit: UserEdit,
): Promise<readonly number[] | undefined | Refusal> {
  const moves = clientId !== row.clientId;
  const asksForSame = edit.groups !== undefined && sameIds(edit.groups, groupIds);
  if (edit.groups === undefined || asksForSame) return moves ? [] : undefined;
  // The own groups of those who may not choose them passed as they are.
  if (viewer.scope === 'own' || (viewer.scope === 'groups' && row.id === viewer.principal.userId)) return undefined;
  return groupsAfterEdit(tx, viewer, clientId, moves ? [] : groupIds, edit.groups);
}

async function write(
  tx: Queryable,
  before: UserRow,
  changed: ReturnType<typeof given>,
  groupIds: readonly number[] | undefined,
  passwordHash: string | undefined,
): Promise<Edited> {
  const after = { ...before, ...changed };
  await tx.update(users).set(changed).where(eq(users.id, before.id));
  if (groupIds !== undefined) await setGroups(tx, before.id, groupIds);
  const moves = after.clientId !== before.clientId;
  if (moves) await unpair(tx, before);
  if (passwordHash !== undefined) await setPassword(tx, before.id, passwordHash);
  // They lie in the mailbox of the old address.
  if (after.mail !== before.mail) await tx.delete(passwordLinks).where(eq(passwordLinks.userId, before.id));
  const otherRoles = !sameIds(after.roles, before.roles);
  const endsSessions = moves || otherRoles || passwordHash !== undefined || (before.active && !after.active);
  return { endsSessions, changesGroups: groupIds !== undefined };
}

/** Devices of the client that a person leaves are not theirs to watch any more. */
async function unpair(tx: Queryable, { id, clientId }: UserRow): Promise<void> {
  const left = tx.select({ id: devices.id }).from(devices).where(eq(devices.clientId, clientId));
  await tx.delete(deviceUsers).where(and(eq(deviceUsers.userId, id), inArray(deviceUsers.deviceId, left)));
}

function sameIds<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}
