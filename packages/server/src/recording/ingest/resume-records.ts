import { isAwaitedState } from '@sillage/domain';
import { aboutDevice } from './about-device.ts';
import type { DeviceSession } from './device-session.ts';
import { endUnfollowed } from './end-unfollowed.ts';
import { followReport } from './follow-records.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { type OpenableRow, resumeRecord } from './open-records.ts';
import type { RecordRow } from './repository.ts';
import { takeTurns } from './take-turns.ts';

/** Journals read at once at the start: each takes its turns on the event loop. */
const resumedAtOnce = 2;

/**
 * Records that were under way when the server ended, or was killed: their journals say what they have. Those whose device
 * was deleted or disabled meanwhile end here.
 */
export async function resumeRecords(
  dependencies: IngestDependencies,
  sessions: ReadonlyMap<number, DeviceSession>,
  rows: readonly RecordRow[],
): Promise<void> {
  const inTurn = takeTurns(resumedAtOnce);
  const all = rows.map((row) => {
    const session = row.deviceNumber === null ? undefined : sessions.get(row.deviceNumber);
    const { deviceRecordId } = row;
    if (session === undefined || deviceRecordId === null) {
      return endUnfollowed(dependencies, row).catch((error: unknown) =>
        dependencies.log.error({ record: row.id, error: String(error) }, 'a record without a device was not ended'),
      );
    }
    const resuming = inTurn(() => resume(dependencies, session, { ...row, deviceRecordId }));
    return session.records.whileOpening(deviceRecordId, resuming).finally(() => followReport(dependencies, session));
  });
  await Promise.all(all);
}

async function resume(dependencies: IngestDependencies, session: DeviceSession, row: OpenableRow): Promise<void> {
  if (dependencies.stopping.aborted) return;
  try {
    const state = isAwaitedState(row.decodeState) ? row.decodeState : 'repairing';
    const resumed = await resumeRecord(dependencies, session, row, state);
    if (resumed === 'unreadable') session.memory.fetchLater(dependencies.clock.monotonicMs());
    else dependencies.log.info({ ...aboutDevice(session), record: row.id }, 'a record goes on');
  } catch (error) {
    // It is opened again when the device reports or lists it, or at the next start.
    dependencies.log.error(
      { ...aboutDevice(session), record: row.id, error: String(error) },
      'a record could not be opened',
    );
  }
}
