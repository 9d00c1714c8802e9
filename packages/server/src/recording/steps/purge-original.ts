import { isRefusal, type Refusal, refuse } from '@sillage/contract';
import { eq, sql } from 'drizzle-orm';
import { nameOfPerson } from '../../administration/tenancy/index.ts';
import { tables } from '../../platform/database/index.ts';
import { stored } from '../../platform/files/index.ts';
import { readSteps } from '../decode/index.ts';
import { holdRecord, type RecordDependencies, type RecordRow, refuseOtherSignals } from '../records/index.ts';
import type { Asker } from './change-steps.ts';
import { whyNotPurged } from './why-not-purged.ts';

const { records } = tables;

/**
 * Deletes the source of a cropped record for good. The row says so first: after a crash in between the file goes at the next
 * start, and nobody reads it any more. Records that were fused of it have files of their own.
 */
export async function purgeOriginal(
  { database, folder, store, life, clock, log }: RecordDependencies,
  asker: Asker,
  recordId: number,
  signalsVersion: number | undefined,
): Promise<undefined | Refusal> {
  const userName = await nameOfPerson(database.db, asker.principal.userId);
  const purged = await life.inTransaction(async (tx) => {
    const record = await holdRecord(tx, asker, recordId);
    if (isRefusal(record)) return record;
    const refusal = refuseOtherSignals(record, signalsVersion) ?? whyNotPurged(record, await readSteps(tx, recordId));
    if (refusal !== undefined) return refusal;
    if (!(await hasItsSignals({ folder, store }, record))) return refuse('record.notReadable');
    const file = await folder.files.open(stored.source(record));
    if (file === undefined) return refuse('record.noSource');
    await file.close();
    const originalPurged = { date: new Date(clock.nowMs()).toISOString(), user_name: userName };
    const sizeBytes = sql`greatest(${records.sizeBytes} - ${file.sizeBytes}, 0)`;
    await tx.update(records).set({ originalPurged, sizeBytes }).where(eq(records.id, recordId));
    life.tell(tx, { clientId: record.clientId, recordIds: [recordId], reason: 'updated' });
    return { ...record, freedBytes: file.sizeBytes };
  });
  if (isRefusal(purged)) return purged;
  const { freedBytes } = purged;
  log.info({ recordId, user: asker.principal.userId, freedBytes }, 'the original of a record was purged');
  for (const name of [stored.source(purged), stored.replaced(purged.uid)]) {
    await folder.files.delete(name).catch((error: unknown) => {
      log.warn({ recordId, error: String(error) }, 'a purged original stays until the next start');
    });
  }
  return undefined;
}

/** All that its row says is there: nothing makes them again. */
async function hasItsSignals(
  { folder, store }: Pick<RecordDependencies, 'folder' | 'store'>,
  { uid, modules }: RecordRow,
): Promise<boolean> {
  const described = await store.describe(await folder.files.localPath(stored.signals(uid)));
  return Object.entries(modules).every(
    ([name, { samples }]) => described?.modules.find((module) => module.name === name)?.samples === samples,
  );
}
