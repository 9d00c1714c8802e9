import { RecordType, type SeanceRecord } from '@sillage/contract';
import { formatDateTime } from '@sillage/domain';
import { and, asc, eq } from 'drizzle-orm';
import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { type RecordRow, visibleTo } from './find-records.ts';
import { isSession } from './session-records.ts';

const { devices, records, recordUsers, seanceRecords } = tables;

/** What a session is by its records. */
interface PresentedSession {
  /** In which at least one of them was recorded. */
  readonly durationSeconds: number;
  readonly sizeBytes: number;
  readonly records: SeanceRecord[];
}

/**
 * Which of the rows are of sessions, and of those that are sessions the records.
 * @param viewer whose eyes sessions and records are for
 */
export async function loadSessions(db: Queryable, viewer: Viewer, rows: readonly RecordRow[]) {
  const ids = rows.map(({ id }) => id);
  const sessionIds = rows.filter(isSession).map(({ id }) => id);
  const isVisible = visibleTo(db, viewer);
  const pairs = await db
    .select({ recordId: seanceRecords.recordId, seanceId: seanceRecords.seanceId })
    .from(seanceRecords)
    .innerJoin(records, eq(records.id, seanceRecords.seanceId))
    .where(and(isOneOf(seanceRecords.recordId, ids), isVisible));
  const seanceIds = new Map(pairs.map(({ recordId, seanceId }) => [recordId, seanceId]));
  if (sessionIds.length === 0) return { seanceIds, sessions: new Map<number, PresentedSession>() };
  const found = await db
    .select({ seanceId: seanceRecords.seanceId, record: briefColumns, deviceName: devices.name })
    .from(seanceRecords)
    .innerJoin(records, eq(records.id, seanceRecords.recordId))
    .leftJoin(devices, eq(devices.id, records.deviceId))
    .where(and(isOneOf(seanceRecords.seanceId, sessionIds), isVisible))
    .orderBy(asc(records.startedAt), asc(records.id));
  const userIds = await athletesOf(
    db,
    found.map(({ record }) => record.id),
  );
  const sessions = new Map(
    [...Map.groupBy(found, ({ seanceId }) => seanceId)].map(([id, of]): [number, PresentedSession] => {
      const shown = of.map(({ record, deviceName }) => present(record, deviceName, userIds.get(record.id) ?? []));
      const sizeBytes = of.reduce((sum, { record }) => sum + record.sizeBytes, 0);
      return [id, { durationSeconds: secondsRecorded(of.map(({ record }) => record)), sizeBytes, records: shown }];
    }),
  );
  return { seanceIds, sessions };
}

/** Seconds in which at least one of the records ran; they are in the order in which they began. */
function secondsRecorded(of: readonly Pick<RecordRow, 'startedAt' | 'durationSeconds'>[]): number {
  let [sum, until] = [0, Number.NEGATIVE_INFINITY];
  for (const { startedAt, durationSeconds } of of) {
    const end = startedAt.getTime() + durationSeconds * 1000;
    sum += Math.max(0, end - Math.max(until, startedAt.getTime()));
    until = Math.max(until, end);
  }
  return sum / 1000;
}

const briefColumns = {
  id: records.id,
  basename: records.basename,
  startedAt: records.startedAt,
  timezone: records.timezone,
  durationSeconds: records.durationSeconds,
  sizeBytes: records.sizeBytes,
  recordType: records.recordType,
  deviceId: records.deviceId,
};

async function athletesOf(db: Queryable, ids: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await db
    .select()
    .from(recordUsers)
    .where(isOneOf(recordUsers.recordId, ids))
    .orderBy(recordUsers.userId);
  return new Map([...Map.groupBy(rows, (row) => row.recordId)].map(([id, of]) => [id, of.map(({ userId }) => userId)]));
}

type Brief = Pick<RecordRow, keyof typeof briefColumns>;

function present(record: Brief, deviceName: string | null, userIds: number[]): SeanceRecord {
  return {
    id: record.id,
    basename: record.basename,
    date: formatDateTime(record.startedAt.getTime(), record.timezone),
    timestamp: record.startedAt.getTime(),
    duration: record.durationSeconds,
    record_type: RecordType.catch('record').parse(record.recordType),
    device_id: record.deviceId,
    device_name: deviceName,
    user_ids: userIds,
  };
}
