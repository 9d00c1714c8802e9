import { stat } from 'node:fs/promises';
import { isRefusal } from '@sillage/contract';
import type { StoredRecord } from '@sillage/device-protocol';
import { openJournal, SequenceSet } from '../journal/index.ts';
import type { DeviceSession, OpenRecord } from './device-session.ts';
import type { IngestTools } from './ingest-tools.ts';
import { ensureHeader } from './open-records.ts';
import { setRecordComplete } from './repository.ts';

/** Sequences asked for in one command. */
const askedAtOnce = 128;
const resendTimeoutMs = 30_000;
/** Rounds in which nothing missing came, after which the record ends without those blocks. */
const maxIdleRounds = 4;

type Outcome = 'finished' | 'later';

/** Asks the device for the blocks that the journal lacks until it has them all, then closes the record for decoding. */
export async function repairRecord(tools: IngestTools, session: DeviceSession, record: OpenRecord): Promise<Outcome> {
  record.stored ??= await findStored(tools, session, record);
  if (record.stored === undefined) return 'later';
  let idleRounds = 0;
  for (let missing = countMissing(session, record); missing > 0; ) {
    if (idleRounds >= maxIdleRounds) break;
    await askMissing(tools, session, record, record.stored);
    if (!session.connected || record.state !== 'repairing') return 'later';
    const left = countMissing(session, record);
    idleRounds = left < missing ? 0 : idleRounds + 1;
    missing = left;
  }
  return (await finishRecord(tools, session, record)) ? 'finished' : 'later';
}

/** What the device holds of the record; an empty list of blocks when it has none of it. */
async function findStored(
  tools: IngestTools,
  session: DeviceSession,
  record: OpenRecord,
): Promise<StoredRecord | undefined> {
  const list = await tools.caller.call(session.number, 'v1.record.rec.list', {});
  if (isRefusal(list)) return undefined;
  const { deviceRecordId: id, startUs } = record;
  return list.records.find((stored) => stored.id === id) ?? { id, startUs, stopUs: null, blocks: {} };
}

/** One round over all modules. */
async function askMissing(
  tools: IngestTools,
  session: DeviceSession,
  record: OpenRecord,
  stored: StoredRecord,
): Promise<void> {
  for (const [module, count] of Object.entries(stored.blocks)) {
    const received = receivedOf(session, record, module) ?? new SequenceSet();
    for (let from = 0; ; ) {
      const sequences = received.missing(count, askedAtOnce, from);
      if (sequences.length === 0) break;
      from = (sequences.at(-1) ?? from) + 1;
      const params = { recordId: record.deviceRecordId, module, sequences };
      const answer = await tools.caller.call(session.number, 'v1.record.block.resend', params, resendTimeoutMs);
      if (!session.connected || record.state !== 'repairing') return;
      if (isRefusal(answer)) {
        tools.log.warn({ device: session.number, module, refusal: answer.code }, 'missing blocks were not sent again');
        break;
      }
      if (answer.sent === 0) break;
    }
  }
}

function receivedOf(session: DeviceSession, record: OpenRecord, moduleName: string) {
  const id = session.meta?.modules[moduleName]?.id ?? record.journal.content.header?.meta.modules[moduleName]?.id;
  return id === undefined ? undefined : record.journal.content.received.get(id);
}

function countMissing(session: DeviceSession, record: OpenRecord): number {
  return Object.entries(record.stored?.blocks ?? {}).reduce(
    (sum, [module, count]) => sum + (receivedOf(session, record, module)?.countMissing(count) ?? count),
    0,
  );
}

/**
 * Ends the journal with what it has and hands the record to decoding, in one transaction. The device is told to forget
 * the record only when nothing is missing.
 */
export async function finishRecord(tools: IngestTools, session: DeviceSession, record: OpenRecord): Promise<boolean> {
  if (record.state === 'finishing') return true;
  const { deviceRecordId, recordId, clientId, startUs } = record;
  // Only a device that told the end of the record knows how many blocks there are.
  const told = record.stored !== undefined && record.stored.stopUs !== null;
  const missingBlocks = told ? countMissing(session, record) : null;
  const stopUs = record.stored?.stopUs ?? null;
  record.state = 'finishing';
  const path = tools.folder.journal(record.uid);
  try {
    ensureHeader(session, record);
    record.journal.end(stopUs, missingBlocks ?? 0);
    await record.journal.close();
    const { size: sizeBytes } = await stat(path);
    const durationSeconds = Math.max(0, ((stopUs ?? record.lastUs) - startUs) / 1e6);
    await tools.database.db.transaction(async (tx) => {
      await setRecordComplete(tx, recordId, { durationSeconds, missingBlocks, sizeBytes });
      await tools.jobs.enqueue('decode', { recordId }, { clientId, recordIds: [recordId] }, tx);
    });
  } catch (error) {
    tools.log.error({ record: recordId, error: String(error) }, 'a record could not be finished; it is tried again');
    await record.journal.close().catch(() => {});
    record.journal = openJournal(path);
    record.state = 'repairing';
    return false;
  }
  session.records.delete(deviceRecordId);
  if (told) session.closed.set(deviceRecordId, startUs);
  tools.realtime.emit('recordUpdate', clientId, { record_ids: [recordId], reason: 'updated' });
  tools.log.info({ record: recordId, device: session.number, missingBlocks }, 'a record is complete');
  if (missingBlocks === 0 && session.connected) {
    void tools.caller.call(session.number, 'v1.record.rec.delete', { recordId: deviceRecordId });
  }
  return true;
}
