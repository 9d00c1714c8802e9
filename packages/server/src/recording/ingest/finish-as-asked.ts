import { type Refusal, refuse } from '@sillage/contract';
import { isAwaitedState } from '@sillage/domain';
import type { DeviceSession } from './device-session.ts';
import { endUnfollowed } from './end-unfollowed.ts';
import { downloadAgain, finishWithoutDevice } from './follow-records.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { findStreamedRecord, type RecordRow } from './repository.ts';
import { settlesWithin } from './wait-at-most.ts';

/** ms for which somebody who asks for the end of a record waits for it. */
const askedMs = 10_000;

interface Followed {
  get(number: number): DeviceSession | undefined;
}

/**
 * Ends a record with the samples that are here, also one whose device is not followed any more. `notOpen`: it was ended
 * before. Refused while the device is recording it.
 */
export async function finishAsAsked(
  dependencies: IngestDependencies,
  sessions: Followed,
  recordId: number,
): Promise<'finished' | 'notOpen' | Refusal> {
  const row = await findStreamedRecord(dependencies.database.db, recordId);
  if (row === undefined) return 'notOpen';
  const session = sessionOf(sessions, row);
  if (!(await settlesWithin(Promise.allSettled(session?.records.openings() ?? []), askedMs))) {
    return refuse('server.unavailable');
  }
  const finishing = finishWithoutDevice(dependencies, session, recordId);
  if (!(await settlesWithin(finishing, askedMs))) return refuse('server.unavailable'); // it goes on
  const outcome = await finishing;
  const orphan = outcome === 'notOpen' && isAwaitedState(row.decodeState);
  if (!orphan) return outcome;
  return (await endUnfollowed(dependencies, row)) ? 'finished' : 'notOpen';
}

/** Asks the device of a record again for what the journal lacks, or for all of it. */
export async function downloadAsAsked(
  dependencies: IngestDependencies,
  sessions: Followed,
  asked: { readonly recordId: number; readonly asksAll: boolean },
): Promise<'started' | Refusal> {
  const row = await findStreamedRecord(dependencies.database.db, asked.recordId);
  if (row === undefined) return refuse('record.fromFile');
  const session = sessionOf(sessions, row);
  return session === undefined ? refuse('record.deviceGone') : downloadAgain(dependencies, session, asked);
}

function sessionOf(sessions: Followed, { deviceNumber }: RecordRow): DeviceSession | undefined {
  return deviceNumber === null ? undefined : sessions.get(deviceNumber);
}
