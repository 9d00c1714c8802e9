import { type Refusal, refuse } from '@sillage/contract';
import { and, eq, exists, inArray, or, type SQL, sql } from 'drizzle-orm';
import { isAnyOf, isOneOf, type Queryable, seenAtMost, seenIds, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';

const { athleteRecords, records, recordUsers, groupMembers, devices } = tables;

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

/**
 * The records (id, started_at) that a coach or an athlete sees, some twice, each branch answered by an index alone;
 * undefined for those who see a client. For `pageOfSeen`.
 */
export function gatherSeen({ principal, scope }: Viewer): SQL | undefined {
  const { clientId, userId } = principal;
  const ofAthletes = (condition: SQL | undefined) =>
    sql`SELECT ${athleteRecords.recordId} AS id, ${athleteRecords.startedAt} AS started_at FROM ${athleteRecords} WHERE ${condition}`;
  const ofMyClient = eq(athleteRecords.clientId, clientId);
  if (scope === 'own') {
    return sql`${ofAthletes(and(eq(athleteRecords.userId, userId), ofMyClient))} LIMIT ${seenAtMost + 1}`;
  }
  if (scope !== 'groups') return undefined;
  const groupIds = [...principal.groupIds];
  if (groupIds.length === 0) return sql`SELECT 0 AS id, now() AS started_at WHERE false`;
  const ofClient = (condition: SQL) =>
    sql`SELECT ${records.id} AS id, ${records.startedAt} AS started_at FROM ${records} WHERE ${and(eq(records.clientId, clientId), condition)}`;
  const members = sql`SELECT ${groupMembers.userId} FROM ${groupMembers} WHERE ${isOneOf(groupMembers.groupId, groupIds)}`;
  const groupDevices = sql`SELECT ${devices.id} FROM ${devices} WHERE ${isOneOf(devices.groupId, groupIds)}`;
  const branches = [
    ofClient(isOneOf(records.groupId, groupIds)),
    ofClient(isAnyOf(records.deviceId, groupDevices)),
    ofAthletes(and(ofMyClient, isAnyOf(athleteRecords.userId, members))),
  ];
  return sql.join(
    branches.map((branch) => sql`(${branch} LIMIT ${seenAtMost + 1})`),
    sql` UNION ALL `,
  );
}

/** Of the gathered ones those that the conditions keep, once each. */
export function keepSeen(narrowing: readonly SQL[]): SQL {
  if (narrowing.length === 0) return sql`SELECT DISTINCT id, started_at FROM seen`;
  return sql`SELECT ${records.id} AS id, ${records.startedAt} AS started_at FROM ${records}
    WHERE ${isAnyOf(records.id, seenIds)} AND ${and(...narrowing)}`;
}

/** The record, or `entity.notFound` when it is not there or not for the caller's eyes. */
export async function findRecord(db: Queryable, viewer: Viewer, id: number): Promise<RecordRow | Refusal> {
  const [found] = await db
    .select()
    .from(records)
    .where(and(eq(records.id, id), visibleTo(db, viewer)));
  return found ?? refuse('entity.notFound');
}

/** The record if its samples can be read now. */
export async function findReadable(db: Queryable, viewer: Viewer, id: number): Promise<RecordRow | Refusal> {
  const found = await findRecord(db, viewer, id);
  return 'id' in found && !isReadable(found) ? refuse('record.notReadable') : found;
}

/** Signals exist: also while they are decoded again, since the new ones replace them in one step. */
export function isReadable(record: Pick<RecordRow, 'decodeState' | 'availableData'>): boolean {
  const { decodeState } = record;
  if (decodeState === 'done') return true;
  return (decodeState === 'waiting' || decodeState === 'decoding') && Object.keys(record.availableData).length > 0;
}
