import { type DeviceSession, type OpenRecord, runningRecord } from './device-session.ts';

/** Open records that their devices are making now. */
export function recordedNow(sessions: Iterable<DeviceSession>): OpenRecord[] {
  return [...sessions].flatMap((session) => {
    const running = runningRecord(session);
    const record = running && session.records.get(running.id);
    return record === undefined ? [] : [record];
  });
}

/** Which of these records wait for a device that is away, and since when: a device that is gone will not come back. */
export function findAway(
  sessions: Iterable<DeviceSession>,
  recordIds: readonly number[],
): ReadonlyMap<number, { readonly sinceMs: number | null }> {
  const away = new Map<number, { readonly sinceMs: number | null }>(recordIds.map((id) => [id, { sinceMs: null }]));
  for (const { connected, heardAtMs, row, records } of sessions) {
    const sinceMs = heardAtMs > 0 ? heardAtMs : (row.lastSeenAt?.getTime() ?? null);
    for (const { recordId } of records.values()) {
      if (!away.has(recordId)) continue;
      if (connected) away.delete(recordId);
      else away.set(recordId, { sinceMs });
    }
  }
  return away;
}
