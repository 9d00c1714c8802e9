import type { OpenRecord } from './device-record.ts';
import type { DeviceSession } from './device-session.ts';

/** Open records that their devices are making now. */
export function recordedNow(sessions: Iterable<DeviceSession>): OpenRecord[] {
  return [...sessions].flatMap((session) => {
    const record = session.running && session.records.get(session.running.id);
    return record === undefined ? [] : [record];
  });
}

/** A record under way, and whose it is; null when its device was deleted. */
export interface AwaitedRecord {
  readonly id: number;
  readonly deviceId: number | null;
}

/** Which of these records wait for a device that is away, and since when; one that is gone will not come back. */
export function findAway(
  sessions: Iterable<DeviceSession>,
  records: readonly AwaitedRecord[],
): ReadonlyMap<number, { readonly sinceMs: number | null }> {
  if (records.length === 0) return new Map();
  const byDevice = new Map([...sessions].map((session) => [session.row.id, session]));
  return new Map(
    records.flatMap(({ id, deviceId }) => {
      const session = deviceId === null ? undefined : byDevice.get(deviceId);
      if (session?.connected) return [];
      const heardAtMs = session?.heardAtMs || session?.row.lastSeenAt?.getTime();
      return [[id, { sinceMs: heardAtMs ?? null }] as const];
    }),
  );
}
