import {
  type DeletionEffects,
  type Group,
  type GroupCreate,
  type GroupEdit,
  isRefusal,
  type Refusal,
} from '@sillage/contract';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { type Db, type Queryable, setPartners, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import {
  brokenField,
  clientOfNew,
  conflictOf,
  effect,
  insertRow,
  newUid,
  reachableUserIds,
  updateRow,
} from '../tenancy/index.ts';
import { findGroup, groupById } from './find-groups.ts';

const { groupMembers, groups, records, users } = tables;

interface Changed {
  readonly group: Group;
  readonly leftUserIds: readonly number[];
}

/** Adds a group; a coach who makes one is in it. */
export async function createGroup(db: Db, viewer: Viewer, body: GroupCreate): Promise<Group | Refusal> {
  const clientId = await clientOfNew(db, viewer, body.client_id);
  if (isRefusal(clientId)) return clientId;
  const id = await conflictOf('name', () =>
    db.transaction(async (tx) => {
      const unknown = await refuseUnknownPeople(tx, viewer, clientId, body.users ?? []);
      if (unknown !== undefined) return unknown;
      const made = await insertRow(tx, groups, { uid: newUid(), clientId, name: body.name });
      await setMembers(tx, viewer, made, body.users ?? []);
      return made;
    }),
  );
  return isRefusal(id) ? id : groupById(db, id);
}

/** Renames a group, replaces its members; answers it and who left. */
export async function editGroup(db: Db, viewer: Viewer, id: number, edit: GroupEdit): Promise<Changed | Refusal> {
  return conflictOf('name', () =>
    db.transaction(async (tx) => {
      const held = await holdGroup(tx, viewer, id);
      if (isRefusal(held)) return held;
      const { name, users: members } = edit;
      const unknown = members && (await refuseUnknownPeople(tx, viewer, held.client_id, members));
      if (unknown !== undefined) return unknown;
      await updateRow(tx, groups, id, { name });
      const leftUserIds = members === undefined ? [] : await setMembers(tx, viewer, id, members);
      const group = await groupById(tx, id);
      return isRefusal(group) ? group : { group, leftUserIds };
    }),
  );
}

/** Deletes a group; answers who was in it. */
export async function deleteGroup(db: Db, viewer: Viewer, id: number): Promise<readonly number[] | Refusal> {
  return db.transaction(async (tx) => {
    const group = await holdGroup(tx, viewer, id);
    if (isRefusal(group)) return group;
    const members = await memberIds(tx, id);
    await tx.delete(groups).where(eq(groups.id, id));
    return members;
  });
}

/** Two changes of a group at once come one after the other. */
async function holdGroup(tx: Queryable, viewer: Viewer, id: number): Promise<Group | Refusal> {
  await tx.select({ id: groups.id }).from(groups).where(eq(groups.id, id)).for('update');
  return findGroup(tx, viewer, id);
}

/** People, devices and records stay; only that they belong to the group is lost. */
export async function describeGroupDeletion(db: Db, viewer: Viewer, id: number): Promise<DeletionEffects | Refusal> {
  const group = await findGroup(db, viewer, id);
  if (isRefusal(group)) return group;
  const recorded = await db.$count(records, and(eq(records.clientId, group.client_id), eq(records.groupId, id)));
  return {
    name: group.name,
    effects: [
      ...effect(group.users_count, 'kept', {
        fr: ['personne, sans ce groupe', 'personnes, sans ce groupe'],
        en: ['person, without this group', 'people, without this group'],
      }),
      ...effect(group.devices_count, 'kept', {
        fr: ['capteur, sans groupe', 'capteurs, sans groupe'],
        en: ['device, without a group', 'devices, without a group'],
      }),
      ...effect(recorded, 'kept', {
        fr: ['enregistrement, sans groupe', 'enregistrements, sans groupe'],
        en: ['record, without a group', 'records, without a group'],
      }),
    ],
  };
}

/** People are in groups of their own client only, which they do not leave meanwhile, and the caller reaches each of them. */
async function refuseUnknownPeople(
  tx: Queryable,
  viewer: Viewer,
  clientId: number,
  ids: readonly number[],
): Promise<Refusal | undefined> {
  if (ids.length === 0) return undefined;
  const reached = and(
    inArray(users.id, [...ids]),
    eq(users.clientId, clientId),
    reachableUserIds(tx, viewer, users.id),
  );
  const there = await tx.select({ id: users.id }).from(users).where(reached).orderBy(asc(users.id)).for('share');
  return there.length === ids.length ? undefined : brokenField('users', 'unknown');
}

/** Answers who left. A coach stays in the own group, or it would be out of reach. */
async function setMembers(
  tx: Queryable,
  { principal, scope }: Viewer,
  groupId: number,
  ids: readonly number[],
): Promise<readonly number[]> {
  const pairs = { table: groupMembers, of: groupMembers.groupId, partner: groupMembers.userId };
  return setPartners(tx, pairs, groupId, scope === 'groups' ? [...ids, principal.userId] : ids);
}

async function memberIds(db: Queryable, groupId: number): Promise<number[]> {
  const rows = await db.select({ id: groupMembers.userId }).from(groupMembers).where(eq(groupMembers.groupId, groupId));
  return rows.map(({ id }) => id);
}
