import { isRecording, type RecordTime, recordTimeAt } from '@sillage/domain';
import type { LiveDevice } from './merge-device.ts';
import { takeRecordTime } from './record-clock.ts';

/** What one device recorded. */
export interface DeviceRecord {
  readonly device: LiveDevice;
  /** s; the time its clock here showed when it was told to have stopped. */
  readonly seconds: number;
}

/** What the devices of a client record together, and what they recorded until the next start. */
export interface FollowedRecords {
  /** Devices that record now, by number. */
  readonly running: ReadonlyMap<number, { readonly device: LiveDevice; readonly clock: RecordTime }>;
  /** Those that have ended since the first of them started. */
  readonly ended: readonly DeviceRecord[];
}

export const nothingRecorded: FollowedRecords = { running: new Map(), ended: [] };

/** A device is there and records, even if it is about to stop. */
function records(device: LiveDevice): boolean {
  return device.is_connected && isRecording(device.state, { stopping: true, recovery: true });
}

/**
 * The devices' states came. A device that goes away while it records has not ended: it goes on aboard.
 * @param nowMs of the page's clock
 */
export function followRecords(before: FollowedRecords, devices: readonly LiveDevice[], nowMs: number): FollowedRecords {
  const running = new Map(
    devices.filter(records).map((device) => {
      const known = before.running.get(device.number);
      // An object that was seen before says the time of then.
      const clock = known?.device === device ? known.clock : takeRecordTime(known?.clock, device.recTime, nowMs);
      return [device.number, { device, clock: clock ?? { seconds: 0, atMs: nowMs } }] as const;
    }),
  );
  const stopped = devices.flatMap((device) => {
    const known = before.running.get(device.number);
    if (known === undefined || !device.is_connected || running.has(device.number)) return [];
    return [{ device, seconds: recordTimeAt(known.clock, nowMs) }];
  });
  const starts = before.running.size === 0 && running.size > 0;
  // An unchanged list stays one object: it is told once.
  const ended = stopped.length === 0 ? before.ended : [...before.ended, ...stopped];
  return { running, ended: starts ? [] : ended };
}

/** s; of the longest record that runs; undefined while none does. */
export function longestRunning({ running }: FollowedRecords, nowMs: number): number | undefined {
  if (running.size === 0) return undefined;
  return Math.max(...[...running.values()].map(({ clock }) => recordTimeAt(clock, nowMs)));
}
