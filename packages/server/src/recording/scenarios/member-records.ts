import { setTimeout as wait } from 'node:timers/promises';
import { type DeviceStatus, isRefusal, limits, type Translated } from '@sillage/contract';
import { rpcMethods } from '@sillage/device-protocol';
import type { ScenarioCommand, ScenarioEvent } from '@sillage/scenario-language';
import type { Clock } from '../../platform/clock/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { TappedBlock } from '../tap/index.ts';
import { LiveSamples } from './live-samples.ts';
import type { ReadBlock } from './read-block.ts';
import { RunAnalyses } from './run-analyses.ts';
import type { RunDevices, RunRecords } from './run-devices.ts';
import type { Member, RunKept } from './run-state.ts';

/** ms for which the end of a run waits for a device that is away, and between two looks at it. */
const [awayMs, lookMs] = [60_000, 500];
const startsRecord = 'v1.record.rec.start';
const stopsRecord = 'v1.record.rec.stop';
/** Commands to one device that wait; a program that asks for more is told so. */
const mostWaiting = 50;

type Recorded = Extract<ScenarioEvent, { type: 'recorded' | 'analysed' }>;
type ForDevices = Extract<ScenarioCommand, { type: 'record' | 'selection' | 'analyse' | 'rpc' }>;
type Timeless<E> = E extends unknown ? Omit<E, 'atSeconds'> : never;

interface Dependencies {
  readonly devices: RunDevices;
  readonly records: RunRecords;
  readonly clock: Clock;
  readonly log: Log;
}

interface Run {
  readonly kept: RunKept;
  readonly seconds: () => number;
  readonly happened: (event: Timeless<Recorded>) => void;
  /** Something that was asked for was not done. */
  readonly failed: (words: Translated) => void;
  readonly changed: () => void;
  readonly isOver: () => boolean;
  readonly foundLate: ConstructorParameters<typeof RunAnalyses>[1]['foundLate'];
}

const sayOf = (number: number, { fr, en }: Translated): Translated => ({
  fr: `Capteur ${number}\u00a0: ${fr}`,
  en: `Device ${number}: ${en}`,
});

const isConnected = (status: DeviceStatus | undefined): boolean => status?.is_connected ?? false;
/** It is there and says that it makes no record. */
const saysNoRecord = (status: DeviceStatus | undefined): boolean => isConnected(status) && status?.deviceRecId === null;

/** What a run asks of its devices and their records: of each device one thing after the other. */
export class MemberRecords {
  readonly #dependencies: Dependencies;
  readonly #run: Run;
  readonly #chains = new Map<number, { done: Promise<void>; count: number }>();
  readonly #samples = new Map<number, LiveSamples>();
  /** Numbers of devices whose records were asked to end. */
  readonly #isStopping = new Set<number>();
  /** Records that were begun, by the numbers of devices; known before a block of them is heard. */
  readonly #begun = new Map<number, number>();
  readonly #analyses: RunAnalyses;
  #isClosed = false;
  /** Numbers of devices that are leaving. */
  readonly #isLeaving = new Set<number>();

  constructor(dependencies: Dependencies, run: Run) {
    this.#dependencies = dependencies;
    this.#run = run;
    const samplesOf = (number: number) => this.#samples.get(number);
    this.#analyses = new RunAnalyses({ ...dependencies, samplesOf, inTurn: this.#inTurn.bind(this) }, run);
  }

  /** Does what a program asks of devices and their records; whether that was it. */
  perform(command: ScenarioCommand, joined: readonly Member[]): command is ForDevices {
    if (command.type === 'record') this.record(command.action, joined);
    else if (command.type === 'selection') this.#select(command.action, command.name, joined);
    else if (command.type === 'analyse') this.#analyses.ask(command, joined);
    else if (command.type === 'rpc') {
      const { device, method, params } = command;
      const those = joined.filter(({ number }) => device === null || number === device);
      this.#call(method, params, those);
    } else return false;
    return true;
  }

  record(action: 'start' | 'stop', members: readonly Member[]): void {
    for (const member of members) {
      this.#inTurn(member, async () => {
        if (action === 'start') await this.#start(member);
        else await this.#stop(member);
      });
    }
  }

  #select(action: 'start' | 'stop', name: string | null, members: readonly Member[]): void {
    const askedSeconds = this.#run.seconds();
    const { devices, records } = this.#dependencies;
    for (const member of members) {
      this.#inTurn(member, async () => {
        const now = await devices.recordNow(member.number);
        if (now === undefined) return;
        const t = Math.max(0, now.recTime - (this.#run.seconds() - askedSeconds));
        const refused = await records.select(action, now.recordId, t, name);
        if (refused !== undefined) this.#run.failed(sayOf(member.number, refused));
      });
    }
  }

  #call(method: string, params: Readonly<Record<string, unknown>>, members: readonly Member[]): void {
    for (const member of members) {
      this.#inTurn(member, async () => {
        if (method === startsRecord) await this.#start(member);
        else await this.#command(member.number, method, params);
      });
    }
  }

  /** A block of a device: which record it makes, and when that began. */
  heard(member: Member, block: TappedBlock, read: ReadBlock | undefined): void {
    const { recordId } = block.header;
    if (recordId === 0) return;
    if (member.deviceRecordId !== recordId) {
      Object.assign(member, { deviceRecordId: recordId, zeroSeconds: null });
      // One that its own button began.
      if (!this.#isStopping.has(member.number)) member.hasToStop = true;
    }
    const id = this.#dependencies.devices.measuringDevice(member.number)?.recordId;
    if (id !== undefined) this.#note(member, id);
    const startUs = this.#dependencies.devices.tap.startOf(member.number, recordId);
    if (startUs === undefined || read === undefined) return;
    const samples = this.#samples.get(member.number) ?? new LiveSamples();
    this.#samples.set(member.number, samples);
    // The block that was the least long on its way says it best.
    const zero = this.#run.seconds() - samples.take(block, read, startUs);
    member.zeroSeconds = Math.min(member.zeroSeconds ?? zero, zero);
    this.#analyses.heard(member);
  }

  async decoded(recordId: number): Promise<void> {
    const member = this.#run.kept.members.find(({ recordIds }) => recordIds.includes(recordId));
    if (member === undefined || member.readableIds.includes(recordId)) return;
    if (!(await this.#dependencies.records.isReadable(recordId))) return;
    if (member.readableIds.includes(recordId)) return;
    member.readableIds.push(recordId);
    this.#run.happened({ type: 'recorded', device: member.number, recordId });
    this.#run.changed();
    this.#analyses.decoded(member);
    await this.#chains.get(member.number)?.done;
  }

  /** Records that were decoded while nobody listened. */
  async recheck(): Promise<void> {
    for (const { recordIds } of this.#run.kept.members) for (const id of recordIds) await this.decoded(id);
  }

  /** Those that are there and do not record any more, which nobody asked them for. */
  stoppedByThemselves(): Member[] {
    const { devices } = this.#dependencies;
    const making = this.#run.kept.members.filter(
      (member) => member.joined && member.deviceRecordId !== null && !this.#isEnding(member),
    );
    return making.filter(({ number }) => saysNoRecord(devices.deviceStatus(number)));
  }

  #isEnding({ number, hasToStop }: Member): boolean {
    return this.#isStopping.has(number) || (hasToStop && !this.#run.kept.records);
  }

  /** Whether a device that was away is still to be told that its record ends. */
  get hasToStop(): boolean {
    return this.#run.kept.members.some((member) => this.#isOverdue(member));
  }

  /** Asks those again whose records should have ended: they were away, or refused. Answers whether any of them did. */
  async stopOverdue(): Promise<boolean> {
    const { log } = this.#dependencies;
    const those = this.#run.kept.members.filter((member) => this.#isOverdue(member));
    for (const member of those) {
      const { number } = member;
      if (this.#isLeaving.has(number) || (this.#chains.get(number)?.count ?? 0) > 0) continue;
      this.#inTurn(member, async () => {
        if (!this.#isOverdue(member) || !(await this.#stop(member, true))) return;
        log.info({ device: number }, 'a device that was away ended the record of its scenario');
      });
    }
    await Promise.all(those.map(({ number }) => this.#chains.get(number)?.done));
    return those.some(({ hasToStop }) => !hasToStop);
  }

  #isOverdue({ hasToStop, joined }: Member): boolean {
    return hasToStop && !(joined && this.#run.kept.records);
  }

  /** The server ends: nobody is waited for any more. */
  close(): void {
    this.#isClosed = true;
  }

  /** A device leaves: its record ends, also when it is away for a while. Longer than that it is not waited for. */
  async release(member: Member): Promise<void> {
    const { clock, log } = this.#dependencies;
    const { number } = member;
    this.#isLeaving.add(number);
    await this.#chains.get(number)?.done;
    const untilMs = clock.monotonicMs() + awayMs;
    let isAgain = false;
    while (!(await this.#stop(member, isAgain)) && !this.#isClosed && clock.monotonicMs() < untilMs) {
      isAgain = true;
      await wait(lookMs, undefined, { ref: false });
    }
    this.#isLeaving.delete(number);
    if (member.hasToStop && !this.#isClosed)
      log.warn({ device: number }, 'a device left a scenario: its record ends once it is back');
  }

  #inTurn(member: Member, work: () => Promise<void>): boolean {
    const before = this.#chains.get(member.number) ?? { done: Promise.resolve(), count: 0 };
    if (before.count >= mostWaiting) {
      this.#run.failed(sayOf(member.number, { fr: 'trop de demandes à la fois', en: 'too many requests at once' }));
      return false;
    }
    before.count++;
    before.done = before.done
      .then(work)
      .catch((error: unknown) =>
        this.#dependencies.log.error({ device: member.number, error: String(error) }, 'what a scenario asked failed'),
      )
      .finally(() => {
        before.count--;
      });
    this.#chains.set(member.number, before);
    return true;
  }

  async #start(member: Member): Promise<void> {
    const hadToStop = member.hasToStop;
    this.#isStopping.delete(member.number);
    member.hasToStop = true;
    this.#run.changed();
    const outcome = await this.#command(member.number, startsRecord, {});
    // Nothing was sent; else it may have begun, whatever was answered.
    if (isRefusal(outcome) && outcome.code === 'device.notConnected') member.hasToStop = hadToStop;
    const begun = rpcMethods[startsRecord].result.safeParse(outcome);
    if (begun.success) this.#begun.set(member.number, begun.data.recordId);
  }

  /** Asks for the end of its record; whether there is none of the run any more. */
  async #stop(member: Member, isAgain = false): Promise<boolean> {
    const { devices } = this.#dependencies;
    const { number } = member;
    this.#isStopping.add(number);
    const status = devices.deviceStatus(number);
    if (!isConnected(status)) return !member.hasToStop;
    if (isAgain && this.#isOther(member, status)) return this.#stopped(member);
    const now = await devices.recordNow(number);
    if (now !== undefined) this.#note(member, now.recordId);
    else if (!member.hasToStop) return this.#stopped(member);
    const outcome = await devices.command(number, stopsRecord, {});
    if (!isRefusal(outcome) || saysNoRecord(devices.deviceStatus(number))) return this.#stopped(member);
    member.hasToStop = true;
    if (!isAgain) this.#run.failed(sayOf(number, outcome.body().message));
    return false;
  }

  /** What it records now is not what the run began. */
  #isOther({ number, deviceRecordId }: Member, status: DeviceStatus | undefined): boolean {
    const own = deviceRecordId ?? this.#begun.get(number);
    return own !== undefined && status?.deviceRecId != null && status.deviceRecId !== own;
  }

  #stopped(member: Member): true {
    this.#begun.delete(member.number);
    Object.assign(member, { hasToStop: false, deviceRecordId: null });
    this.#run.changed();
    return true;
  }

  async #command(number: number, method: string, params: Readonly<Record<string, unknown>>) {
    const outcome = await this.#dependencies.devices.command(number, method, params);
    if (isRefusal(outcome)) this.#run.failed(sayOf(number, outcome.body().message));
    return outcome;
  }

  #note(member: Member, recordId: number): void {
    if (member.recordIds.includes(recordId) || member.recordIds.length >= limits.recordsASession) return;
    member.recordIds.push(recordId);
    this.#run.changed();
  }
}
