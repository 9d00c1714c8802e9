import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogSentence } from '../../platform/log/index.ts';
import { aboutDevice } from './about-device.ts';
import { countMissing } from './blocks-of-record.ts';
import type { OpenRecord } from './device-record.ts';
import type { DeviceSession } from './device-session.ts';
import { letForget } from './forget-records.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { countSyncFailure } from './open-journal-of-record.ts';
import { writeHeader } from './open-records.ts';
import { completeRecord } from './repository.ts';

/**
 * Ends the journal with what it has and hands the record to decoding, in one transaction. The device is told to forget
 * the record only when nothing is missing and all of it is on disk. False when it failed; the record is as before.
 */
export function finishRecord(
  dependencies: IngestDependencies,
  session: DeviceSession,
  record: OpenRecord,
): Promise<boolean> {
  const failed = (error: unknown) => {
    record.waitLonger(dependencies.clock.monotonicMs());
    const inMs = Math.round(record.retryAtMs - dependencies.clock.monotonicMs());
    dependencies.log.error(
      { ...aboutDevice(session), record: record.recordId, error: String(error), inMs },
      'a record could not be finished; it is tried again',
    );
  };
  return record.finishOnce(() => finish(dependencies, session, record), failed);
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

async function finish(dependencies: IngestDependencies, session: DeviceSession, record: OpenRecord): Promise<void> {
  const { recordId, clientId, startUs } = record;
  const certain = !record.journal.doubtful || (await writeAnew(dependencies, session, record));
  const { journal, stopUs, told } = record;
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
  const lookAgain = () => session.memory.fetchLater(dependencies.clock.monotonicMs());
  letForget(dependencies, session, evidence)
    // It has connected since: its list was read while the record could not be repaired.
    .then((why) => why === 'notCompared' && lookAgain())
    .catch((error: unknown) => {
      lookAgain();
      dependencies.log.error(
        { ...aboutDevice(session), record: recordId, error: String(error) },
        'a device was not told that a record is complete; its memory is looked at again',
      );
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
  const lacking = () => countMissing(record.journal.content, session.meta, record.told?.stored ?? { blocks: {} });
  const missingBefore = lacking();
  try {
    const anew = await dependencies.journals.rewrite(record.journal, {
      temporary: join(dependencies.folder.temporary, `${record.uid}.journal`),
      syncFailed: (error) => countSyncFailure(dependencies, { deviceNumber: session.number }, error),
    });
    record.rewritten(anew);
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
