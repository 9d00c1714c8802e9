import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRefusal } from '@sillage/contract';
import type { StoredRecord } from '@sillage/device-protocol';
import type { LogSentence } from '../../platform/log/index.ts';
import { SequenceSet } from '../journal/index.ts';
import { aboutDevice } from './about-device.ts';
import { countMissing, receivedOf } from './blocks-of-record.ts';
import type { OpenRecord } from './device-records.ts';
import type { DeviceSession } from './device-session.ts';
import { letForget } from './forget-records.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { findStoredRecord } from './list-stored-records.ts';
import { countSyncFailure } from './open-journal-of-record.ts';
import { writeHeader } from './open-records.ts';
import { completeRecord } from './repository.ts';
import { toldNow } from './told-records.ts';

/** Sequences asked for in one command. */
const askedAtOnce = 128;
const resendTimeoutMs = 30_000;
/** Commands in a row after which nothing new came, although the device says that it sent some. */
const maxIdleCommands = 8;
/** Rounds in which nothing missing came, after which the record ends without those blocks. */
const maxIdleRounds = 4;
/** ms after which what failed is tried again: doubled each time. */
const retryFirstMs = 1000;
const retryMostMs = 60_000;

/** What is refused before the device hears of it. */
const unreached: ReadonlySet<string> = new Set(['device.notConnected', 'broker.unavailable', 'broker.refused']);

type Outcome = 'finished' | 'later';

/** Asks the device for the blocks that the journal lacks until it has them all, then closes the record for decoding. */
export async function repairRecord(
  dependencies: IngestDependencies,
  session: DeviceSession,
  record: OpenRecord,
): Promise<Outcome> {
  if (toldNow(session, record) === undefined && !(await askWhatItHas(dependencies, session, record))) return 'later';
  const { blocks } = toldNow(session, record) ?? noneOfIt;
  const countLeft = () => countMissing(record.journal.content, session.meta, { blocks });
  if (record.asksAll) {
    const isThere = await askAll(dependencies, session, record, blocks);
    if (toldNow(session, record) === undefined || record.state !== 'repairing') return 'later';
    if (!isThere) {
      waitLonger(dependencies, record);
      return 'later';
    }
    record.asksAll = false;
  }
  let idleRounds = 0;
  for (let missing = countLeft(); missing > 0; ) {
    if (idleRounds >= maxIdleRounds) break;
    const isThere = await askMissing(dependencies, session, record, blocks);
    if (toldNow(session, record) === undefined || record.state !== 'repairing') return 'later';
    if (!isThere || record.journal.state !== 'ok') {
      waitLonger(dependencies, record); // the device has them until it can be asked and the disk takes them
      return 'later';
    }
    const left = countLeft();
    idleRounds = left < missing ? 0 : idleRounds + 1;
    missing = left;
  }
  return (await finishRecord(dependencies, session, record)) ? 'finished' : 'later';
}

/** What a device has of a record that its memory does not hold. */
const noneOfIt: Pick<StoredRecord, 'blocks'> = { blocks: {} };

/**
 * Asks a device, once in each of its connections, what it has of the record: another one of its number is none of it.
 * False when it does not say; then it is asked later.
 */
async function askWhatItHas(
  dependencies: IngestDependencies,
  session: DeviceSession,
  record: OpenRecord,
): Promise<boolean> {
  const told = await findStoredRecord(dependencies, session, record.deviceRecordId);
  if (!session.connected || record.state !== 'repairing') return false;
  if (!isRefusal(told)) {
    if (told !== undefined) session.told(record, told);
    return true;
  }
  dependencies.log.warn({ ...aboutDevice(session), refusal: told.code }, 'a device did not tell what it has recorded');
  if (told.code === 'device.unknownMethod') return true;
  waitLonger(dependencies, record);
  return false;
}

/**
 * Asks once for each block that the device holds. Those that are in the journal are not written again: a block that is
 * there was verified by its CRC when it came and when the journal was opened. False when the device cannot be reached.
 */
async function askAll(
  dependencies: IngestDependencies,
  session: DeviceSession,
  record: OpenRecord,
  blocks: StoredRecord['blocks'],
): Promise<boolean> {
  for (const [module, count] of Object.entries(blocks)) {
    for (let from = 0; from < count; from += askedAtOnce) {
      const sequences = Array.from({ length: Math.min(askedAtOnce, count - from) }, (_, n) => from + n);
      const params = { recordId: record.deviceRecordId, module, sequences };
      const answer = await dependencies.caller.call(session.number, 'v1.record.block.resend', params, resendTimeoutMs);
      if (!session.connected || record.state !== 'repairing' || record.journal.state !== 'ok') return true;
      if (!isRefusal(answer)) continue;
      dependencies.log.warn(
        { ...aboutDevice(session), module, refusal: answer.code },
        'missing blocks were not sent again',
      );
      if (unreached.has(answer.code)) return false;
      break;
    }
  }
  return true;
}

/** One round over all modules. False when the device cannot be reached, which says nothing about its blocks. */
async function askMissing(
  dependencies: IngestDependencies,
  session: DeviceSession,
  record: OpenRecord,
  blocks: StoredRecord['blocks'],
): Promise<boolean> {
  for (const [module, count] of Object.entries(blocks)) {
    const received = receivedOf(record.journal.content, session.meta, module) ?? new SequenceSet();
    const missingOf = () => receivedOf(record.journal.content, session.meta, module)?.countMissing(count) ?? count;
    let missing = missingOf();
    let idle = 0;
    for (let from = 0; idle < maxIdleCommands; ) {
      const sequences = received.missing(count, askedAtOnce, from);
      if (sequences.length === 0) break;
      from = (sequences.at(-1) ?? from) + 1;
      const params = { recordId: record.deviceRecordId, module, sequences };
      const answer = await dependencies.caller.call(session.number, 'v1.record.block.resend', params, resendTimeoutMs);
      const goesOn = toldNow(session, record) !== undefined && record.state === 'repairing';
      if (!goesOn || record.journal.state !== 'ok') return true;
      if (isRefusal(answer)) {
        dependencies.log.warn(
          { ...aboutDevice(session), module, refusal: answer.code },
          'missing blocks were not sent again',
        );
        if (unreached.has(answer.code)) return false;
        break;
      }
      if (answer.sent === 0) break;
      const left = missingOf();
      idle = left < missing ? 0 : idle + 1;
      missing = left;
    }
  }
  return true;
}

/**
 * Ends the journal with what it has and hands the record to decoding, in one transaction. The device is told to forget
 * the record only when nothing is missing and all of it is on disk. False when it failed; the record is as before.
 */
export function finishRecord(
  dependencies: IngestDependencies,
  session: DeviceSession,
  record: OpenRecord,
): Promise<boolean> {
  record.finishing ??= tryToFinish(dependencies, session, record).finally(() => {
    record.finishing = undefined;
  });
  return record.finishing;
}

/** As {@link finishRecord}, again and again: for a device that is no longer followed, whom nobody else comes back to. */
export async function finishAtLast(
  dependencies: IngestDependencies,
  session: DeviceSession,
  record: OpenRecord,
): Promise<void> {
  const { stopping: signal } = dependencies;
  while (!(await finishRecord(dependencies, session, record)) && !signal.aborted) {
    const waitMs = Math.max(0, record.retryAtMs - dependencies.clock.monotonicMs());
    await sleep(waitMs, undefined, { ref: false, signal }).catch(() => {}); // ended: it goes on at the next start
  }
}

async function tryToFinish(
  dependencies: IngestDependencies,
  session: DeviceSession,
  record: OpenRecord,
): Promise<boolean> {
  if (record.state === 'finishing') return true; // it has ended before
  record.state = 'finishing';
  try {
    await finish(dependencies, session, record);
    return true;
  } catch (error) {
    record.state = 'repairing';
    waitLonger(dependencies, record);
    const inMs = record.retryAtMs - dependencies.clock.monotonicMs();
    dependencies.log.error(
      { ...aboutDevice(session), record: record.recordId, error: String(error), inMs: Math.round(inMs) },
      'a record could not be finished; it is tried again',
    );
    return false;
  }
}

async function finish(dependencies: IngestDependencies, session: DeviceSession, record: OpenRecord): Promise<void> {
  const { recordId, clientId, startUs } = record;
  const certain = !record.journal.doubtful || (await writeAnew(dependencies, session, record));
  const { journal, told } = record;
  const stopUs = told?.stored.stopUs ?? null;
  // Only a device that told the end of the record knows how many blocks there are.
  const ended = stopUs === null ? undefined : told?.stored;
  const missingBlocks = ended ? countMissing(journal.content, session.meta, ended) : null;
  const onDisk = await endJournal(session, record, { stopUs, missingBlocks, certain });
  const found = {
    durationSeconds: Math.max(0, ((stopUs ?? record.lastUs) - startUs) / 1e6),
    missingBlocks,
    sizeBytes: journal.bytes,
    onDisk,
    metaProblem: session.undescribed,
  };
  const kept = await completeRecord(dependencies.life, { id: recordId, clientId }, found);
  await journal.close().catch((error: unknown) => {
    dependencies.log.warn(
      { ...aboutDevice(session), record: recordId, error: String(error) },
      'a journal did not close cleanly',
    );
  });
  session.records.closed(record);
  if (ended) session.records.ended(record);
  if (!kept) {
    dependencies.log.info(
      { ...aboutDevice(session), record: recordId },
      'a record was deleted, or ended by another path, while it was open',
    );
    return;
  }
  dependencies.log.info(
    { ...aboutDevice(session), record: recordId, missingBlocks, onDisk },
    howItEnded(missingBlocks),
  );
  const evidence = { told: record.told, startUs, content: journal.content, isOnDisk: onDisk };
  void letForget(dependencies, session, evidence).then((why) => {
    // It has connected since: its list was read while the record could not be repaired.
    if (why === 'notCompared') session.memory.fetchLater(dependencies.clock.monotonicMs());
  });
}

/** @param missingBlocks null: the device did not come back to say how many there are */
function howItEnded(missingBlocks: number | null): LogSentence {
  if (missingBlocks === null) return 'a record ended without its device';
  return missingBlocks === 0 ? 'a record is complete' : 'a record ended incomplete';
}

/** Whether all of the journal, its end included, is certain to be on disk. */
async function endJournal(
  session: DeviceSession,
  record: OpenRecord,
  { stopUs, missingBlocks, certain }: { stopUs: number | null; missingBlocks: number | null; certain: boolean },
): Promise<boolean> {
  const { journal } = record;
  const hasHeader = journal.content.header !== undefined || writeHeader(session, record);
  if (!hasHeader || !journal.end(stopUs, missingBlocks ?? 0)) {
    throw new Error(`the disk does not take the end of the journal (${journal.state})`);
  }
  try {
    await journal.sync();
  } catch (error) {
    if (certain) throw error; // the next try writes it anew
  }
  return certain && !journal.doubtful;
}

/** False when the disk refuses that, too: then the record ends with what is here, and the device keeps its copy. */
async function writeAnew(
  dependencies: IngestDependencies,
  session: DeviceSession,
  record: OpenRecord,
): Promise<boolean> {
  const lacking = () => countMissing(record.journal.content, session.meta, record.told?.stored ?? noneOfIt);
  const missingBefore = lacking();
  try {
    record.journal = await dependencies.journals.rewrite(record.journal, {
      temporary: join(dependencies.folder.temporary, `${record.uid}.journal`),
      syncFailed: (error) => countSyncFailure(dependencies, { deviceNumber: session.number }, error),
    });
  } catch (error) {
    dependencies.log.error(
      { ...aboutDevice(session), record: record.recordId, error: String(error) },
      'a journal that may not be on disk stays so',
    );
    return false;
  }
  dependencies.log.warn(
    { ...aboutDevice(session), record: record.recordId },
    'a journal that might not be on disk was written anew',
  );
  if (session.connected && lacking() > missingBefore) {
    throw new Error('blocks that could not be read back are asked for again');
  }
  return !record.journal.doubtful;
}

function waitLonger(dependencies: IngestDependencies, record: OpenRecord): void {
  const waitMs = Math.min(retryMostMs, retryFirstMs * 2 ** record.failures++);
  record.retryAtMs = dependencies.clock.monotonicMs() + waitMs;
}
