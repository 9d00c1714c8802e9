import {
  type api,
  type BodyOf,
  type CloudUrl,
  type CloudUrlCreate,
  type CloudUrlEdit,
  isRefusal,
  type Refusal,
  refuse,
} from '@sillage/contract';
import { and, asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  containsEveryWord,
  type Db,
  type Listed,
  type Queryable,
  readPage,
  tables,
} from '../../platform/database/index.ts';
import { brokenField, conflictOf, deleteRow, foundIn, insertRow, newUid, updateRow } from '../tenancy/index.ts';

const { cloudUrls, settings } = tables;
/** Key of the setting that holds the id of the chosen one. */
const chosenKey = 'cloud.current';
/** Any number that no other lock uses. */
const masterLock = 7_301_003;

export function pageOfCloudUrls(db: Queryable, query: BodyOf<typeof api.listCloudUrls>): Promise<Listed<CloudUrl>> {
  const where = containsEveryWord([cloudUrls.name, cloudUrls.url], query.search);
  const sortBy = [cloudUrls[query.sort_by]];
  return readPage(db, { table: cloudUrls, select: selectCloudUrls(db), where, sortBy, query });
}

export async function allCloudUrls(db: Queryable): Promise<Listed<CloudUrl>> {
  const items = await selectCloudUrls(db).orderBy(asc(cloudUrls.name), asc(cloudUrls.id));
  return { items, total: items.length };
}

export function findCloudUrl(db: Queryable, id: number): Promise<CloudUrl | Refusal> {
  return foundIn(selectCloudUrls(db).where(eq(cloudUrls.id, id)));
}

export async function addCloudUrl(db: Db, given: CloudUrlCreate): Promise<CloudUrl | Refusal> {
  const { name, url, is_master_cloud: isMasterCloud = false } = given;
  const id = await conflictOf('url', () =>
    db.transaction(async (tx) => {
      if (isMasterCloud) await dropMaster(tx);
      return insertRow(tx, cloudUrls, { uid: newUid(), name, url, isMasterCloud });
    }),
  );
  return isRefusal(id) ? id : findCloudUrl(db, id);
}

export async function editCloudUrl(db: Db, id: number, edit: CloudUrlEdit): Promise<CloudUrl | Refusal> {
  const before = await findCloudUrl(db, id);
  if (isRefusal(before)) return before;
  const { name, url, is_master_cloud: isMasterCloud } = edit;
  const changed = await conflictOf('url', () =>
    db.transaction(async (tx) => {
      if (isMasterCloud) await dropMaster(tx);
      await updateRow(tx, cloudUrls, id, { name, url, isMasterCloud });
    }),
  );
  return isRefusal(changed) ? changed : findCloudUrl(db, id);
}

/** Deletes an address; when it was the chosen one, none is. */
export async function deleteCloudUrl(db: Db, id: number): Promise<Refusal | undefined> {
  return db.transaction(async (tx) => {
    const refusal = await deleteRow(tx, cloudUrls, id);
    if (isRefusal(refusal)) return refusal;
    await tx.delete(settings).where(and(eq(settings.key, chosenKey), eq(settings.value, id)));
    return undefined;
  });
}

/** The address that this server sends to; null when none is chosen. */
export async function chosenCloud(db: Queryable): Promise<CloudUrl | null> {
  const [kept] = await db.select().from(settings).where(eq(settings.key, chosenKey));
  const id = z.int().safeParse(kept?.value);
  const found = id.success ? await findCloudUrl(db, id.data) : refuse('entity.notFound');
  return isRefusal(found) ? null : found;
}

/** Chooses one of the known addresses, or none. */
export async function chooseCloud(db: Db, url: string | null): Promise<Refusal | undefined> {
  if (url === null) {
    await db.delete(settings).where(eq(settings.key, chosenKey));
    return undefined;
  }
  const [known] = await db
    .select({ id: cloudUrls.id })
    .from(cloudUrls)
    .where(eq(cloudUrls.url, url.replace(/\/+$/, '')));
  if (known === undefined) return brokenField('url', 'unknown');
  await db
    .insert(settings)
    .values({ key: chosenKey, value: known.id })
    .onConflictDoUpdate({ target: settings.key, set: { value: known.id } });
  return undefined;
}

/** There is one master at a time: of two who name one at once, the second one waits, and drops the first one's. */
async function dropMaster(tx: Queryable): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${masterLock})`);
  await tx.update(cloudUrls).set({ isMasterCloud: false }).where(eq(cloudUrls.isMasterCloud, true));
}

const selectCloudUrls = (db: Queryable) =>
  db
    .select({
      id: cloudUrls.id,
      uid: cloudUrls.uid,
      name: cloudUrls.name,
      url: cloudUrls.url,
      is_master_cloud: cloudUrls.isMasterCloud,
    })
    .from(cloudUrls)
    .$dynamic();
