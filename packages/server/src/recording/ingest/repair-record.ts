import { isRefusal } from '@sillage/contract';
import type { StoredRecord } from '@sillage/device-protocol';
import { SequenceSet } from '../journal/index.ts';
import { aboutDevice } from './about-device.ts';
import { countMissing, receivedOf } from './blocks-of-record.ts';
import type { OpenRecord } from './device-record.ts';
import type { DeviceSession } from './device-session.ts';
import { finishRecord } from './finish-records.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { findStoredRecord } from './list-stored-records.ts';
import { toldNow } from './told-records.ts';

/** Sequences asked for in one command. */
const askedAtOnce = 128;
const resendTimeoutMs = 30_000;
/** Commands in a row after which nothing new came, although the device says that it sent some. */
const maxIdleCommands = 8;
/** Rounds in which nothing missing came, after which the record ends without those blocks. */
const maxIdleRounds = 4;
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
  const { blocks } = toldNow(session, record) ?? { blocks: {} };
  const countLeft = () => countMissing(record.journal.content, session.meta, { blocks });
  if (record.asksAll) {
    const isThere = await askAll(dependencies, session, record, blocks);
    if (toldNow(session, record) === undefined || record.state !== 'repairing') return 'later';
    if (!isThere) {
      record.waitLonger(dependencies.clock.monotonicMs());
      return 'later';
    }
    record.askedAll();
  }
  let idleRounds = 0;
  for (let missing = countLeft(); missing > 0; ) {
    if (idleRounds >= maxIdleRounds) break;
    const isThere = await askMissing(dependencies, session, record, blocks);
    if (toldNow(session, record) === undefined || record.state !== 'repairing') return 'later';
    if (!isThere || record.journal.state !== 'ok') {
      record.waitLonger(dependencies.clock.monotonicMs()); // the device has them until it can be asked and the disk takes them
      return 'later';
    }
    const left = countLeft();
    idleRounds = left < missing ? 0 : idleRounds + 1;
    missing = left;
  }
  return (await finishRecord(dependencies, session, record)) ? 'finished' : 'later';
}

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
  record.waitLonger(dependencies.clock.monotonicMs());
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
