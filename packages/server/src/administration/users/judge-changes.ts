import {
  type JudgedRow,
  looksAfterRoles,
  mayWrite,
  type Refusal,
  type Role,
  refuse,
  rolesLookedAfter,
  scopeOf,
  type UserCreate,
  type UserEdit,
  userRights,
} from '@sillage/contract';
import type { Viewer } from '../../platform/http/index.ts';
import { presentExternalAccounts } from '../accounts/index.ts';
import { forbiddenFields, forbiddenInNew, isSame } from '../tenancy/index.ts';
import { rolesOf, seesGroup, type UserRow } from './find-users.ts';

/** A person whom the caller sees, with all groups that the person is in. */
export interface Target {
  readonly row: UserRow;
  readonly groupIds: readonly number[];
}

type Asking = Pick<Viewer, 'principal'>;

/**
 * Whether the caller may act on the person at all: on those whom the own role looks after. Everybody may look after the own
 * account, but not with an API key.
 */
export function refuseTarget(
  { principal }: Asking,
  { row }: { readonly row: Pick<UserRow, 'id' | 'roles'> },
): Refusal | undefined {
  if (row.id === principal.userId) {
    return principal.apiKey === undefined ? undefined : refuse('session.personOnly');
  }
  return looksAfterRoles(principal.roles, rolesOf(row)) ? undefined : refuse('permission.denied');
}

/** Coaches delete athletes of their own groups only; one who is in another coach's group, too, is not theirs to delete. */
export function refuseDeletion(viewer: Asking, target: Target): Refusal | undefined {
  return refuseTarget(viewer, target) ?? (isLeftToOthers(viewer, target) ? refuse('permission.denied') : undefined);
}

/** Who reaches groups only does not delete themselves either: they look after others. */
function isLeftToOthers({ principal }: Asking, { row, groupIds }: Target): boolean {
  if (scopeOf(principal.roles, 'user.delete') !== 'groups') return false;
  return row.id === principal.userId || !groupIds.every((id) => principal.groupIds.includes(id));
}

/** What of a person the table of permissions does not know. */
export function judgePerson(viewer: Asking, target: Target): JudgedRow {
  const edit = refuseTarget(viewer, target) === undefined;
  const isOwn = target.row.id === viewer.principal.userId;
  return {
    edit,
    delete: edit && !isLeftToOthers(viewer, target),
    isOwn,
    // The own mail is changed with the password in hand (`PUT /login`).
    withheld: isOwn ? ['mail'] : [],
  };
}

/** Fields of an edit that the caller may not change; a value that is the present one passes, so what was read can be put back. */
export function forbiddenInEdit(viewer: Viewer, { row, groupIds }: Target, edit: UserEdit): string[] {
  const { principal } = viewer;
  const isOwn = row.id === principal.userId;
  const present = {
    roles: row.roles,
    groups: groupIds.filter((id) => seesGroup(viewer, id)),
    client_id: row.clientId,
    active: row.active,
    externalAPI: presentExternalAccounts(row.externalApi),
    is_recovery: row.isRecovery,
    manager_comment: row.managerComment,
    admin_comment: row.adminComment,
  };
  const broken = forbiddenFields(userRights, viewer, edit, present, isOwn);
  // Nobody takes the own administration off.
  const leavesAdmin = isOwn && rolesOf(row).includes('Admin') && edit.roles?.includes('Admin') === false;
  const wrongRoles = leavesAdmin || !mayGive(viewer, edit.roles, row.roles);
  return wrongRoles && !broken.includes('roles') ? [...broken, 'roles'] : broken;
}

/** Fields of a new person that the caller may not choose; which client is in reach is judged apart. */
export function forbiddenInCreate(viewer: Viewer, { client_id: _, ...body }: UserCreate): string[] {
  const broken = forbiddenInNew(userRights, viewer, body);
  const wrongRoles = !mayGive(viewer, body.roles, userRights.roles.start);
  return wrongRoles && !broken.includes('roles') ? [...broken, 'roles'] : broken;
}

/** Nobody gives a role to whose people they do not look after. */
function mayGive({ principal }: Viewer, roles: readonly Role[] | undefined, present: unknown): boolean {
  if (roles === undefined || isSame(roles, present) || !mayWrite(userRights, 'roles', principal.roles)) return true;
  const given = rolesLookedAfter(principal.roles);
  return roles.every((role) => given.includes(role));
}
