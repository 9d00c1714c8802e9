import type { DeviceMeta, DeviceReport, ModuleMeta, StoredRecord } from '@sillage/device-protocol';
import type { DeviceRow } from '../../administration/devices/index.ts';
import type { Journal, JournalState } from '../journal/index.ts';

/** A record whose samples still come in. */
export interface OpenRecord {
  readonly recordId: number;
  readonly uid: string;
  readonly clientId: number;
  readonly deviceRecordId: number;
  /** µs, device clock: T = 0. */
  readonly startUs: number;
  /** `recording`: live. `repairing`: stopped, missing blocks are asked for. `finishing`: nothing is taken any more. */
  state: 'recording' | 'repairing' | 'finishing';
  journal: Journal;
  /** The meta that the journal's blocks are described by from here on, once that is known. */
  describedBy: DeviceMeta | undefined;
  /** µs, device clock, of the newest block. */
  lastUs: number;
  /** What the device said it holds, once stopped. */
  stored: StoredRecord | undefined;
  /** While it is being finished. */
  finishing: Promise<boolean> | undefined;
  /** Monotonic ms; before it, finishing that failed is not tried again. */
  retryAtMs: number;
  failures: number;
}

/** What the server knows of a device now. One for each enabled device, connected or not. */
export interface DeviceSession {
  readonly number: number;
  row: DeviceRow;
  connected: boolean;
  meta: DeviceMeta | undefined;
  modulesById: ReadonlyMap<number, { readonly name: string; readonly module: ModuleMeta }>;
  report: DeviceReport | undefined;
  /** ms since 1970, server clock. */
  reportMs: number;
  heardMs: number;
  /** Server clock minus device clock, µs; null until measured. */
  clockOffsetUs: number | null;
  /** By the device's own record number. */
  readonly records: Map<number, OpenRecord>;
  /** Why the last record could not be opened. */
  openProblem: JournalState;
  /** Records that are being opened now. */
  readonly opening: Map<number, Promise<void>>;
  /** Records stopped and complete, by number with their start in µs: their blocks are not wanted any more. */
  readonly closed: Map<number, number>;
  /** Blocks that came before their record was open; not shown, and bounded: the device still has them. */
  readonly held: Map<number, Uint8Array[]>;
  heldBlocks: number;
  repairing: boolean;
  /** ms since 1970; when the device was last asked to stream live values. */
  streamAskedMs: number;
}

export function newSession(row: DeviceRow): DeviceSession {
  const session: DeviceSession = {
    number: row.number,
    row,
    connected: false,
    meta: undefined,
    modulesById: new Map(),
    report: undefined,
    reportMs: 0,
    heardMs: 0,
    clockOffsetUs: null,
    records: new Map(),
    openProblem: 'ok',
    opening: new Map(),
    closed: new Map(),
    held: new Map(),
    heldBlocks: 0,
    repairing: false,
    streamAskedMs: 0,
  };
  if (row.meta !== null) setMeta(session, row.meta);
  return session;
}

export function setMeta(session: DeviceSession, meta: DeviceMeta): void {
  session.meta = meta;
  session.modulesById = new Map(
    Object.entries(meta.modules).map(([name, module]) => [module.id, { name, module }] as const),
  );
}

/** Whether what the device sends reaches the disk: the worst of its journals. */
export function journalState({ records, openProblem }: DeviceSession): JournalState {
  const states = [openProblem, ...[...records.values()].map(({ journal }) => journal.state)];
  return states.find((state) => state === 'full') ?? states.find((state) => state === 'failing') ?? 'ok';
}

/** The record that the device says it is making; undefined when away or idle. */
export function runningRecord(session: DeviceSession): { id: number; startUs: number } | undefined {
  return session.connected ? (session.report?.record ?? undefined) : undefined;
}
