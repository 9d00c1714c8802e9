import { DeviceMeta, type DeviceReport, type ModuleMeta, sampleBytes } from '@sillage/device-protocol';
import type { DeviceRow } from '../../administration/devices/index.ts';
import { DeviceClock } from './device-clock.ts';
import { DeviceMemory } from './device-memory.ts';
import type { OpenRecord } from './device-record.ts';
import { DeviceRecords } from './device-records.ts';
import { isSameStart, type Told, toldNow } from './told-records.ts';
import { createWishes } from './want-streams.ts';

export interface NamedModule {
  readonly name: string;
  readonly module: ModuleMeta;
  /** Of one sample over all columns. */
  readonly sampleBytes: number;
}

/** Connections within so many ms that are too many: the network is bad, or two devices have one number. */
const [manyConnections, manyWithinMs] = [4, 60_000];

export function nameModule(name: string, module: ModuleMeta): NamedModule {
  return { name, module, sampleBytes: sampleBytes(module) };
}

/** What the server knows of a device now, and all that may change it. One for each enabled device, connected or not. */
export class DeviceSession {
  readonly number: number;
  readonly records = new DeviceRecords();
  readonly memory = new DeviceMemory();
  readonly clock = new DeviceClock();
  readonly wishes = createWishes();
  #row: DeviceRow;
  #meta: DeviceMeta | undefined;
  #modulesText: string | undefined;
  #modulesById: ReadonlyMap<number, NamedModule> = new Map();
  #metaProblem: string | undefined;
  #connected = false;
  #connection = 0;
  /** monotonic ms; when the last ones began. */
  #connectedMs: number[] = [];
  #report: DeviceReport | undefined;
  #reportMs = 0;
  #stateWhenLeft: DeviceReport['state'] | undefined;
  #heardAtMs = 0;
  #silentMs = 0;
  #isAsked = false;
  #streamAskedMs = Number.NEGATIVE_INFINITY;
  #toldName: string | undefined;
  #scenario: DeviceReport['state'] | undefined;

  constructor(row: DeviceRow) {
    this.number = row.number;
    this.#row = row;
    const known = DeviceMeta.safeParse(row.meta);
    if (known.success) this.#take(known.data);
  }

  get row(): DeviceRow {
    return this.#row;
  }

  /** What its row says now. */
  adopt(row: DeviceRow): void {
    this.#row = row;
  }

  get meta(): DeviceMeta | undefined {
    return this.#meta;
  }

  /** The modules as JSON, to tell a description from another. */
  get modulesText(): string | undefined {
    return this.#modulesText;
  }

  get modulesById(): ReadonlyMap<number, NamedModule> {
    return this.#modulesById;
  }

  /** The field of the last meta for which it was refused; undefined when it was taken. */
  get metaProblem(): string | undefined {
    return this.#metaProblem;
  }

  /** It says what it is. Answers whether its row has it otherwise. */
  described(meta: DeviceMeta): boolean {
    const isOther = JSON.stringify(meta) !== JSON.stringify(this.#row.meta);
    if (isOther) this.#row = { ...this.#row, meta };
    this.#metaProblem = undefined;
    this.#take(meta);
    return isOther;
  }

  describedWrongly(field: string): void {
    this.#metaProblem = field;
  }

  #take(meta: DeviceMeta): void {
    const modulesText = JSON.stringify(meta.modules);
    this.#meta = meta;
    if (this.#modulesText === modulesText) return; // the same objects stay: they are compared at each block
    this.#modulesText = modulesText;
    const modules = Object.entries(meta.modules);
    this.#modulesById = new Map(modules.map(([name, module]) => [module.id, nameModule(name, module)] as const));
  }

  get connected(): boolean {
    return this.#connected;
  }

  /** Which of its connections this is, or was the last: from 1 since the start. */
  get connection(): number {
    return this.#connection;
  }

  /** It is told its name. Answers whether it was not told the same in this connection. */
  toldName(name: string): boolean {
    const isNew = this.#toldName !== name;
    this.#toldName = name;
    return isNew;
  }

  /** Whether it came and went too often lately. */
  connectsAgainAndAgain(monotonicMs: number): boolean {
    const [first = 0] = this.#connectedMs;
    return this.#connectedMs.length === manyConnections && monotonicMs - first < manyWithinMs;
  }

  get report(): DeviceReport | undefined {
    return this.#report;
  }

  /** It says how it does. Answers whether it was away before. */
  reported(report: DeviceReport, monotonicMs: number): boolean {
    const arrived = !this.#connected;
    this.#connected = true;
    this.#report = report;
    this.#reportMs = monotonicMs;
    if (arrived) {
      this.#connection++;
      this.#toldName = undefined;
      this.#connectedMs = [...this.#connectedMs, monotonicMs].slice(-manyConnections);
      this.clock.drop();
      this.memory.connected();
      this.#streamAskedMs = Number.NEGATIVE_INFINITY;
    }
    return arrived;
  }

  /** It says what it has of an open record. False when it speaks of another one under its number. */
  told(record: OpenRecord, told: Told): boolean {
    if (!isSameStart(record, told.stored)) return false;
    record.toldAs(told);
    if (toldNow(this, record) !== undefined) this.records.compared(record);
    return true;
  }

  /** It is not there any more. Answers whether it was. */
  left(): boolean {
    if (!this.#connected) return false;
    this.#stateWhenLeft = this.#report?.state;
    this.#connected = false;
    this.#report = undefined;
    this.memory.left();
    this.records.left();
    return true;
  }

  /** ms since 1970; when the device was last heard, 0 = not since the start. */
  get heardAtMs(): number {
    return this.#heardAtMs;
  }

  heard(atMs: number): void {
    this.#heardAtMs = atMs;
    this.#silentMs = 0;
    this.#isAsked = false;
  }

  /** ms for which nothing came, while this program was able to hear. */
  get silentMs(): number {
    return this.#silentMs;
  }

  wasSilent(ms: number): void {
    this.#silentMs += ms;
  }

  /** Whether it was not asked for an answer in this silence; from now on it was. */
  mayBeAsked(): boolean {
    const may = !this.#isAsked;
    this.#isAsked = true;
    return may;
  }

  /** monotonic ms; when the device was last asked to stream live values. */
  get streamAskedMs(): number {
    return this.#streamAskedMs;
  }

  askedToStream(monotonicMs: number): void {
    this.#streamAskedMs = monotonicMs;
  }

  /** What it does, or did when it left; `off` for one that was not there since the start and has no record open. */
  get state(): DeviceReport['state'] {
    return this.#scenario ?? this.ownState;
  }

  /** While it follows a scenario, what its state is shown as. Answers whether that is another one. */
  follows(scenario: DeviceReport['state'] | undefined): boolean {
    const isNew = this.#scenario !== scenario;
    this.#scenario = scenario;
    return isNew;
  }

  /** What it says itself. */
  get ownState(): DeviceReport['state'] {
    if (this.#connected) return this.#report?.state ?? 'idle';
    if (this.#stateWhenLeft !== undefined) return this.#stateWhenLeft;
    return this.records.all().some(({ state }) => state === 'recording') ? 'record' : 'off';
  }

  /** The record that it says it is making; undefined when away or idle. */
  get running(): { readonly id: number; readonly startUs: number } | undefined {
    return this.#connected ? (this.#report?.record ?? undefined) : undefined;
  }

  /** Why what it sends cannot be read; undefined when it can. */
  get undescribed(): string | undefined {
    return this.#metaProblem ?? (this.#meta === undefined ? 'meta: not published' : undefined);
  }

  /** µs since 1970 on the device now; undefined when it never told. */
  nowUs(monotonicMs: number): number | undefined {
    const measured = this.clock.known;
    const reportedUs = this.#report?.clockUs;
    if (reportedUs !== undefined && !(measured !== undefined && measured.atMs > this.#reportMs)) {
      return reportedUs + (monotonicMs - this.#reportMs) * 1000;
    }
    return measured === undefined ? undefined : measured.deviceUs + (monotonicMs - measured.atMs) * 1000;
  }
}
