import { isRefusal } from '@sillage/contract';
import type { JournalContent } from '../journal/index.ts';
import { aboutDevice } from './about-device.ts';
import { countMissing } from './blocks-of-record.ts';
import type { DeviceSession } from './device-session.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { isSameStart, type Told } from './told-records.ts';

/** What speaks for it that a device may forget a record. */
export interface Evidence {
  /** What the device said last of the record of this number in its memory. */
  readonly told: Told | undefined;
  /** µs, device clock: of the record here. */
  readonly startUs: number;
  /** What the journal holds, read back if it was written anew. */
  readonly content: JournalContent;
  /** All of that is certain to be on disk. */
  readonly isOnDisk: boolean;
}

/**
 * Why a device keeps its copy. `away`: it is not there. `notCompared`: its start was not compared in this connection; it
 * may have lost its memory since. `otherRecord`: it uses the number for another one. `notEnded`: it still makes it.
 * `noModule`: it names no module, so that nothing can be counted. `missing`: a block is not here. `notOnDisk`: what is here
 * may be gone after a power cut.
 */
export type WhyKept = 'away' | 'notCompared' | 'otherRecord' | 'notEnded' | 'noModule' | 'missing' | 'notOnDisk';

/** The one place that says whether a device may forget a record; undefined: it may. */
export function whyKept(
  session: Pick<DeviceSession, 'connected' | 'connection' | 'running' | 'meta'>,
  { told, startUs, content, isOnDisk }: Evidence,
): WhyKept | undefined {
  if (!session.connected) return 'away';
  if (told === undefined || told.connection !== session.connection) return 'notCompared';
  const { stored } = told;
  if (!isSameStart(stored, { startUs })) return 'otherRecord';
  if (stored.stopUs === null || session.running?.id === stored.id) return 'notEnded';
  if (Object.keys(stored.blocks).length === 0) return 'noModule';
  if (countMissing(content, session.meta, stored) > 0) return 'missing';
  return isOnDisk ? undefined : 'notOnDisk';
}

/** Tells the device to forget a record, if it may. Answers why it keeps it otherwise. */
export async function letForget(
  dependencies: Pick<IngestDependencies, 'caller' | 'log' | 'clock'>,
  session: DeviceSession,
  evidence: Evidence,
): Promise<WhyKept | undefined> {
  const why = whyKept(session, evidence);
  if (why !== undefined || evidence.told === undefined) return why;
  const { id } = evidence.told.stored;
  const answer = await dependencies.caller.call(session.number, 'v1.record.rec.delete', { recordId: id });
  if (!isRefusal(answer)) return undefined;
  dependencies.log.warn(
    { ...aboutDevice(session), deviceRecordId: id, refusal: answer.code },
    'a device did not forget a record that is complete here',
  );
  const again = session.connected && answer.code !== 'device.unknownMethod';
  if (again) session.memory.fetchLater(dependencies.clock.monotonicMs());
  return undefined;
}
