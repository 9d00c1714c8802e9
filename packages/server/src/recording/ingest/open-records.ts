import { randomBytes } from 'node:crypto';
import {
  type AwaitedState,
  chooseRecordType,
  deviceFamily,
  formatFileDate,
  isAwaitedState,
  uuidV7,
} from '@sillage/domain';
import { readTimezone } from '../../administration/tenancy/index.ts';
import { type JournalHeader, problemOf } from '../journal/index.ts';
import { aboutDevice } from './about-device.ts';
import { dateRecord } from './date-records.ts';
import { OpenRecord } from './device-record.ts';
import type { DeviceSession } from './device-session.ts';
import { endUnfollowed } from './end-unfollowed.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { knowClock } from './measure-clock.ts';
import { openJournalOf, readJournalOf } from './open-journal-of-record.ts';
import { findDeviceRecord, forgetDeviceRecordId, insertRecord, type RecordRow } from './repository.ts';
import { isSameStart } from './told-records.ts';

interface Wanted {
  readonly deviceRecordId: number;
  /** µs, device clock. */
  readonly startUs: number;
  readonly state: AwaitedState;
}

/**
 * Opens a record of a device to take blocks: the one it had before under the same number, or a new one. `later`: what it
 * had before has signals, and a journal that cannot be read now; it stays as it is.
 */
export async function openRecord(
  dependencies: IngestDependencies,
  session: DeviceSession,
  wanted: Wanted,
): Promise<OpenRecord | 'later'> {
  const { db } = dependencies.database;
  const clock = await knowClock(dependencies, session, wanted.state === 'recording');
  const found = await findDeviceRecord(db, session.row.id, wanted.deviceRecordId);
  const isSame = found !== undefined && isSameStart(found, wanted);
  if (isSame && isShown(found) && (await readJournalOf(dependencies, session, found)) === 'unknown') {
    if (wanted.state === 'repairing') return 'later';
    await forgetDeviceRecordId(db, found.id); // what is being recorded does not wait: it becomes another record
  } else if (isSame && (await dependencies.life.move(db, found, wanted.state))) {
    const resumed = await resumeRecord(
      dependencies,
      session,
      { ...found, deviceRecordId: wanted.deviceRecordId },
      wanted.state,
    );
    if (resumed !== 'unreadable') return resumed;
  } else if (found !== undefined && !isSame) {
    await forgetDeviceRecordId(db, found.id);
    await endUnfollowed(dependencies, found);
  }
  const offsetUs = clock?.offsetUs ?? null;
  const row = await createRecord(dependencies, session, wanted, offsetUs);
  const created = await resumeRecord(dependencies, session, row, wanted.state, offsetUs);
  if (created === 'unreadable') throw new Error('a journal that was just made cannot be read');
  return created;
}

function isShown({ decodeState, signalsVersion }: RecordRow): boolean {
  return signalsVersion > 0 && !isAwaitedState(decodeState);
}

/** Characters of what a client puts before the names of its records, at most. */
const longestPrefix = 60;

/** `Sortie 10200042_20261122_093000`: what the client wants before, the device, and when it began where it is. */
async function nameOf(
  dependencies: IngestDependencies,
  row: DeviceSession['row'],
  startedAt: Date,
  timezone: string,
): Promise<string> {
  const { namePrefix } = await dependencies.rulesOf(row.clientId);
  const prefix = asFileName(namePrefix);
  const date = formatFileDate(startedAt.getTime(), timezone).replaceAll('-', '');
  return `${prefix === '' ? '' : `${prefix} `}${row.number}_${date}`;
}

/** As it becomes the name of files: no signs that folders or systems read. */
function asFileName(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}._-]+/gu, ' ')
    .trim()
    .slice(0, longestPrefix);
}

export interface OpenableRow extends RecordRow {
  readonly deviceRecordId: number;
}

async function createRecord(
  dependencies: IngestDependencies,
  { row }: DeviceSession,
  wanted: Wanted,
  clockOffsetUs: number | null,
): Promise<OpenableRow> {
  const nowMs = dependencies.clock.nowMs();
  const { startedAt, wrongTime } = dateRecord(wanted, clockOffsetUs, nowMs);
  const uid = uuidV7(nowMs, randomBytes(10));
  const timezone = await readTimezone(dependencies.database.db, row.clientId);
  const basename = await nameOf(dependencies, row, startedAt, timezone);
  const id = await dependencies.life.inTransaction(async (tx) => {
    // What was kept on the device began before anybody chose anything.
    const isNow = wanted.state === 'recording';
    const scenario = isNow ? dependencies.scenarioOf(row.number) : undefined;
    const next = isNow
      ? await dependencies.takeNextRecord(tx, { deviceId: row.id, clientId: row.clientId })
      : undefined;
    return insertRecord(
      dependencies.life,
      tx,
      {
        uid,
        clientId: row.clientId,
        deviceId: row.id,
        deviceRecordId: wanted.deviceRecordId,
        groupId: row.groupId,
        basename: next?.title ? `${asFileName(next.title)} ${basename}`.trim() : basename,
        recordType:
          scenario === undefined
            ? (next?.recordType ?? chooseRecordType(undefined, deviceFamily(row.number)))
            : 'scenario',
        ...(scenario && { scenarioId: scenario.scenarioId, scenarioClassname: scenario.classname }),
        timezone,
        startedAt,
        startUs: wanted.startUs,
        wrongTime,
        ...(next && { sportId: next.sportId, exerciseId: next.exerciseId, comment: next.comment }),
      },
      wanted.state,
      next?.userIds ?? row.users.map((user) => user.id),
    );
  });
  dependencies.log.info({ ...aboutDevice({ number: row.number, row }), record: id }, 'a record begins');
  return {
    id,
    uid,
    clientId: row.clientId,
    deviceRecordId: wanted.deviceRecordId,
    startUs: wanted.startUs,
    decodeState: wanted.state,
    missingBlocks: null,
    syncFailed: false,
    signalsVersion: 0,
    isPurged: false,
    isFreed: false,
    deviceNumber: row.number,
  };
}

/**
 * Goes on with a record whose row exists; its journal says which blocks it has.
 * @param offsetUs server clock minus device clock by which a new record was dated; that of an older one is in its journal
 */
export async function resumeRecord(
  dependencies: IngestDependencies,
  session: DeviceSession,
  row: OpenableRow,
  state: AwaitedState,
  offsetUs: number | null = null,
): Promise<OpenRecord | 'unreadable'> {
  const journal = await openJournalOf(dependencies, row).catch((error: unknown) => {
    session.records.notOpened(problemOf(error));
    session.memory.fetchLater(dependencies.clock.monotonicMs());
    throw error;
  });
  if (journal === 'unreadable') return journal;
  const record = new OpenRecord({
    recordId: row.id,
    uid: row.uid,
    clientId: row.clientId,
    deviceRecordId: row.deviceRecordId,
    startUs: row.startUs,
    state,
    journal,
    clockOffsetUs: journal.content.header?.clockOffsetUs ?? offsetUs,
    openedMs: dependencies.clock.monotonicMs(),
    openedAtMs: dependencies.clock.nowMs(),
  });
  session.records.opened(record);
  if (state === 'recording') dependencies.tap.recordStarted(session.number, row.deviceRecordId, row.startUs);
  return record;
}

/**
 * Writes how the device describes itself now. False when it could not be written: then no block may follow, which would
 * be read by another meta.
 */
export function writeHeader(session: DeviceSession, record: OpenRecord): boolean {
  const { journal } = record;
  const { meta, modulesText } = session;
  if (meta === undefined) return true;
  const header: JournalHeader = {
    recordUid: record.uid,
    deviceNumber: session.number,
    deviceRecordId: record.deviceRecordId,
    startUs: record.startUs,
    clockOffsetUs: record.clockOffsetUs,
    meta,
  };
  if (!journal.header(header)) return false;
  record.described(modulesText);
  return true;
}
