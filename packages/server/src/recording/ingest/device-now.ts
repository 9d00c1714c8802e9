import type { DeviceMeta } from '@sillage/device-protocol';
import type { DeviceSession } from './device-session.ts';
import { settlesWithin } from './wait-at-most.ts';

/** ms for which somebody waits for a record that begins just now. */
const openingMs = 3000;

/** The record that a device makes at one moment. */
export interface RecordNow {
  readonly recordId: number;
  /** s of the record, by its own clock. */
  readonly recTime: number;
}

/** A device as other rooms meet it. */
export interface DeviceNow {
  readonly id: number;
  readonly number: number;
  readonly clientId: number;
  readonly isConnected: boolean;
  /** What it records now; undefined when nothing. The moment is that of the call, however long the record takes to open. */
  recordNow(): Promise<RecordNow | undefined>;
}

/** A device as those meet it who work with its samples. */
export interface MeasuringDevice {
  readonly id: number;
  readonly clientId: number;
  readonly meta: DeviceMeta | undefined;
  /** The server's record of what the device records now. */
  readonly recordId: number | undefined;
}

/** A device that is there, and how its clock stands. */
export interface ConnectedDevice {
  readonly deviceId: number;
  readonly number: number;
  readonly clientId: number;
  readonly meta: DeviceMeta | undefined;
  /** Server clock minus device clock, µs; null while it is not known. */
  readonly clockOffsetUs: number | null;
  /** Ids of the athletes who wear it. */
  readonly wornBy: readonly number[];
}

export function connectedDevice({ row, meta, clock }: DeviceSession): ConnectedDevice {
  const { id: deviceId, number, clientId } = row;
  const wornBy = row.users.map(({ id }) => id);
  return { deviceId, number, clientId, meta, clockOffsetUs: clock.known?.offsetUs ?? null, wornBy };
}

export function measuringDevice({ row, meta, running, records }: DeviceSession): MeasuringDevice {
  const recordId = running && records.get(running.id)?.recordId;
  return { id: row.id, clientId: row.clientId, meta, recordId };
}

export function deviceNow(session: DeviceSession, monotonicMs: () => number): DeviceNow {
  const { number, row, connected: isConnected } = session;
  const { id, clientId } = row;
  return { id, number, clientId, isConnected, recordNow: () => recordNow(session, monotonicMs()) };
}

async function recordNow(session: DeviceSession, atMs: number): Promise<RecordNow | undefined> {
  const { running, records } = session;
  if (running === undefined) return undefined;
  const nowUs = session.nowUs(atMs);
  const opening = records.openingOf(running.id);
  if (opening !== undefined) await settlesWithin(opening, openingMs);
  const record = records.get(running.id);
  if (record?.state !== 'recording') return undefined;
  const recTime = Math.max(0, Math.round(((nowUs ?? record.lastUs) - record.startUs) / 1000) / 1000);
  return { recordId: record.recordId, recTime };
}
