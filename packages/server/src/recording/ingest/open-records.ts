import { randomBytes } from 'node:crypto';
import { uuidV7 } from '@sillage/domain';
import type { JournalHeader } from '../journal/index.ts';
import type { DeviceSession, OpenRecord } from './device-session.ts';
import type { IngestTools } from './ingest-tools.ts';
import { measureClockOffset } from './measure-clock.ts';
import { openJournalOf } from './open-journal-of-record.ts';
import { findDeviceRecord, forgetDeviceRecordId, insertRecord, type RecordRow, setRecordState } from './repository.ts';

/** µs; a start further away means that the device used the number for another record. */
export const sameStartUs = 1_000_000;
/** µs; a device clock further off than a day makes the record's dates wrong. */
const wrongTimeUs = 86_400e6;

interface Wanted {
  readonly deviceRecordId: number;
  /** µs, device clock. */
  readonly startUs: number;
  readonly state: 'recording' | 'repairing';
}

/** Opens a record of a device to take blocks: the one it had before under the same number, or a new one. */
export async function openRecord(tools: IngestTools, session: DeviceSession, wanted: Wanted): Promise<OpenRecord> {
  const { db } = tools.database;
  if (wanted.state === 'recording') {
    session.clockOffsetUs =
      (await measureClockOffset(tools.caller, tools.clock, session.number)) ?? session.clockOffsetUs;
  }
  const found = await findDeviceRecord(db, session.row.id, wanted.deviceRecordId);
  if (found !== undefined && Math.abs(found.startUs - wanted.startUs) <= sameStartUs) {
    await setRecordState(db, found.id, wanted.state);
    tools.realtime.emit('recordUpdate', found.clientId, { record_ids: [found.id], reason: 'updated' });
    const resumed = await resumeRecord(tools, session, found, wanted.state);
    if (resumed !== 'unreadable') return resumed;
  } else if (found !== undefined) await forgetDeviceRecordId(db, found.id);
  const created = await resumeRecord(tools, session, await createRecord(tools, session, wanted), wanted.state);
  if (created === 'unreadable') throw new Error('a journal that was just made cannot be read');
  return created;
}

async function createRecord(tools: IngestTools, session: DeviceSession, wanted: Wanted): Promise<RecordRow> {
  const { row, clockOffsetUs } = session;
  const nowMs = tools.clock.nowMs();
  const startedMs = clockOffsetUs === null ? nowMs : Math.round((wanted.startUs + clockOffsetUs) / 1000);
  const uid = uuidV7(nowMs, randomBytes(10));
  const startedAt = new Date(startedMs);
  const id = await tools.database.db.transaction((tx) =>
    insertRecord(
      tx,
      {
        uid,
        clientId: row.clientId,
        deviceId: row.id,
        deviceRecordId: wanted.deviceRecordId,
        groupId: row.groupId,
        basename: `${row.number}_${startedAt.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '_')}`,
        startedAt,
        startUs: wanted.startUs,
        wrongTime: clockOffsetUs !== null && Math.abs(clockOffsetUs) > wrongTimeUs,
        decodeState: wanted.state,
      },
      row.users.map((user) => user.id),
    ),
  );
  tools.realtime.emit('recordUpdate', row.clientId, { record_ids: [id], reason: 'created' });
  return {
    id,
    uid,
    clientId: row.clientId,
    deviceRecordId: wanted.deviceRecordId,
    startUs: wanted.startUs,
    decodeState: wanted.state,
    otherData: {},
    deviceNumber: row.number,
  };
}

/** Goes on with a record whose row exists; its journal says which blocks it has. */
export async function resumeRecord(
  tools: IngestTools,
  session: DeviceSession,
  row: RecordRow,
  state: 'recording' | 'repairing',
): Promise<OpenRecord | 'unreadable'> {
  const journal = await openJournalOf(tools, row);
  if (journal === 'unreadable') return journal;
  session.openProblem = 'ok';
  const record: OpenRecord = {
    recordId: row.id,
    uid: row.uid,
    clientId: row.clientId,
    deviceRecordId: row.deviceRecordId,
    startUs: row.startUs,
    state,
    journal,
    describedBy: undefined,
    lastUs: row.startUs,
    stored: undefined,
    finishing: undefined,
    retryAtMs: 0,
    failures: 0,
  };
  session.records.set(row.deviceRecordId, record);
  session.closed.delete(row.deviceRecordId);
  if (state === 'recording') tools.live.recordStarted(session.number, row.deviceRecordId, row.startUs);
  return record;
}

/**
 * Writes the journal's header when it has none, or when the device describes itself anew while it records. False when
 * it is due and could not be written: then no block may follow, which would be read by another meta.
 */
export function ensureHeader(session: DeviceSession, record: OpenRecord): boolean {
  const { journal } = record;
  const { meta } = session;
  const before = journal.content.header;
  if (meta === undefined || meta === record.describedBy) return true;
  if (before !== undefined && record.state !== 'recording') return true;
  if (JSON.stringify(before?.meta) !== JSON.stringify(meta)) {
    const header: JournalHeader = {
      recordUid: record.uid,
      deviceNumber: session.number,
      deviceRecordId: record.deviceRecordId,
      startUs: record.startUs,
      clockOffsetUs: before?.clockOffsetUs ?? session.clockOffsetUs,
      meta,
    };
    if (!journal.header(header)) return false;
  }
  record.describedBy = meta;
  return true;
}
