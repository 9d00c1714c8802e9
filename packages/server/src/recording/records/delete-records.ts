import { isRefusal, type Refusal, refuse } from '@sillage/contract';
import { and, inArray } from 'drizzle-orm';
import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import { stored } from '../../platform/files/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import type { RecordDependencies } from './dependencies.ts';
import { isAwaited, type RecordRow, visibleTo } from './find-records.ts';
import { holdOrder, sessionsOf } from './session-records.ts';

const { records, seanceRecords } = tables;

/** Deletes all of the records or none; their files go once the rows are gone for good. */
export async function deleteRecords(
  dependencies: RecordDependencies,
  viewer: Viewer,
  ids: readonly number[],
): Promise<undefined | Refusal> {
  const { database, ingest } = dependencies;
  const wanted = [...new Set(ids)];
  const mine = and(inArray(records.id, wanted), visibleTo(database.db, viewer));
  const found = await database.db.select().from(records).where(mine);
  if (found.length !== wanted.length) return refuse('entity.notFound');
  const awaited = found.filter(isAwaited);
  if (awaited.some(({ id }) => ingest.isBeingRecorded(id))) return refuse('record.stillRecording');
  // Ingest must let go of the journals before they are removed.
  for (const { id } of awaited) {
    const outcome = await ingest.finishRecord(id);
    if (isRefusal(outcome)) return outcome;
  }
  const deleted = await database.db.transaction(async (tx) => {
    // Held in one order, so that two who delete the same records wait for each other, and the second finds none.
    const rows = await tx
      .select()
      .from(records)
      .where(mine)
      .orderBy(...holdOrder)
      .for('update');
    if (rows.length !== wanted.length) return undefined;
    const sessions = await sessionsOf(tx, wanted);
    const freed = await tx.select().from(seanceRecords).where(inArray(seanceRecords.seanceId, wanted));
    await tx.delete(records).where(inArray(records.id, wanted));
    return { rows, touched: [...sessions, ...freed.map(({ recordId }) => recordId)] };
  });
  if (deleted === undefined) return refuse('entity.notFound');
  for (const record of deleted.rows) await removeRecordFiles(dependencies, record);
  tellOf(dependencies, deleted.rows, 'deleted');
  tellOf(dependencies, await leftOf(database.db, deleted.touched), 'updated');
  return undefined;
}

/** Sessions that have lost records, and records that have lost their session. */
async function leftOf(db: Queryable, ids: readonly number[]): Promise<Pick<RecordRow, 'id' | 'clientId'>[]> {
  if (ids.length === 0) return [];
  return db
    .select({ id: records.id, clientId: records.clientId })
    .from(records)
    .where(isOneOf(records.id, [...new Set(ids)]));
}

function tellOf(
  { life, database }: RecordDependencies,
  changed: readonly Pick<RecordRow, 'id' | 'clientId'>[],
  reason: 'deleted' | 'updated',
): void {
  for (const [clientId, rows] of Map.groupBy(changed, (record) => record.clientId)) {
    const recordIds = rows.map((record) => record.id).sort((a, b) => a - b);
    life.tell(database.db, { clientId, recordIds, reason });
  }
}

/** Deletes the original of a record and all that was made of it; what cannot be deleted stays, and is logged. */
export async function removeRecordFiles(
  { folder, store, computed, log }: Pick<RecordDependencies, 'folder' | 'store' | 'computed' | 'log'>,
  { uid }: Pick<RecordRow, 'uid'>,
): Promise<void> {
  const { files } = folder;
  await store.forget(await files.localPath(stored.signals(uid)));
  for (const name of [stored.journal(uid), stored.upload(uid), stored.replaced(uid), stored.signals(uid)]) {
    await files
      .delete(name)
      .catch((error) => log.warn({ path: name, error: String(error) }, 'a file of a deleted record stays'));
  }
  // Without signals nobody begins to compute of them any more.
  await computed
    .forget(uid)
    .catch((error) =>
      log.warn({ path: stored.computed(uid), error: String(error) }, 'a file of a deleted record stays'),
    );
}
