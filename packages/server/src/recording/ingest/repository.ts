import type { RecordType, Translated } from '@sillage/contract';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';

const { records, recordUsers, recordErrors, devices } = tables;

export interface RecordRow {
  readonly id: number;
  readonly uid: string;
  readonly clientId: number;
  /** null once the device used its number for another record. */
  readonly deviceRecordId: number | null;
  readonly startUs: number;
  readonly decodeState: 'recording' | 'repairing' | 'waiting' | 'decoding' | 'done' | 'error';
  readonly otherData: Record<string, unknown>;
  /** null when the device was removed. */
  readonly deviceNumber: number | null;
}

const columns = {
  id: records.id,
  uid: records.uid,
  clientId: records.clientId,
  deviceRecordId: records.deviceRecordId,
  startUs: records.startUs,
  decodeState: records.decodeState,
  otherData: records.otherData,
  deviceNumber: devices.number,
};

/** Key in a record's `other_data`: blocks that the journal lacks; null while the device has not told how many there are. */
export const missingBlocksKey = 'missing_blocks';

/** Key in a record's `other_data`: true when it ended with a journal that may not be on disk, so that the device has to keep its copy. */
export const syncFailedKey = 'sync_failed';

/** Key in a record's `other_data`: the field for which its device's description was refused when it ended. */
export const metaProblemKey = 'meta_problem';

export function findRecordsInProgress(db: Queryable): Promise<RecordRow[]> {
  return db
    .select(columns)
    .from(records)
    .leftJoin(devices, eq(devices.id, records.deviceId))
    .where(and(eq(records.source, 'journal'), inArray(records.decodeState, ['recording', 'repairing'])));
}

export async function findDeviceRecord(
  db: Queryable,
  deviceId: number,
  deviceRecordId: number,
): Promise<RecordRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(records)
    .leftJoin(devices, eq(devices.id, records.deviceId))
    .where(and(eq(records.deviceId, deviceId), eq(records.deviceRecordId, deviceRecordId)));
  return row;
}

export async function findStreamedRecord(db: Queryable, recordId: number): Promise<RecordRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(records)
    .leftJoin(devices, eq(devices.id, records.deviceId))
    .where(and(eq(records.id, recordId), eq(records.source, 'journal')));
  return row;
}

interface NewRecord {
  readonly uid: string;
  readonly clientId: number;
  readonly deviceId: number;
  readonly deviceRecordId: number;
  readonly groupId: number | null;
  readonly basename: string;
  readonly startedAt: Date;
  readonly startUs: number;
  readonly timezone: string;
  readonly recordType: RecordType;
  readonly wrongTime: boolean;
  readonly decodeState: 'recording' | 'repairing';
}

/** Adds a record with the athletes who wear the device now. */
export async function insertRecord(tx: Queryable, record: NewRecord, userIds: readonly number[]): Promise<number> {
  const [row] = await tx
    .insert(records)
    .values({ ...record, source: 'journal' })
    .returning({ id: records.id });
  if (row === undefined) throw new Error('the record was not inserted');
  if (userIds.length > 0) {
    await tx.insert(recordUsers).values(userIds.map((userId) => ({ recordId: row.id, userId })));
  }
  return row.id;
}

/** False when the record was deleted. */
export async function setRecordState(db: Queryable, recordId: number, state: 'recording' | 'repairing') {
  const set = await db
    .update(records)
    .set({ decodeState: state })
    .where(eq(records.id, recordId))
    .returning({ id: records.id });
  return set.length > 0;
}

/** The clock that dated the record turned out not to be right. */
export async function setWrongTime(db: Queryable, recordId: number): Promise<void> {
  await db.update(records).set({ wrongTime: true }).where(eq(records.id, recordId));
}

/** Notes that the device has ended the record. Without effect once it is complete, which another path may note first. */
export async function setRecordStopped(db: Queryable, recordId: number): Promise<void> {
  await db
    .update(records)
    .set({ decodeState: 'repairing' })
    .where(and(eq(records.id, recordId), eq(records.decodeState, 'recording')));
}

/** Notes that nothing more is awaited. False when the record was deleted, or completed by another path before. */
export async function setRecordComplete(
  tx: Queryable,
  recordId: number,
  found: {
    readonly durationSeconds: number;
    readonly missingBlocks: number | null;
    readonly sizeBytes: number;
    readonly onDisk?: boolean;
    readonly metaProblem?: string | undefined;
  },
): Promise<boolean> {
  const { durationSeconds, missingBlocks, sizeBytes, onDisk = true, metaProblem } = found;
  const other = JSON.stringify({
    [missingBlocksKey]: missingBlocks,
    ...(onDisk ? {} : { [syncFailedKey]: true }),
    [metaProblemKey]: metaProblem,
  });
  const updated = await tx
    .update(records)
    .set({
      decodeState: 'waiting',
      durationSeconds,
      sizeBytes,
      otherData: sql`(${records.otherData} - ${syncFailedKey}::text - ${metaProblemKey}::text) || ${other}::jsonb`,
    })
    .where(and(eq(records.id, recordId), inArray(records.decodeState, ['recording', 'repairing'])))
    .returning({ id: records.id });
  return updated.length > 0;
}

/** Ends a record whose journal cannot be read; the device's copy becomes another one. */
export async function setRecordUnreadable(db: Db, recordId: number, msg: Translated): Promise<void> {
  await db.transaction(async (tx) => {
    const updated = await tx
      .update(records)
      .set({ decodeState: 'error', deviceRecordId: null })
      .where(eq(records.id, recordId))
      .returning({ id: records.id });
    if (updated.length === 0) return;
    await tx.delete(recordErrors).where(eq(recordErrors.recordId, recordId));
    await tx.insert(recordErrors).values({ recordId, type: 'FATAL', msg });
  });
}

/** The device counts anew: what it calls by this number now is another record. */
export async function forgetDeviceRecordId(db: Queryable, recordId: number): Promise<void> {
  await db.update(records).set({ deviceRecordId: null }).where(eq(records.id, recordId));
}
