import {
  DeviceMeta,
  type DeviceReport,
  type ModuleMeta,
  type StoredRecord,
  sampleBytes,
} from '@sillage/device-protocol';
import type { AwaitedState } from '@sillage/domain';
import type { DeviceRow } from '../../administration/devices/index.ts';
import type { Journal, JournalState } from '../journal/index.ts';
import type { MeasuredClock } from './measure-clock.ts';
import type { Wish } from './want-streams.ts';

/** A record whose samples still come in. */
export interface OpenRecord {
  readonly recordId: number;
  readonly uid: string;
  readonly clientId: number;
  readonly deviceRecordId: number;
  /** µs, device clock: T = 0. */
  readonly startUs: number;
  /** `recording`: live. `repairing`: stopped, missing blocks are asked for. `finishing`: nothing is taken any more. */
  state: AwaitedState | 'finishing';
  journal: Journal;
  /** µs, device clock, of the newest block. */
  lastUs: number;
  /** What the device said it holds, once stopped. */
  stored: StoredRecord | undefined;
  /** While it is being finished. */
  finishing: Promise<boolean> | undefined;
  /** Monotonic ms; before it, finishing that failed is not tried again. */
  retryAtMs: number;
  failures: number;
  /** Server clock minus device clock, µs, by which the record is dated; null when it was not known. */
  readonly clockOffsetUs: number | null;
  /** monotonic ms */
  readonly openedMs: number;
  hasWrongTime: boolean;
  /** Descriptions of the device in the journal since it was opened. */
  headers: number;
  /** The modules in the last of them, as JSON. */
  describedAs: string | undefined;
}

export interface NamedModule {
  readonly name: string;
  readonly module: ModuleMeta;
  /** Of one sample over all columns. */
  readonly sampleBytes: number;
}

export function nameModule(name: string, module: ModuleMeta): NamedModule {
  return { name, module, sampleBytes: sampleBytes(module) };
}

/** What the server knows of a device now. One for each enabled device, connected or not. */
export interface DeviceSession {
  readonly number: number;
  row: DeviceRow;
  connected: boolean;
  meta: DeviceMeta | undefined;
  /** As JSON, to tell a description from another. */
  modulesText: string | undefined;
  modulesById: ReadonlyMap<number, NamedModule>;
  report: DeviceReport | undefined;
  /** What the device was doing when it was last there; undefined when it was not since the start. */
  stateWhenLeft: DeviceReport['state'] | undefined;
  /** monotonic ms */
  reportMs: number;
  /** ms since 1970; when the device was last heard, 0 = not since the start. */
  heardAtMs: number;
  /** ms for which nothing came, while this program was able to hear. */
  silentMs: number;
  /** In this silence it was asked for an answer. */
  isAsked: boolean;
  /** As measured since the device connected; undefined before. */
  clock: MeasuredClock | undefined;
  /** How often what was known of its clock was dropped. */
  clockEra: number;
  /** The last measurement, which may go on; undefined before. */
  measuring: Promise<MeasuredClock | undefined> | undefined;
  /** The field of the last meta for which it was refused; undefined when it was taken. */
  metaProblem: string | undefined;
  /** By the device's own record number. */
  readonly records: Map<number, OpenRecord>;
  /** Why the last record could not be opened. */
  openProblem: JournalState;
  /** Monotonic ms from which the device is asked again what it has recorded, because something of it was not fetched. */
  fetchAgainMs: number;
  /** How often that was so since it connected. */
  fetchFailures: number;
  /** Records that are being opened now. */
  readonly opening: Map<number, Promise<void>>;
  /** Records stopped and complete, by number with their start in µs: their blocks are not wanted any more. */
  readonly closed: Map<number, number>;
  /** Records that may still be opened in a row because the device reports them, and when (monotonic ms) that was true. */
  openings: { left: number; atMs: number };
  /** Blocks that came before their record was open; not shown, and bounded: the device still has them. */
  readonly held: Map<number, Uint8Array[]>;
  heldBytes: number;
  repairing: boolean;
  /** What the device has in its memory and was not looked at yet. */
  unfetched: AsyncGenerator<StoredRecord, void> | undefined;
  /** monotonic ms; when the device was last asked to stream live values. */
  streamAskedMs: number;
  /** What callers want it to stream, by caller. */
  readonly wishes: Map<string, Wish>;
}

export function newSession(row: DeviceRow): DeviceSession {
  const session: DeviceSession = {
    number: row.number,
    row,
    connected: false,
    meta: undefined,
    modulesText: undefined,
    modulesById: new Map(),
    report: undefined,
    stateWhenLeft: undefined,
    reportMs: 0,
    heardAtMs: 0,
    silentMs: 0,
    isAsked: false,
    clock: undefined,
    clockEra: 0,
    measuring: undefined,
    metaProblem: undefined,
    records: new Map(),
    openProblem: 'ok',
    fetchAgainMs: Number.POSITIVE_INFINITY,
    fetchFailures: 0,
    opening: new Map(),
    closed: new Map(),
    openings: { left: 0, atMs: Number.NEGATIVE_INFINITY },
    held: new Map(),
    heldBytes: 0,
    repairing: false,
    unfetched: undefined,
    streamAskedMs: Number.NEGATIVE_INFINITY,
    wishes: new Map(),
  };
  const known = DeviceMeta.safeParse(row.meta);
  if (known.success) setMeta(session, known.data);
  return session;
}

/** Why what the device sends cannot be read; undefined when it can. */
export function metaProblemOf({ meta, metaProblem }: DeviceSession): string | undefined {
  return metaProblem ?? (meta === undefined ? 'meta: not published' : undefined);
}

export function setMeta(session: DeviceSession, meta: DeviceMeta): void {
  const modulesText = JSON.stringify(meta.modules);
  session.meta = meta;
  if (session.modulesText === modulesText) return; // the same objects stay: they are compared at each block
  session.modulesText = modulesText;
  const modules = Object.entries(meta.modules);
  session.modulesById = new Map(modules.map(([name, module]) => [module.id, nameModule(name, module)] as const));
}

/** ms after which what a device has recorded is asked for again: doubled each time. */
const fetchAgainFirstMs = 2000;
const fetchAgainMostMs = 60_000;

/** Something in the memory of the device was not fetched: nobody may have to reconnect it for that. */
export function fetchLater(session: DeviceSession, monotonicMs: number): void {
  const waitMs = Math.min(fetchAgainMostMs, fetchAgainFirstMs * 2 ** session.fetchFailures++);
  session.fetchAgainMs = monotonicMs + waitMs;
}

/** Whether what the device sends reaches the disk: the worst of its journals. */
export function journalState({ records, openProblem }: DeviceSession): JournalState {
  const states = [openProblem, ...[...records.values()].map(({ journal }) => journal.state)];
  return states.find((state) => state === 'full') ?? states.find((state) => state === 'failing') ?? 'ok';
}

/** What a device does, or did when it left; `off` for one that was not there since the start and has no record open. */
export function stateOf({ connected, report, stateWhenLeft, records }: DeviceSession): DeviceReport['state'] {
  if (connected) return report?.state ?? 'idle';
  if (stateWhenLeft !== undefined) return stateWhenLeft;
  return [...records.values()].some(({ state }) => state === 'recording') ? 'record' : 'off';
}

/** The record that the device says it is making; undefined when away or idle. */
export function runningRecord(session: DeviceSession): { id: number; startUs: number } | undefined {
  return session.connected ? (session.report?.record ?? undefined) : undefined;
}
