import { isRefusal, type Refusal } from '@sillage/contract';
import { and, eq, inArray } from 'drizzle-orm';
import { type Queryable, setPartners, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { brokenField } from '../tenancy/index.ts';
import { seesGroup } from './find-users.ts';

const { groupMembers, groups } = tables;

/** The groups of a new person; a coach's athlete is in at least one of the coach's, which is clear when there is one. */
export async function groupsOfNew(
  db: Queryable,
  viewer: Viewer,
  clientId: number,
  asked: readonly number[] | undefined,
): Promise<readonly number[] | Refusal> {
  const { principal, scope } = viewer;
  if (asked !== undefined && asked.length > 0) return reachableGroups(db, viewer, clientId, asked);
  if (scope !== 'groups') return [];
  return principal.groupIds.length === 1 ? principal.groupIds : brokenField('groups', 'chooseOne');
}

/**
 * The groups of a person after an edit. A coach moves people among the own groups only: those of other coaches stay, and
 * one of the own groups stays, too, or the person would be out of reach.
 */
export async function groupsAfterEdit(
  db: Queryable,
  viewer: Viewer,
  clientId: number,
  present: readonly number[],
  asked: readonly number[],
): Promise<readonly number[] | Refusal> {
  if (viewer.scope === 'groups' && asked.length === 0) return brokenField('groups', 'chooseOne');
  const chosen = await reachableGroups(db, viewer, clientId, asked);
  return isRefusal(chosen) ? chosen : [...chosen, ...present.filter((id) => !seesGroup(viewer, id))];
}

async function reachableGroups(
  db: Queryable,
  viewer: Viewer,
  clientId: number,
  ids: readonly number[],
): Promise<readonly number[] | Refusal> {
  if (ids.length === 0) return [];
  const there = await db.$count(groups, and(inArray(groups.id, [...ids]), eq(groups.clientId, clientId)));
  const reached = there === ids.length && ids.every((id) => seesGroup(viewer, id));
  return reached ? ids : brokenField('groups', 'unknown');
}

export async function groupIdsOf(db: Queryable, userId: number): Promise<number[]> {
  const rows = await db.select({ id: groupMembers.groupId }).from(groupMembers).where(eq(groupMembers.userId, userId));
  return rows.map(({ id }) => id);
}

/** Makes a person a member of exactly these groups. */
export async function setGroups(tx: Queryable, userId: number, groupIds: readonly number[]): Promise<void> {
  const pairs = { table: groupMembers, of: groupMembers.userId, partner: groupMembers.groupId };
  await setPartners(tx, pairs, userId, groupIds);
}
