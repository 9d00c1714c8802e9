import { isRefusal, limits, type Refusal, refuse } from '@sillage/contract';
import { isAwaitedState } from '@sillage/domain';
import { isFilmFormat } from '@sillage/formats';
import { and, eq, exists, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';

const { records, recordUsers, groupMembers, devices } = tables;

export type RecordRow = typeof records.$inferSelect;

/** The condition that makes a record visible to the caller. */
export function visibleTo(db: Queryable, { principal, scope }: Viewer): SQL | undefined {
  const ofUsers = (condition: SQL) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(recordUsers)
        .where(and(eq(recordUsers.recordId, records.id), condition)),
    );
  switch (scope) {
    case 'everything':
      return undefined;
    case 'client':
      return eq(records.clientId, principal.clientId);
    case 'groups': {
      const groupIds = [...principal.groupIds];
      const members = db
        .select({ id: groupMembers.userId })
        .from(groupMembers)
        .where(inArray(groupMembers.groupId, groupIds));
      const groupDevices = db.select({ id: devices.id }).from(devices).where(inArray(devices.groupId, groupIds));
      return and(
        eq(records.clientId, principal.clientId),
        groupIds.length === 0
          ? sql`false`
          : or(
              inArray(records.groupId, groupIds),
              inArray(records.deviceId, groupDevices),
              // Not EXISTS, which the planner may answer for every record at once before the first row of a list.
              sql`(SELECT 1 FROM ${recordUsers} WHERE ${recordUsers.recordId} = ${records.id}
                AND ${inArray(recordUsers.userId, members)} LIMIT 1) IS NOT NULL`,
            ),
      );
    }
    case 'own':
      // Who went to another client leaves the old records there.
      return and(eq(records.clientId, principal.clientId), ofUsers(eq(recordUsers.userId, principal.userId)));
  }
}

/** The record, or `entity.notFound` when it is not there or not for the caller's eyes. */
export async function findRecord(db: Queryable, viewer: Viewer, id: number): Promise<RecordRow | Refusal> {
  const [found] = await db
    .select()
    .from(records)
    .where(and(eq(records.id, id), visibleTo(db, viewer)));
  return found ?? refuse('entity.notFound');
}

/** A record in reach, held until the transaction ends: two who change it at once come one after the other. */
export async function holdRecord(tx: Queryable, viewer: Viewer, id: number): Promise<RecordRow | Refusal> {
  const [found] = await tx
    .select()
    .from(records)
    .where(and(eq(records.id, id), visibleTo(tx, viewer)))
    .for('no key update');
  return found ?? refuse('entity.notFound');
}

/** Why times that were read from a record are not its times any more. */
export function refuseOtherSignals({ signalsVersion }: RecordRow, seen: number | undefined): Refusal | undefined {
  return seen === undefined || seen === signalsVersion ? undefined : refuse('record.signalsChanged');
}

/** The record if its samples can be read now. */
export async function findReadable(db: Queryable, viewer: Viewer, id: number): Promise<RecordRow | Refusal> {
  const found = await findRecord(db, viewer, id);
  if (isRefusal(found) || isReadable(found)) return found;
  if (found.source === 'seance') return refuse('record.isSession');
  if (isFilm(found)) return refuse('record.isVideo');
  if (found.decodeState === 'done') {
    return refuse(found.durationSeconds < limits.tooShortSeconds ? 'record.tooShort' : 'record.nothingMeasured');
  }
  if (found.decodeState !== 'error') return refuse('record.notReadable');
  return refuse((await isFreed(db, found)) ? 'sync.freedHere' : 'record.decodeFailed');
}

/** Its original was deleted here, since the cloud has it. */
async function isFreed(db: Queryable, { uid }: RecordRow): Promise<boolean> {
  const { syncFiles } = tables;
  return (await db.$count(syncFiles, and(eq(syncFiles.recordUid, uid), isNotNull(syncFiles.freedAt)))) > 0;
}

export const isFilm = ({ source }: Pick<RecordRow, 'source'>): boolean => isFilmFormat(source);

/** Its device may still send some of it. */
export function isAwaited({ decodeState }: Pick<RecordRow, 'decodeState'>): boolean {
  return isAwaitedState(decodeState);
}

/** Signals exist: also while they are decoded again, since the new ones replace them in one step. */
export function isReadable(record: Pick<RecordRow, 'decodeState' | 'availableData'>): boolean {
  const { decodeState, availableData } = record;
  return !isAwaitedState(decodeState) && decodeState !== 'error' && Object.keys(availableData).length > 0;
}
