import { isRefusal, type Refusal } from '@sillage/contract';
import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { brokenField } from '../../administration/tenancy/index.ts';
import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { type RecordRow, visibleTo } from './find-records.ts';

const { records, seanceRecords } = tables;

/** A session has no samples of its own; a file may call itself one, and is read as any other. */
export const isSession = ({ source }: Pick<RecordRow, 'source'>): boolean => source === 'seance';

/**
 * What ids ask for: a session is asked for as its records that the viewer sees, in the order of time. One without any stays,
 * so that it is refused where samples are wanted.
 */
export async function withoutSessions(db: Queryable, viewer: Viewer, ids: readonly number[]): Promise<number[]> {
  const found = await db
    .select({ seanceId: seanceRecords.seanceId, id: records.id })
    .from(seanceRecords)
    .innerJoin(records, eq(records.id, seanceRecords.recordId))
    .where(and(isOneOf(seanceRecords.seanceId, ids), visibleTo(db, viewer)))
    .orderBy(records.startedAt, records.id);
  const of = Map.groupBy(found, ({ seanceId }) => seanceId);
  return [...new Set(ids.flatMap((id) => of.get(id)?.map((record) => record.id) ?? [id]))];
}

/** The order in which records are held. Sessions come last: the database moves them with their records, which are held then. */
export const holdOrder = [sql`${records.source} = 'seance'`, records.id] as const;

/** Holds records until the transaction ends, in one order, so that whoever holds several of the same waits. */
export async function holdInOrder(tx: Queryable, ids: readonly number[]): Promise<void> {
  await tx
    .select({ id: records.id })
    .from(records)
    .where(isOneOf(records.id, ids))
    .orderBy(...holdOrder)
    .for('no key update');
}

/**
 * The records that may be those of a session, held, or the field that is wrong: of its client and in the caller's reach, no
 * sessions themselves and of no other one.
 */
export async function holdSessionRecords(
  tx: Queryable,
  viewer: Viewer,
  session: { readonly id: number | undefined; readonly clientId: number | undefined },
  ids: readonly number[],
): Promise<RecordRow[] | Refusal> {
  const wanted = [...new Set(ids)];
  await holdInOrder(tx, wanted);
  const found = await tx
    .select()
    .from(records)
    .where(and(isOneOf(records.id, wanted), visibleTo(tx, viewer)))
    .orderBy(records.startedAt, records.id);
  if (found.length !== wanted.length) return brokenField('record_ids', 'unknown');
  if (found.some(isSession)) return brokenField('record_ids', 'sessionInSession');
  const clientId = session.clientId ?? found[0]?.clientId;
  if (found.some((record) => record.clientId !== clientId)) return brokenField('record_ids', 'otherClient');
  const ofOthers = session.id === undefined ? undefined : ne(seanceRecords.seanceId, session.id);
  const taken = await tx.$count(seanceRecords, and(isOneOf(seanceRecords.recordId, wanted), ofOthers));
  return taken > 0 ? brokenField('record_ids', 'inOtherSession') : found;
}

/**
 * Makes these the records of a held session; those that the caller does not see stay.
 * @returns whose session is another than before
 */
export async function setSessionRecords(
  tx: Queryable,
  viewer: Viewer,
  session: RecordRow,
  ids: readonly number[],
): Promise<number[] | Refusal> {
  const wanted = await holdSessionRecords(tx, viewer, session, ids);
  if (isRefusal(wanted)) return wanted;
  const present = await tx
    .select({ id: records.id })
    .from(seanceRecords)
    .innerJoin(records, eq(records.id, seanceRecords.recordId))
    .where(and(eq(seanceRecords.seanceId, session.id), visibleTo(tx, viewer)));
  const before = new Set(present.map(({ id }) => id));
  const after = new Set(wanted.map(({ id }) => id));
  const removed = [...before].filter((id) => !after.has(id));
  const added = [...after].filter((id) => !before.has(id));
  if (removed.length > 0) await tx.delete(seanceRecords).where(inArray(seanceRecords.recordId, removed));
  if (added.length > 0) await addSessionRecords(tx, session.id, added);
  return [...removed, ...added];
}

export async function addSessionRecords(tx: Queryable, seanceId: number, ids: readonly number[]): Promise<void> {
  await tx.insert(seanceRecords).values(ids.map((recordId) => ({ recordId, seanceId })));
}

/** The sessions of records. */
export async function sessionsOf(db: Queryable, recordIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: seanceRecords.seanceId })
    .from(seanceRecords)
    .where(isOneOf(seanceRecords.recordId, recordIds));
  return rows.map(({ id }) => id);
}

/** The condition on records that they are of sessions. */
export const ofSessions = (ids: readonly number[]): SQL =>
  sql`${records.id} IN (SELECT ${seanceRecords.recordId} FROM ${seanceRecords} WHERE ${isOneOf(seanceRecords.seanceId, ids)})`;

/** The sessions among the records that a condition keeps. */
const sessionsAmong = (listed: SQL | undefined): SQL =>
  sql`SELECT ${records.id} FROM ${records} WHERE ${and(eq(records.recordType, 'seance'), eq(records.source, 'seance'), listed)}`;

/**
 * The condition that leaves out a record whose session is listed, too.
 * @param listed what keeps a record in the list
 */
export const withoutTheirSession = (listed: SQL | undefined): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${seanceRecords} WHERE ${eq(seanceRecords.recordId, records.id)}
    AND ${seanceRecords.seanceId} IN (${sessionsAmong(listed)}))`;

/** The condition on records that they are of a session that is listed. */
export const ofListedSessions = (listed: SQL | undefined): SQL =>
  sql`${records.id} IN (SELECT ${seanceRecords.recordId} FROM ${seanceRecords}
    WHERE ${seanceRecords.seanceId} IN (${sessionsAmong(listed)}))`;
