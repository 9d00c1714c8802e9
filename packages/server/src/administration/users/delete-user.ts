import { type DeletionEffects, isRefusal, type Refusal } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import type { Accounts } from '../accounts/index.ts';
import { effect, holdAdministrators, refuseLast } from '../tenancy/index.ts';
import { groupIdsOf } from './choose-groups.ts';
import { findUser, type UserRow } from './find-users.ts';
import { refuseDeletion } from './judge-changes.ts';

const { apiKeys, deviceUsers, groupMembers, recordUsers, users } = tables;

interface Dependencies {
  readonly db: Db;
  readonly accounts: Pick<Accounts, 'endSessions'>;
}

/**
 * Deletes a person with their sessions, keys, links, pairings and memberships, and ends their live connections; records
 * stay, without them.
 */
export async function deleteUser(
  { db, accounts }: Dependencies,
  viewer: Viewer,
  id: number,
): Promise<undefined | Refusal> {
  const refused = await db.transaction(async (tx) => {
    const administrators = await holdAdministrators(tx);
    const row = await findDeletable(tx, viewer, id);
    if (isRefusal(row)) return row;
    const last = refuseLast(administrators, (one) => one.id === id);
    if (last !== undefined) return last;
    await tx.delete(users).where(eq(users.id, id));
    return undefined;
  });
  if (!isRefusal(refused)) await accounts.endSessions([id]);
  return refused;
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
