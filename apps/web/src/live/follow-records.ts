import { isRecording, type RecordTime, recordTimeAt } from '@sillage/domain';
import type { LiveDevice } from './merge-device.ts';
import { takeRecordTime } from './record-clock.ts';

/** What one device recorded. */
export interface DeviceRecord {
  readonly device: LiveDevice;
  /** The device's own number of the record; null when it never said it. */
  readonly deviceRecId: number | null;
  /** s; the time its clock here showed when it was told to have stopped. */
  readonly seconds: number;
}

interface RunningRecord extends Pick<DeviceRecord, 'device' | 'deviceRecId'> {
  readonly clock: RecordTime;
}

/** What the devices of a client record together, and what they recorded until the next start. */
export interface FollowedRecords {
  /** Devices that record now, by number. */
  readonly running: ReadonlyMap<number, RunningRecord>;
  /** Those that have ended since the first of them started; each record once. No calibrations. */
  readonly ended: readonly DeviceRecord[];
  /** Devices whose record is no training, by number: ms of the page's clock until which it has to begin, undefined once it has. */
  readonly calibrating: ReadonlyMap<number, number | undefined>;
}

/** Records that are kept while another runs on for days: the newest. */
const mostEnded = 200;

export const nothingRecorded: FollowedRecords = {
  running: new Map(),
  ended: [],
  calibrating: new Map(),
};

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
    devices.filter(records).map((device) => [device.number, runOn(before.running.get(device.number), device, nowMs)]),
  );
  const stopped = devices.flatMap((device): DeviceRecord[] => {
    const known = before.running.get(device.number);
    if (known === undefined || !device.is_connected) return [];
    const now = running.get(device.number);
    if (now !== undefined && !isAnother(known, now)) return [];
    return [{ device, deviceRecId: known.deviceRecId, seconds: recordTimeAt(known.clock, nowMs) }];
  });
  const trained = stopped.filter(({ device }) => !before.calibrating.has(device.number));
  const calibrating = followCalibrations(before.calibrating, devices, nowMs);
  const starts = !trains(before.running, before.calibrating) && trains(running, calibrating);
  // An unchanged list stays one object: it is told once.
  const ended =
    trained.length === 0 ? before.ended : [...before.ended.filter(isNoneOf(trained)), ...trained].slice(-mostEnded);
  return { running, ended: starts ? [] : ended, calibrating };
}

/** Of a device that is away nothing new is known: it goes on aboard. */
function followCalibrations(
  before: FollowedRecords['calibrating'],
  devices: readonly LiveDevice[],
  nowMs: number,
): FollowedRecords['calibrating'] {
  if (before.size === 0) return before;
  const present = new Map(devices.map((device) => [device.number, device]));
  return new Map(
    [...before].flatMap(([number, untilMs]): [number, number | undefined][] => {
      const device = present.get(number);
      if (device?.is_connected !== true) return [[number, untilMs]];
      if (records(device)) return [[number, undefined]];
      return untilMs !== undefined && nowMs < untilMs ? [[number, untilMs]] : [];
    }),
  );
}

/** Whether anything runs but calibrations. */
function trains(running: FollowedRecords['running'], calibrating: FollowedRecords['calibrating']): boolean {
  return [...running.keys()].some((number) => !calibrating.has(number));
}

function runOn(known: RunningRecord | undefined, device: LiveDevice, nowMs: number): RunningRecord {
  const now = { device, deviceRecId: device.deviceRecId };
  const same = known === undefined || isAnother(known, now) ? undefined : known;
  // An object that was seen before says the time of then.
  const clock = same?.device === device ? same.clock : takeRecordTime(same?.clock, device.recTime, nowMs);
  return {
    device,
    deviceRecId: now.deviceRecId ?? same?.deviceRecId ?? null,
    clock: clock ?? { seconds: 0, atMs: nowMs },
  };
}

type Numbered = Pick<DeviceRecord, 'deviceRecId'>;

/** A device that is not said to have stopped makes another record than it did. */
function isAnother({ deviceRecId: before }: Numbered, { deviceRecId: now }: Numbered): boolean {
  return before !== null && now !== null && before !== now;
}

/** A device that goes on with a record after it stopped ends the same one again. */
function isNoneOf(others: readonly DeviceRecord[]): (one: DeviceRecord) => boolean {
  const keys = new Set(others.map(keyOfRecord));
  return (one) => !keys.has(keyOfRecord(one));
}

/** Tells a record that a device made from all others that are followed. */
export function keyOfRecord({ device, deviceRecId }: Pick<DeviceRecord, 'device' | 'deviceRecId'>): string {
  return `${device.number}/${deviceRecId}`;
}

/** s; of the longest record that runs; undefined while none does. */
export function longestRunning({ running }: FollowedRecords, nowMs: number): number | undefined {
  if (running.size === 0) return undefined;
  return Math.max(...[...running.values()].map(({ clock }) => recordTimeAt(clock, nowMs)));
}
