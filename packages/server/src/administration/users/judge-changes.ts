import { isDeepStrictEqual } from 'node:util';
import { type Refusal, type Role, rank, refuse, type UserCreate, type UserEdit } from '@sillage/contract';
import type { Viewer } from '../../platform/http/index.ts';
import { presentExternalAccounts } from '../accounts/index.ts';
import { rolesOf, type UserRow } from './find-users.ts';

/** A person whom the caller sees, with all groups that the person is in. */
export interface Target {
  readonly row: UserRow;
  readonly groupIds: readonly number[];
}

/**
 * Whether the caller may act on the person at all: managers never on an administrator, coaches only on those who are
 * nothing but athletes of an own group. Everybody may look after the own account, but not with an API key.
 */
export function refuseTarget(
  { principal }: Viewer,
  { row }: { readonly row: Pick<UserRow, 'id' | 'roles'> },
): Refusal | undefined {
  if (row.id === principal.userId) {
    return principal.apiKey === undefined ? undefined : refuse('session.personOnly');
  }
  const roles = rolesOf(row);
  switch (rank(principal.roles)) {
    case 'Admin':
      return undefined;
    case 'Manager':
      return roles.includes('Admin') ? refuse('permission.denied') : undefined;
    case 'Coach':
      return isOnlyAthlete(roles) ? undefined : refuse('permission.denied');
    case 'Athlete':
      return refuse('permission.denied');
  }
}

/** Coaches delete athletes of their own groups only; one who is in another coach's group, too, is not theirs to delete. */
export function refuseDeletion(viewer: Viewer, target: Target): Refusal | undefined {
  const { principal } = viewer;
  const refused = refuseTarget(viewer, target);
  if (refused !== undefined || rank(principal.roles) !== 'Coach') return refused;
  const isTheirs = isOnlyAthlete(rolesOf(target.row)) && target.groupIds.every((id) => principal.groupIds.includes(id));
  return isTheirs ? undefined : refuse('permission.denied');
}

type Fields = keyof UserEdit;
const own: readonly Fields[] = ['firstname', 'lastname', 'language', 'mail'];
const byCoach: readonly Fields[] = [...own, 'groups'];
const byManager: readonly Fields[] = [...byCoach, 'externalAPI', 'roles', 'active', 'password', 'manager_comment'];
const byAdmin: readonly Fields[] = [...byManager, 'client_id', 'is_recovery', 'admin_comment'];

/** Fields of an edit that the caller may not change; a value that is the present one passes, so what was read can be put back. */
export function forbiddenInEdit(viewer: Viewer, target: Target, edit: UserEdit): string[] {
  const mine = editable(viewer, target);
  const broken: string[] = byAdmin.filter(
    (field) => !mine.includes(field) && edit[field] !== undefined && !isPresent(viewer, target, edit, field),
  );
  return mayBeGiven(viewer, target, edit.roles) ? broken : [...broken, 'roles'];
}

/** Fields of a new person that the caller may not choose. */
export function forbiddenInCreate(viewer: Viewer, body: UserCreate): string[] {
  const level = rank(viewer.principal.roles);
  const broken: string[] = [];
  if (level === 'Admin') return broken;
  if (body.roles.includes('Admin') || (level === 'Coach' && !isOnlyAthlete(body.roles))) broken.push('roles');
  if (body.is_recovery) broken.push('is_recovery');
  if (body.admin_comment) broken.push('admin_comment');
  if (level === 'Manager') return broken;
  if (body.manager_comment) broken.push('manager_comment');
  if (body.active === false) broken.push('active');
  if (body.password !== undefined) broken.push('password');
  return broken;
}

/** A password of one's own is changed with the present one in hand (`PUT /login/password`), whatever the role. */
function editable({ principal }: Viewer, { row }: Target): readonly Fields[] {
  const isSelf = row.id === principal.userId;
  switch (rank(principal.roles)) {
    case 'Admin':
      return isSelf ? byAdmin.filter((field) => field !== 'password') : byAdmin;
    case 'Manager':
      return isSelf ? byManager.filter((field) => field !== 'password') : byManager;
    case 'Coach':
      return isSelf ? [...own, 'externalAPI'] : byCoach;
    case 'Athlete':
      return [...own, 'externalAPI'];
  }
}

/** Nobody below makes an administrator, and nobody takes the role off themselves. */
function mayBeGiven({ principal }: Viewer, { row }: Target, roles: readonly Role[] | undefined): boolean {
  if (roles === undefined) return true;
  const makesAdmin = roles.includes('Admin') && rank(principal.roles) !== 'Admin';
  const leavesAdmin = row.id === principal.userId && rolesOf(row).includes('Admin') && !roles.includes('Admin');
  return !makesAdmin && !leavesAdmin;
}

function isPresent({ principal, scope }: Viewer, { row, groupIds }: Target, edit: UserEdit, field: Fields): boolean {
  switch (field) {
    case 'roles':
      return sameMembers(edit.roles ?? [], row.roles);
    case 'groups': {
      const seen = scope === 'groups' ? groupIds.filter((id) => principal.groupIds.includes(id)) : groupIds;
      return sameMembers(edit.groups ?? [], seen);
    }
    case 'client_id':
      return edit.client_id === row.clientId;
    case 'active':
      return edit.active === row.active;
    case 'is_recovery':
      return edit.is_recovery === row.isRecovery;
    case 'externalAPI':
      return isDeepStrictEqual(edit.externalAPI, presentExternalAccounts(row.externalApi));
    default:
      // Comments and passwords that the caller does not see: no answer may tell whether a guess is right.
      return false;
  }
}

function isOnlyAthlete(roles: readonly Role[]): boolean {
  return roles.length > 0 && roles.every((role) => role === 'Athlete');
}

function sameMembers<T>(one: readonly T[], other: readonly T[]): boolean {
  const [a, b] = [new Set(one), new Set(other)];
  return a.size === b.size && [...a].every((item) => b.has(item));
}
