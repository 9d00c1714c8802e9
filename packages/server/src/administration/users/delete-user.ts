import { type DeletionEffects, isRefusal, type Refusal } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { effect } from '../tenancy/index.ts';
import { groupIdsOf } from './choose-groups.ts';
import { findUser, type UserRow } from './find-users.ts';
import { refuseDeletion } from './judge-changes.ts';
import { holdAdministrators, refuseLastOf } from './keep-an-administrator.ts';

const { apiKeys, deviceUsers, groupMembers, recordUsers, users } = tables;

/** Deletes a person with their sessions, keys, pairings and memberships; records stay, without them. */
export async function deleteUser(db: Db, viewer: Viewer, id: number): Promise<undefined | Refusal> {
  return db.transaction(async (tx) => {
    const administrators = await holdAdministrators(tx);
    const row = await findDeletable(tx, viewer, id);
    if (isRefusal(row)) return row;
    const last = refuseLastOf(administrators, id);
    if (last !== undefined) return last;
    await tx.delete(users).where(eq(users.id, id));
    return undefined;
  });
}

/** What deleting a person keeps and loses. */
export async function describeUserDeletion(db: Db, viewer: Viewer, id: number): Promise<DeletionEffects | Refusal> {
  const row = await findDeletable(db, viewer, id);
  if (isRefusal(row)) return row;
  const records = await db.$count(recordUsers, eq(recordUsers.userId, id));
  const memberships = await db.$count(groupMembers, eq(groupMembers.userId, id));
  const pairings = await db.$count(deviceUsers, eq(deviceUsers.userId, id));
  const keys = await db.$count(apiKeys, eq(apiKeys.userId, id));
  return {
    name: `${row.firstname} ${row.lastname}`,
    effects: [
      ...effect(records, 'kept', {
        fr: ['enregistrement, sans cette personne', 'enregistrements, sans cette personne'],
        en: ['record, without this person', 'records, without this person'],
      }),
      ...effect(memberships, 'lost', {
        fr: ['place dans un groupe', 'places dans des groupes'],
        en: ['place in a group', 'places in groups'],
      }),
      ...effect(pairings, 'lost', {
        fr: ['association à un capteur', 'associations à des capteurs'],
        en: ['device pairing', 'device pairings'],
      }),
      ...effect(keys, 'lost', { fr: ['clé d’API', 'clés d’API'], en: ['API key', 'API keys'] }),
    ],
  };
}

async function findDeletable(db: Queryable, viewer: Viewer, id: number): Promise<UserRow | Refusal> {
  const row = await findUser(db, viewer, id);
  if (isRefusal(row)) return row;
  return refuseDeletion(viewer, { row, groupIds: await groupIdsOf(db, id) }) ?? row;
}
