import type { Translated } from '@sillage/contract';
import { type AwaitedState, awaitedStates, type RecordState } from '@sillage/domain';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import type { Life, NewRecord } from '../life/index.ts';

const { records, recordUsers, recordErrors, devices, syncFiles } = tables;

export interface RecordRow {
  readonly id: number;
  readonly uid: string;
  readonly clientId: number;
  /** null once the device used its number for another record. */
  readonly deviceRecordId: number | null;
  readonly startUs: number;
  readonly decodeState: RecordState;
  /** Blocks that the journal lacks; null while the device has not told how many there are. */
  readonly missingBlocks: number | null;
  /** It ended with a journal that may not be on disk. */
  readonly syncFailed: boolean;
  /** How often it was decoded: 0 = nothing of it can be shown. */
  readonly signalsVersion: number;
  /** Its journal was deleted by an administrator, for good. */
  readonly isPurged: boolean;
  /** Its journal was deleted here because the cloud has it: what its device still has is no more than that. */
  readonly isFreed: boolean;
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
  missingBlocks: records.missingBlocks,
  syncFailed: records.syncFailed,
  signalsVersion: records.signalsVersion,
  isPurged: sql<boolean>`${records.originalPurged} IS NOT NULL`,
  isFreed: sql<boolean>`EXISTS (SELECT 1 FROM ${syncFiles} f WHERE f.record_uid = ${records.uid} AND f.freed_at IS NOT NULL)`,
  deviceNumber: devices.number,
};

export function findRecordsInProgress(db: Queryable): Promise<RecordRow[]> {
  return db
    .select(columns)
    .from(records)
    .leftJoin(devices, eq(devices.id, records.deviceId))
    .where(and(eq(records.source, 'journal'), inArray(records.decodeState, [...awaitedStates])));
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

/** Adds a record with the athletes who wear the device now. */
export async function insertRecord(
  life: Pick<Life, 'begin'>,
  tx: Queryable,
  record: Omit<NewRecord, 'source'>,
  state: AwaitedState,
  userIds: readonly number[],
): Promise<number> {
  const recordId = await life.begin(tx, { ...record, source: 'journal' }, state);
  if (userIds.length > 0) await tx.insert(recordUsers).values(userIds.map((userId) => ({ recordId, userId })));
  return recordId;
}

/** The clock that dated the record turned out not to be right. */
export async function setWrongTime(db: Queryable, recordId: number): Promise<void> {
  await db.update(records).set({ wrongTime: true }).where(eq(records.id, recordId));
}

/** Notes that the device has ended the record. Without effect once it is complete, which another path may note first. */
export async function setRecordStopped(life: Pick<Life, 'move'>, db: Queryable, recordId: number): Promise<void> {
  await life.move(db, { id: recordId }, 'repairing', { from: ['recording'] });
}

/** Nothing more is awaited: the record goes to decoding. False when it was deleted, or completed by another path before. */
export async function completeRecord(
  life: Pick<Life, 'inTransaction' | 'queueDecoding'>,
  record: Pick<RecordRow, 'id' | 'clientId'>,
  found: {
    readonly durationSeconds: number;
    readonly missingBlocks: number | null;
    readonly sizeBytes: number;
    readonly onDisk?: boolean;
    readonly metaProblem?: string | undefined;
  },
): Promise<boolean> {
  const { durationSeconds, missingBlocks, sizeBytes, onDisk = true, metaProblem } = found;
  const set = { durationSeconds, sizeBytes, missingBlocks, syncFailed: !onDisk, metaProblem: metaProblem ?? null };
  const task = await life.inTransaction((tx) => life.queueDecoding(tx, record, { from: awaitedStates, set }));
  return task !== undefined;
}

/** Ends a record whose journal cannot be read; the device's copy becomes another one. */
export async function setRecordUnreadable(
  life: Pick<Life, 'inTransaction' | 'move'>,
  recordId: number,
  msg: Translated,
): Promise<void> {
  await life.inTransaction(async (tx) => {
    if (!(await life.move(tx, { id: recordId }, 'error', { set: { deviceRecordId: null } }))) return;
    await tx.delete(recordErrors).where(eq(recordErrors.recordId, recordId));
    await tx.insert(recordErrors).values({ recordId, type: 'FATAL', msg });
  });
}

/** The device counts anew: what it calls by this number now is another record. */
export async function forgetDeviceRecordId(db: Queryable, recordId: number): Promise<void> {
  await db.update(records).set({ deviceRecordId: null }).where(eq(records.id, recordId));
}
