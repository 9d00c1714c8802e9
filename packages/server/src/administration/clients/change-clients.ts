import { asc, eq } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import { newUid } from '../tenancy/index.ts';
import { makeRecoveryKey } from './make-recovery-key.ts';

const { clients, groups, sports } = tables;

/** What a new client begins with. */
const standardSports = [
  { name: 'aviron', fr: 'Aviron', en: 'Rowing' },
  { name: 'kayak', fr: 'Kayak', en: 'Kayak' },
  { name: 'bmx', fr: 'BMX', en: 'BMX' },
  { name: 'velo', fr: 'Vélo', en: 'Cycling' },
  { name: 'golf', fr: 'Golf', en: 'Golf' },
  { name: 'marteau', fr: 'Lancer du marteau', en: 'Hammer throw' },
  { name: 'tennis', fr: 'Tennis', en: 'Tennis' },
  { name: 'foot', fr: 'Football', en: 'Football' },
  { name: 'instrack', fr: 'Instrack', en: 'Instrack' },
  { name: 'jump', fr: 'Tests de saut', en: 'Jump tests' },
  { name: 'force_plate', fr: 'Plateforme de force', en: 'Force plate' },
];

/**
 * The first client, made with the standard sports on an empty server: the administrator and new devices belong to it.
 * Later starts add nothing: a sport that was deleted or renamed stays so.
 */
export async function ensureHomeClient(db: Queryable): Promise<number> {
  const [present] = await db.select({ id: clients.id }).from(clients).orderBy(asc(clients.id)).limit(1);
  if (present !== undefined) return present.id;
  await db
    .insert(sports)
    .values(standardSports.map(({ name, fr, en }) => ({ uid: newUid(), name, displayName: { fr, en } })))
    .onConflictDoNothing();
  const [made] = await db
    .insert(clients)
    .values({ uid: newUid(), name: 'home', displayName: 'Sillage', recoveryKey: makeRecoveryKey() })
    .returning({ id: clients.id });
  if (made === undefined) throw new Error('the first client was not inserted');
  return made.id;
}

export async function renameClient(
  db: Queryable,
  clientId: number,
  { name, displayName }: { readonly name: string; readonly displayName: string },
): Promise<void> {
  await db.update(clients).set({ name, displayName }).where(eq(clients.id, clientId));
}

/** Adds a group to a client; answers its id. */
export async function createGroup(db: Queryable, clientId: number, name: string): Promise<number> {
  const [row] = await db.insert(groups).values({ uid: newUid(), clientId, name }).returning({ id: groups.id });
  if (row === undefined) throw new Error('the group was not inserted');
  return row.id;
}
