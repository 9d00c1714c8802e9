import { isRefusal, type Refusal, refuse } from '@sillage/contract';
import type { StoredRecord } from '@sillage/device-protocol';
import { problemOf } from '../journal/index.ts';
import { type DeviceSession, type OpenRecord, runningRecord } from './device-session.ts';
import { finishRecord, repairRecord } from './finish-records.ts';
import type { IngestTools } from './ingest-tools.ts';
import { openRecord, sameStartUs } from './open-records.ts';
import {
  findDeviceRecord,
  findStreamedRecord,
  missingBlocksKey,
  setRecordStopped,
  syncFailedKey,
} from './repository.ts';
import { releaseHeldBlocks } from './take-block.ts';

/** Brings the open records of a device in line with what it reports: opens the one that runs, repairs those that ended. */
export function followReport(tools: IngestTools, session: DeviceSession): void {
  if (!session.connected) return;
  const running = runningRecord(session);
  for (const record of session.records.values()) {
    if (record.state === 'recording' && record.deviceRecordId !== running?.id) stopRecord(tools, session, record);
  }
  if (running === undefined || session.opening.has(running.id)) return;
  const open = session.records.get(running.id);
  const ended = open === undefined ? session.closed.get(running.id) : stoppedAt(open);
  if (ended !== undefined && Math.abs(ended - running.startUs) <= sameStartUs) return; // a report from before the stop
  if (open?.state === 'recording') return;
  const opening = openRunning(tools, session, running.id, running.startUs);
  session.opening.set(running.id, opening);
}

/** Start of a record that the device said is complete. */
function stoppedAt(record: OpenRecord): number | undefined {
  return record.stored !== undefined && record.stored.stopUs !== null ? record.startUs : undefined;
}

async function openRunning(tools: IngestTools, session: DeviceSession, id: number, startUs: number): Promise<void> {
  try {
    const open = session.records.get(id);
    await open?.finishing;
    if (open !== undefined && session.records.get(id) === open) {
      await open.journal.close().catch(() => {}); // what it says when opened again is what counts
      session.records.delete(id);
    }
    await openRecord(tools, session, { deviceRecordId: id, startUs, state: 'recording' });
    session.opening.delete(id);
    releaseHeldBlocks(tools, session, id);
    followReport(tools, session); // it may have ended meanwhile
  } catch (error) {
    session.opening.delete(id); // the next report tries again
    session.openProblem = problemOf(error);
    tools.log.error({ device: session.number, error: String(error) }, 'a record could not be opened');
  }
}

/** The device has ended the record: what is missing is asked for. */
export function stopRecord(
  tools: IngestTools,
  session: DeviceSession,
  record: OpenRecord,
  stored?: StoredRecord,
): void {
  if (record.state === 'finishing') return;
  record.stored = stored ?? record.stored;
  if (record.state === 'recording') {
    record.state = 'repairing';
    setRecordStopped(tools.database.db, record.recordId)
      .then(() =>
        tools.realtime.emit('recordUpdate', record.clientId, { record_ids: [record.recordId], reason: 'updated' }),
      )
      .catch((error: unknown) => tools.log.error({ error: String(error) }, 'the state of a record was not kept'))
      .finally(() => repairAll(tools, session));
  } else repairAll(tools, session);
}

/** Repairs the ended records of a device one after the other, while it is there. */
export function repairAll(tools: IngestTools, session: DeviceSession): void {
  if (session.repairing || !session.connected) return;
  session.repairing = true;
  repairOneByOne(tools, session)
    .catch((error: unknown) => tools.log.error({ device: session.number, error: String(error) }, 'repair failed'))
    .finally(() => {
      session.repairing = false;
    });
}

async function repairOneByOne(tools: IngestTools, session: DeviceSession): Promise<void> {
  for (;;) {
    const nowMs = tools.clock.monotonicMs();
    const record = [...session.records.values()].find(
      ({ state, retryAtMs }) => state === 'repairing' && retryAtMs <= nowMs,
    );
    if (record === undefined || !session.connected) return;
    if ((await repairRecord(tools, session, record)) === 'later') return; // the watch over devices tries again
  }
}

/** Fetches what the device recorded while it was away, and frees what is complete here. */
export async function fetchStoredRecords(tools: IngestTools, session: DeviceSession): Promise<void> {
  const list = await tools.caller.call(session.number, 'v1.record.rec.list', {});
  if (isRefusal(list)) return;
  for (const stored of list.records) {
    if (stored.stopUs === null || stored.id === runningRecord(session)?.id || session.opening.has(stored.id)) continue;
    const open = session.records.get(stored.id);
    if (open !== undefined) stopRecord(tools, session, open, stored);
    else await fetchStoredRecord(tools, session, stored);
  }
  repairAll(tools, session);
}

async function fetchStoredRecord(tools: IngestTools, session: DeviceSession, stored: StoredRecord): Promise<void> {
  const row = await findDeviceRecord(tools.database.db, session.row.id, stored.id);
  const known = row !== undefined && Math.abs(row.startUs - stored.startUs) <= sameStartUs;
  const complete = known && row.otherData[missingBlocksKey] === 0 && row.otherData[syncFailedKey] !== true;
  const empty = Object.values(stored.blocks).every((count) => count === 0);
  if (complete || (empty && !known)) {
    await tools.caller.call(session.number, 'v1.record.rec.delete', { recordId: stored.id });
    return;
  }
  const wanted = { deviceRecordId: stored.id, startUs: stored.startUs, state: 'repairing' as const };
  const record = await openRecord(tools, session, wanted);
  record.stored = stored;
}

/**
 * Ends a record with the samples that are here, although its device has not come back, and hands it to decoding.
 * `notOpen`: nothing is awaited for it any more.
 */
export async function finishWithoutDevice(
  tools: IngestTools,
  session: DeviceSession | undefined,
  recordId: number,
): Promise<'finished' | 'notOpen' | Refusal> {
  const record = session && [...session.records.values()].find((open) => open.recordId === recordId);
  if (session === undefined || record === undefined) return 'notOpen';
  if (record.deviceRecordId === runningRecord(session)?.id) return refuse('record.stillRecording');
  return (await finishRecord(tools, session, record)) ? 'finished' : refuse('server.unavailable');
}

/** Asks the device again for the blocks of a record that the journal lacks. */
export async function downloadAgain(
  tools: IngestTools,
  session: DeviceSession,
  recordId: number,
): Promise<'started' | Refusal> {
  if (!session.connected) return refuse('device.notConnected');
  const row = await findStreamedRecord(tools.database.db, recordId);
  if (row === undefined) return refuse('entity.notFound');
  const open = session.records.get(row.deviceRecordId);
  if (open?.state === 'recording') return refuse('record.stillRecording');
  const list = await tools.caller.call(session.number, 'v1.record.rec.list', {});
  if (isRefusal(list)) return list;
  const stored = list.records.find(
    ({ id, startUs }) => id === row.deviceRecordId && Math.abs(startUs - row.startUs) <= sameStartUs,
  );
  if (stored === undefined) return refuse('record.noSource');
  const wanted = { deviceRecordId: row.deviceRecordId, startUs: row.startUs, state: 'repairing' as const };
  const record = open ?? (await openRecord(tools, session, wanted));
  stopRecord(tools, session, record, stored);
  return 'started';
}
