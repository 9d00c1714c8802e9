import type { DeviceStatus, DeviceStatusPatch } from '@sillage/contract';
import type { Clock } from '../../platform/clock/index.ts';
import type { Realtime } from '../../platform/socket/index.ts';
import type { DeviceSession } from './device-session.ts';
import { presentDevice } from './present-device.ts';

/** ms between two lists of a client's devices. */
const listPeriodMs = 500;
/** Keys that run with the clock: not worth a new list. */
const ticking: ReadonlySet<string> = new Set(['epoch', 'recTime', 'last_seen', 'clock_drift', 'link']);

export interface Announcer {
  /** Something of a device may have changed: sends what did. */
  changed(session: DeviceSession): void;
  /** A device no longer is of this client: sends the list without it. */
  left(clientId: number): void;
  stop(): void;
}

interface Dependencies {
  readonly realtime: Realtime;
  readonly clock: Clock;
  /** By number. */
  readonly devicesOf: (clientId: number) => DeviceSession[];
}

/** Sends patches of a device's status to its room, and the list of a client's devices, when they change. */
export function createAnnouncer({ realtime, clock, devicesOf }: Dependencies): Announcer {
  const told = new Map<number, Map<string, string>>();
  const timers = new Map<number, NodeJS.Timeout>();
  const listedMs = new Map<number, number>();

  function announceList(clientId: number): void {
    if (timers.has(clientId)) return;
    const since = clock.monotonicMs() - (listedMs.get(clientId) ?? Number.NEGATIVE_INFINITY);
    const waitMs = Math.min(listPeriodMs, Math.max(0, listPeriodMs - since));
    const timer = setTimeout(() => {
      timers.delete(clientId);
      const monotonicMs = clock.monotonicMs();
      listedMs.set(clientId, monotonicMs);
      if (!realtime.hasListeners('connectedDevices', clientId)) return;
      const list = devicesOf(clientId).map((session) => presentDevice(session, monotonicMs));
      realtime.emit('connectedDevices', clientId, list);
    }, waitMs);
    timers.set(clientId, timer);
  }

  return {
    changed(session) {
      const status = presentDevice(session, clock.monotonicMs());
      const before = told.get(session.number) ?? new Map<string, string>();
      const patch = difference(status, before);
      told.set(session.number, before);
      const keys = Object.keys(patch).filter((key) => key !== 'number');
      if (keys.length === 0) return;
      realtime.emit('boardStatus', session.number, patch);
      if (keys.some((key) => !ticking.has(key))) announceList(session.row.clientId);
    },
    left: announceList,
    stop() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** The keys of the status that differ from what was told before, which is brought up to date. */
function difference(status: DeviceStatus, before: Map<string, string>): DeviceStatusPatch {
  const changed = Object.entries(status).filter(([key, value]) => {
    const text = JSON.stringify(value);
    if (before.get(key) === text) return false;
    before.set(key, text);
    return true;
  });
  return { ...Object.fromEntries(changed), number: status.number };
}
