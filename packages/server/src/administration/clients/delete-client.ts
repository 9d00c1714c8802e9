import { type DeletionEffects, isRefusal, type Refusal, refuse } from '@sillage/contract';
import { asc, eq } from 'drizzle-orm';
import { type Db, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { effect, holdAdministrators, refuseLast } from '../tenancy/index.ts';
import { findClient } from './find-clients.ts';

const { clients, configs, devices, exercises, groups, records, users } = tables;

/** What a client has outside of the database. */
export interface ClientBelongings {
  /** Whether a device is there that records for a client now. */
  readonly recordsFor: (clientId: number) => boolean;
  /** Deletes every record of a client, with its files. */
  readonly forgetRecords: (clientId: number) => Promise<Refusal | undefined>;
  /** Ends every task of a client and deletes it, with its files. */
  readonly forgetTasks: (clientId: number) => Promise<void>;
  /** Cuts the connections of devices that are gone, and tells those who follow devices. */
  readonly cutDevices: (numbers: readonly number[]) => Promise<void>;
}

/**
 * Deletes a client with all that is its own; neither the caller's nor the first one, to which the server belongs, nor the
 * one of the last administrators. Out of use from the first moment: nobody adds to it while it goes.
 */
export async function deleteClient(
  { db, ...belongings }: ClientBelongings & { readonly db: Db },
  viewer: Viewer,
  id: number,
): Promise<undefined | Refusal> {
  const refused = await refuseDeletion(db, viewer, id);
  if (!isRefusal(refused) && belongings.recordsFor(id)) return refuse('record.stillRecording');
  if (isRefusal(refused)) return refused;
  const closed = await closeClient(db, id);
  if (isRefusal(closed)) return closed;
  let kept: Refusal | undefined;
  let isGone = false;
  try {
    kept = await deleteClosed(db, belongings, id);
    isGone = kept === undefined;
  } finally {
    if (!isGone && closed.wasEnabled) await db.update(clients).set({ enabled: true }).where(eq(clients.id, id));
  }
  return kept;
}

/** Takes a client out of use, unless no administrator would be left: of two who do so at once, one comes second. */
async function closeClient(db: Db, id: number): Promise<{ readonly wasEnabled: boolean } | Refusal> {
  return db.transaction(async (tx) => {
    const last = refuseLast(await holdAdministrators(tx), (one) => one.clientId === id);
    if (last !== undefined) return last;
    const [row] = await tx
      .select({ enabled: clients.enabled })
      .from(clients)
      .where(eq(clients.id, id))
      .for('no key update');
    if (row === undefined) return refuse('entity.notFound');
    await tx.update(clients).set({ enabled: false }).where(eq(clients.id, id));
    return { wasEnabled: row.enabled };
  });
}

async function deleteClosed(
  db: Db,
  { forgetRecords, forgetTasks, cutDevices }: ClientBelongings,
  id: number,
): Promise<Refusal | undefined> {
  // Before the rows go by themselves: only they tell which files are theirs.
  const kept = await forgetRecords(id);
  if (kept !== undefined) return kept;
  await forgetTasks(id);
  const owned = await db.transaction(async (tx) => {
    // Again: somebody may have put the client to use meanwhile.
    const last = refuseLast(await holdAdministrators(tx), (one) => one.clientId === id);
    if (last !== undefined) return last;
    const gone = await tx.delete(devices).where(eq(devices.clientId, id)).returning({ number: devices.number });
    await tx.delete(clients).where(eq(clients.id, id));
    return gone;
  });
  if (isRefusal(owned)) return owned;
  await cutDevices(owned.map(({ number }) => number));
  return undefined;
}

/** What deleting a client loses. */
export async function describeClientDeletion(db: Db, viewer: Viewer, id: number): Promise<DeletionEffects | Refusal> {
  const client = await findClient(db, viewer, id);
  if (isRefusal(client)) return client;
  const [people, owned, recorded] = [
    await db.$count(users, eq(users.clientId, id)),
    await db.$count(devices, eq(devices.clientId, id)),
    await db.$count(records, eq(records.clientId, id)),
  ];
  const [grouped, exercised, configured] = [
    await db.$count(groups, eq(groups.clientId, id)),
    await db.$count(exercises, eq(exercises.clientId, id)),
    await db.$count(configs, eq(configs.clientId, id)),
  ];
  const lost = (count: number, fr: [string, string], en: [string, string]) => effect(count, 'lost', { fr, en });
  return {
    name: client.display_name,
    effects: [
      ...lost(
        recorded,
        ['enregistrement, avec ses mesures', 'enregistrements, avec leurs mesures'],
        ['record, with its samples', 'records, with their samples'],
      ),
      ...lost(people, ['compte', 'comptes'], ['account', 'accounts']),
      ...lost(owned, ['capteur', 'capteurs'], ['device', 'devices']),
      ...lost(grouped, ['groupe', 'groupes'], ['group', 'groups']),
      ...lost(exercised, ['exercice', 'exercices'], ['exercise', 'exercises']),
      ...lost(configured, ['configuration', 'configurations'], ['configuration', 'configurations']),
    ],
  };
}

async function refuseDeletion(db: Db, viewer: Viewer, id: number): Promise<Refusal | undefined> {
  const client = await findClient(db, viewer, id);
  if (isRefusal(client)) return client;
  if (id === viewer.principal.clientId) return refuse('client.own');
  const [first] = await db.select({ id: clients.id }).from(clients).orderBy(asc(clients.id)).limit(1);
  return first?.id === id ? refuse('client.first') : undefined;
}
