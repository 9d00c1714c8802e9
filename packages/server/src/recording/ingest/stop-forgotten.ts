import { isRefusal } from '@sillage/contract';
import { aboutDevice } from './about-device.ts';
import type { OpenRecord } from './device-record.ts';
import type { DeviceSession } from './device-session.ts';
import { stopRecord } from './follow-records.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';

/** ms between two looks at how long records have been going on. */
const lookEveryMs = 5000;

/**
 * Stops records that go on for longer than their client wants, as a person would: by a command to the device. The time is
 * this server's own since it opened the record, so that no clock that is set ends one too early; a restart begins anew.
 */
export function stopForgottenRecords(dependencies: IngestDependencies, sessions: ReadonlyMap<number, DeviceSession>) {
  const { clock, log } = dependencies;
  let nextMs = Number.NEGATIVE_INFINITY;
  let looking = false;
  /** Those whose device did not obey, once it was said. */
  const told = new WeakSet<OpenRecord>();

  async function look(): Promise<void> {
    const running = [...sessions.values()].filter((session) => recordOf(session) !== undefined);
    for (const [clientId, theirs] of Map.groupBy(running, ({ row }) => row.clientId)) {
      const { stopAfterSeconds } = await dependencies.rulesOf(clientId);
      if (stopAfterSeconds === undefined) continue;
      await Promise.all(theirs.map((session) => stopIfForgotten(session, stopAfterSeconds)));
    }
  }

  async function stopIfForgotten(session: DeviceSession, afterSeconds: number): Promise<void> {
    const record = recordOf(session);
    if (record === undefined || clock.monotonicMs() - record.openedMs < afterSeconds * 1000) return;
    const { connection } = session;
    const stored = await dependencies.caller.call(session.number, 'v1.record.rec.stop', {});
    const about = { ...aboutDevice(session), record: record.recordId };
    if (isRefusal(stored)) {
      if (!told.has(record))
        log.warn({ ...about, reason: stored.code }, 'a forgotten record was not stopped; it is tried again');
      told.add(record);
      return;
    }
    const stopped = session.records.get(stored.id);
    if (stopped !== undefined) stopRecord(dependencies, session, stopped, { stored, connection });
    log.info({ ...about, afterSeconds }, 'a forgotten record was stopped');
  }

  /** To be called often; looks now and then, one look at a time. */
  return function lookNowAndThen(): void {
    if (looking || clock.monotonicMs() < nextMs) return;
    nextMs = clock.monotonicMs() + lookEveryMs;
    looking = true;
    look()
      .catch((error: unknown) => log.error({ error: String(error) }, 'forgotten records were not looked for'))
      .finally(() => {
        looking = false;
      });
  };
}

/** The open record that the device says it is making. */
function recordOf({ running, records }: DeviceSession): OpenRecord | undefined {
  return running && records.get(running.id);
}
