import { isRefusal, type Refusal, refuse } from '@sillage/contract';
import { isAwaitedState } from '@sillage/domain';
import { aboutDevice } from './about-device.ts';
import type { OpenRecord } from './device-record.ts';
import type { DeviceSession } from './device-session.ts';
import { finishRecord } from './finish-records.ts';
import { letForget } from './forget-records.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { findStoredRecord, listStoredRecords } from './list-stored-records.ts';
import { nothingHere, readJournalOf } from './open-journal-of-record.ts';
import { openRecord } from './open-records.ts';
import { repairRecord } from './repair-record.ts';
import { findDeviceRecord, findStreamedRecord, type RecordRow, setRecordStopped } from './repository.ts';
import { releaseHeldBlocks } from './take-block.ts';
import { isSameStart, type Told } from './told-records.ts';
import { settlesWithin } from './wait-at-most.ts';

/** ms for which somebody who asks for a record waits until it is open. */
const openingMs = 10_000;
/** Records of a device that are open at once; each has a file. */
const maxOpenRecords = 8;

/** Brings the open records of a device in line with what it reports: opens the one that runs, repairs those that ended. */
export function followReport(dependencies: IngestDependencies, session: DeviceSession): void {
  if (!session.connected) return;
  const { running } = session;
  for (const record of session.records.all()) {
    if (record.state === 'recording' && record.deviceRecordId !== running?.id)
      stopRecord(dependencies, session, record);
  }
  if (running === undefined || session.records.openingOf(running.id) !== undefined) return;
  const open = session.records.get(running.id);
  if (open !== undefined && !isSameStart(open, running)) session.records.displaced(open);
  const ended = open === undefined ? session.records.endOf(running.id) : stoppedAt(open);
  if (ended !== undefined && isSameStart({ startUs: ended }, running)) return; // a report from before the stop
  // One that is being finished is opened again, if it runs on, at the next report.
  if (open?.state === 'finishing') return;
  if (open?.state === 'recording' && isSameStart(open, running)) {
    session.records.compared(open);
    releaseHeldBlocks(dependencies, session, running.id);
    return;
  }
  const nowMs = dependencies.clock.monotonicMs();
  if (session.records.mayOpen(nowMs)) void openRunning(dependencies, session, running.id, running.startUs);
  // It may end before it may be opened: its device is asked for it then.
  else if (!session.memory.isAskedLater) session.memory.fetchLater(nowMs);
}

/** Start of a record that the device said is complete. */
function stoppedAt(record: OpenRecord): number | undefined {
  return record.stopUs === null ? undefined : record.startUs;
}

async function openRunning(
  dependencies: IngestDependencies,
  session: DeviceSession,
  id: number,
  startUs: number,
): Promise<void> {
  const { connection } = session;
  const open = async () => {
    await makeRoom(dependencies, session, id, startUs);
    return openRecord(dependencies, session, { deviceRecordId: id, startUs, state: 'recording' });
  };
  try {
    const record = await session.records.whileOpening(id, open());
    const { running } = session;
    const isOther = running?.id === id && !isSameStart(running, { startUs });
    if (record !== 'later' && session.connected && session.connection === connection && !isOther) {
      session.records.compared(record);
      releaseHeldBlocks(dependencies, session, id);
    }
    followReport(dependencies, session); // it may have ended meanwhile
  } catch (error) {
    // the next report tries again
    dependencies.log.error({ ...aboutDevice(session), error: String(error) }, 'a record could not be opened');
  }
}

/** Ends what stands in the way of a record that runs: another one under its number, and the oldest of too many. */
async function makeRoom(
  dependencies: IngestDependencies,
  session: DeviceSession,
  id: number,
  startUs: number,
): Promise<void> {
  await session.records.get(id)?.finishing;
  const open = session.records.get(id);
  if (open !== undefined && isSameStart(open, { startUs })) {
    open.leftOff();
    session.records.closed(open); // its blocks wait until it is open again
    await open.journal.close().catch(() => {}); // what it says then is what counts
  } else if (open !== undefined && !(await finishRecord(dependencies, session, open))) {
    throw new Error('the record before it under this number could not be finished');
  }
  while (session.records.size >= maxOpenRecords) {
    const oldest = session.records.all().find((record) => record.state === 'repairing');
    // What it lacks is asked for again when the device connects next.
    if (oldest === undefined || !(await finishRecord(dependencies, session, oldest))) return;
  }
}

/** The device has ended the record: what is missing is asked for. */
export function stopRecord(
  dependencies: IngestDependencies,
  session: DeviceSession,
  record: OpenRecord,
  told?: Told,
): void {
  if (record.state === 'finishing' || (told !== undefined && !session.told(record, told))) return;
  releaseHeldBlocks(dependencies, session, record.deviceRecordId);
  if (record.stopped()) {
    setRecordStopped(dependencies.life, dependencies.database.db, record.recordId)
      .catch((error: unknown) =>
        dependencies.log.error(
          { ...aboutDevice(session), record: record.recordId, error: String(error) },
          'the state of a record was not kept',
        ),
      )
      .finally(() => repairAll(dependencies, session));
  } else repairAll(dependencies, session);
}

/** Repairs the ended records of a device one after the other, while it is there. */
export function repairAll(dependencies: IngestDependencies, session: DeviceSession): void {
  if (!session.connected) return;
  session.memory
    .repairAlone(() => repairOneByOne(dependencies, session))
    .catch((error: unknown) => {
      session.memory.fetchLater(dependencies.clock.monotonicMs());
      dependencies.log.error({ ...aboutDevice(session), error: String(error) }, 'repair failed; it is tried again');
    });
}

async function repairOneByOne(dependencies: IngestDependencies, session: DeviceSession): Promise<void> {
  while (session.connected) {
    const nowMs = dependencies.clock.monotonicMs();
    const record = session.records.all().find(({ state, retryAtMs }) => state === 'repairing' && retryAtMs <= nowMs);
    if (record === undefined) {
      if (session.records.size >= maxOpenRecords || !(await fetchNext(dependencies, session))) return;
    } else if ((await repairRecord(dependencies, session, record)) === 'later') return; // the watch over devices tries again
  }
}

/** Fetches what the device recorded while it was away, and frees what is complete here; one record after the other. */
export function fetchStoredRecords(dependencies: IngestDependencies, session: DeviceSession): void {
  session.memory.list(listStoredRecords(dependencies, session));
  repairAll(dependencies, session);
}

/** Looks at the next record in the memory of the device; false when there is none that was not looked at. */
async function fetchNext(dependencies: IngestDependencies, session: DeviceSession): Promise<boolean> {
  const told = await session.memory.next();
  if (told === undefined || told === 'again') return told === 'again';
  if (told.connection !== session.connection) return true; // it lists anew
  const { stored } = told;
  const { id } = stored;
  if (stored.stopUs === null || id === session.running?.id || session.records.openingOf(id) !== undefined) return true;
  const open = session.records.get(id);
  if (open !== undefined && isSameStart(open, stored)) {
    stopRecord(dependencies, session, open, told);
    return true;
  }
  if (open !== undefined) await makeRoom(dependencies, session, id, stored.startUs);
  await session.records.whileOpening(id, fetchStoredRecord(dependencies, session, told));
  return true;
}

async function fetchStoredRecord(dependencies: IngestDependencies, session: DeviceSession, told: Told): Promise<void> {
  const { stored } = told;
  const row = await findDeviceRecord(dependencies.database.db, session.row.id, stored.id);
  const known = row !== undefined && isSameStart(row, stored) ? row : undefined;
  // What an administrator deleted is not fetched again; the device keeps its copy until somebody deletes that.
  if (known?.isPurged || known?.isFreed) return;
  if (known === undefined || hasEndedWhole(known)) {
    const content = known === undefined ? nothingHere : await readJournalOf(dependencies, session, known);
    if (content === 'unknown') return;
    const { startUs } = known ?? stored;
    if ((await letForget(dependencies, session, { told, startUs, content, isOnDisk: true })) !== 'missing') return;
  }
  const wanted = { deviceRecordId: stored.id, startUs: stored.startUs, state: 'repairing' as const };
  const record = await openRecord(dependencies, session, wanted);
  if (record !== 'later') session.told(record, told);
}

/** By its row: whether that is so its journal says. */
function hasEndedWhole({ missingBlocks, syncFailed, decodeState }: RecordRow): boolean {
  return missingBlocks === 0 && !syncFailed && !isAwaitedState(decodeState);
}

/**
 * Ends a record with the samples that are here, although its device has not come back, and hands it to decoding.
 * `notOpen`: nothing is awaited for it any more.
 */
export async function finishWithoutDevice(
  dependencies: IngestDependencies,
  session: DeviceSession | undefined,
  recordId: number,
): Promise<'finished' | 'notOpen' | Refusal> {
  const record = session?.records.all().find((open) => open.recordId === recordId);
  if (session === undefined || record === undefined) return 'notOpen';
  if (record.deviceRecordId === session.running?.id) return refuse('record.stillRecording');
  return (await finishRecord(dependencies, session, record)) ? 'finished' : refuse('server.unavailable');
}

/** Asks the device again for the blocks of a record that the journal lacks, or for all that it holds of it. */
export async function downloadAgain(
  dependencies: IngestDependencies,
  session: DeviceSession,
  { recordId, asksAll }: { readonly recordId: number; readonly asksAll: boolean },
): Promise<'started' | Refusal> {
  if (!session.connected) return refuse('device.notConnected');
  const row = await findStreamedRecord(dependencies.database.db, recordId);
  if (row === undefined) return refuse('entity.notFound');
  if (row.isPurged) return refuse('record.originalPurged');
  if (row.isFreed) return refuse('sync.freedHere');
  const { deviceRecordId } = row;
  if (deviceRecordId === null) return refuse('record.notOnDevice');
  if (session.records.get(deviceRecordId)?.state === 'recording') return refuse('record.stillRecording');
  const told = await findStoredRecord(dependencies, session, deviceRecordId);
  if (isRefusal(told)) return told;
  if (told === undefined || !isSameStart(row, told.stored)) return refuse('record.notOnDevice');
  const { records } = session;
  for (let opening = records.openingOf(deviceRecordId); opening; opening = records.openingOf(deviceRecordId)) {
    if (!(await settlesWithin(opening, openingMs))) return refuse('server.unavailable');
  }
  const open = records.get(deviceRecordId);
  if (open?.state === 'recording') return refuse('record.stillRecording');
  const wanted = { deviceRecordId, startUs: row.startUs, state: 'repairing' as const };
  const record = open ?? (await records.whileOpening(deviceRecordId, openRecord(dependencies, session, wanted)));
  if (record === 'later') return refuse('server.unavailable');
  if (asksAll) record.askAll();
  stopRecord(dependencies, session, record, told);
  return 'started';
}
