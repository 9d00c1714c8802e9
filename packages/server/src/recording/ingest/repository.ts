import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';

const { records, recordUsers, devices } = tables;

export interface RecordRow {
  readonly id: number;
  readonly uid: string;
  readonly clientId: number;
  readonly deviceRecordId: number;
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
  deviceRecordId: sql<number>`${records.deviceRecordId}`.mapWith(Number),
  startUs: records.startUs,
  decodeState: records.decodeState,
  otherData: records.otherData,
  deviceNumber: devices.number,
};

/** Key in a record's `other_data`: blocks that the journal lacks; null while the device has not told how many there are. */
export const missingBlocksKey = 'missing_blocks';

export function findRecordsInProgress(db: Queryable): Promise<RecordRow[]> {
  return db
    .select(columns)
    .from(records)
    .leftJoin(devices, eq(devices.id, records.deviceId))
    .where(
      and(
        eq(records.source, 'journal'),
        isNotNull(records.deviceRecordId),
        inArray(records.decodeState, ['recording', 'repairing']),
      ),
    );
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
    .where(and(eq(records.id, recordId), eq(records.source, 'journal'), isNotNull(records.deviceRecordId)));
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

export async function setRecordState(db: Queryable, recordId: number, state: 'recording' | 'repairing') {
  await db.update(records).set({ decodeState: state }).where(eq(records.id, recordId));
}

/** Notes that the device has ended the record. Without effect once it is complete, which another path may note first. */
export async function setRecordStopped(db: Queryable, recordId: number): Promise<void> {
  await db
    .update(records)
    .set({ decodeState: 'repairing' })
    .where(and(eq(records.id, recordId), eq(records.decodeState, 'recording')));
}

export async function setRecordComplete(
  tx: Queryable,
  recordId: number,
  found: { readonly durationSeconds: number; readonly missingBlocks: number | null; readonly sizeBytes: number },
): Promise<void> {
  const other = JSON.stringify({ [missingBlocksKey]: found.missingBlocks });
  await tx
    .update(records)
    .set({
      decodeState: 'waiting',
      durationSeconds: found.durationSeconds,
      sizeBytes: found.sizeBytes,
      otherData: sql`${records.otherData} || ${other}::jsonb`,
    })
    .where(eq(records.id, recordId));
}

/** The device counts anew: what it calls by this number now is another record. */
export async function forgetDeviceRecordId(db: Queryable, recordId: number): Promise<void> {
  await db.update(records).set({ deviceRecordId: null }).where(eq(records.id, recordId));
}
