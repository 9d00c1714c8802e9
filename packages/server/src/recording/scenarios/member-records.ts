import { setTimeout as wait } from 'node:timers/promises';
import { isRefusal, limits, type Translated } from '@sillage/contract';
import type { ScenarioEvent } from '@sillage/scenario-language';
import type { Clock } from '../../platform/clock/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { TappedBlock } from '../tap/index.ts';
import { LiveSamples } from './live-samples.ts';
import { endOfBlock } from './read-block.ts';
import type { RunDevices, RunRecords } from './run-devices.ts';
import type { Member, RunKept } from './run-state.ts';

/** ms for which the end of a run waits for a device that is away, and between two looks at it. */
const [awayMs, lookMs] = [60_000, 500];
/** Commands to one device that wait; a program that asks for more is told so. */
const mostWaiting = 50;

type Recorded = Extract<ScenarioEvent, { type: 'recorded' | 'analysed' }>;
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
}

const sayOf = (number: number, { fr, en }: Translated): Translated => ({
  fr: `Capteur ${number}\u00a0: ${fr}`,
  en: `Device ${number}: ${en}`,
});

/** What a run asks of its devices and their records: of each device one thing after the other. */
export class MemberRecords {
  readonly #dependencies: Dependencies;
  readonly #run: Run;
  readonly #chains = new Map<number, { done: Promise<void>; count: number }>();
  readonly #samples = new Map<number, LiveSamples>();
  /** Numbers of devices whose records were asked to end. */
  readonly #isStopping = new Set<number>();

  constructor(dependencies: Dependencies, run: Run) {
    this.#dependencies = dependencies;
    this.#run = run;
  }

  record(action: 'start' | 'stop', members: readonly Member[]): void {
    for (const member of members) {
      this.#inTurn(member, () => (action === 'start' ? this.#start(member) : this.#stop(member)));
    }
  }

  select(action: 'start' | 'stop', name: string | null, members: readonly Member[]): void {
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

  call(method: string, params: Readonly<Record<string, unknown>>, members: readonly Member[]): void {
    for (const member of members) this.#inTurn(member, () => this.#command(member.number, method, params));
  }

  /** Of a stretch that was just measured at once, else when the last record of each has signals. */
  analyse(analysis: string, window: readonly [number, number] | null, members: readonly Member[]): void {
    for (const { number } of members) {
      if (this.#run.kept.analyses.length >= limits.scenarioResults) return;
      this.#run.kept.analyses.push({ device: number, analysis, window: window === null ? null : [...window] });
    }
    for (const member of members) this.#inTurn(member, () => this.#analyseWaiting(member));
  }

  /** A block of a device: which record it makes, and when that began. */
  heard(member: Member, block: TappedBlock): void {
    const { recordId } = block.header;
    if (recordId === 0) return;
    if (member.deviceRecordId !== recordId) Object.assign(member, { deviceRecordId: recordId, zeroSeconds: null });
    const id = this.#dependencies.devices.measuringDevice(member.number)?.recordId;
    if (id !== undefined) this.#note(member, id);
    const startUs = this.#dependencies.devices.tap.startOf(member.number, recordId);
    if (startUs === undefined) return;
    const samples = this.#samples.get(member.number) ?? new LiveSamples();
    this.#samples.set(member.number, samples);
    samples.take(block, startUs);
    // The block that was the least long on its way says it best.
    const zero = this.#run.seconds() - endOfBlock(block, startUs);
    member.zeroSeconds = Math.min(member.zeroSeconds ?? zero, zero);
  }

  async decoded(recordId: number): Promise<void> {
    const member = this.#run.kept.members.find(({ recordIds }) => recordIds.includes(recordId));
    if (member === undefined || member.readableIds.includes(recordId)) return;
    if (!(await this.#dependencies.records.isReadable(recordId))) return;
    if (member.readableIds.includes(recordId)) return;
    member.readableIds.push(recordId);
    this.#run.happened({ type: 'recorded', device: member.number, recordId });
    this.#run.changed();
    await this.#analyseWaiting(member);
  }

  /** Those that are there and do not record any more, which nobody asked them for. */
  async stoppedByThemselves(): Promise<Member[]> {
    const { devices } = this.#dependencies;
    const making = this.#run.kept.members.filter(
      ({ joined, deviceRecordId, number }) => joined && deviceRecordId !== null && !this.#isStopping.has(number),
    );
    const stopped: Member[] = [];
    for (const member of making) {
      const status = devices.deviceStatus(member.number);
      if (status?.is_connected && status.deviceRecId === null) stopped.push(member);
    }
    return stopped;
  }

  /** A device leaves: its record ends, also when it is away for a while. */
  async release(member: Member): Promise<void> {
    const { devices, clock, log } = this.#dependencies;
    await this.#chains.get(member.number)?.done;
    const untilMs = clock.monotonicMs() + awayMs;
    const isAway = () => member.deviceRecordId !== null && !devices.deviceStatus(member.number)?.is_connected;
    while (isAway() && clock.monotonicMs() < untilMs) await wait(lookMs, undefined, { ref: false });
    if (isAway()) log.warn({ device: member.number }, 'a device that left a scenario is away: its record goes on');
    else await this.#stop(member);
  }

  #inTurn(member: Member, work: () => Promise<void>): void {
    const before = this.#chains.get(member.number) ?? { done: Promise.resolve(), count: 0 };
    if (before.count >= mostWaiting) {
      this.#run.failed(sayOf(member.number, { fr: 'trop de demandes à la fois', en: 'too many requests at once' }));
      return;
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
  }

  async #start(member: Member): Promise<void> {
    this.#isStopping.delete(member.number);
    await this.#command(member.number, 'v1.record.rec.start', {});
  }

  async #stop(member: Member): Promise<void> {
    const { devices } = this.#dependencies;
    this.#isStopping.add(member.number);
    const now = await devices.recordNow(member.number);
    if (now !== undefined) {
      this.#note(member, now.recordId);
      await this.#command(member.number, 'v1.record.rec.stop', {});
    }
    member.deviceRecordId = null;
    this.#run.changed();
  }

  async #command(number: number, method: string, params: Readonly<Record<string, unknown>>): Promise<void> {
    const outcome = await this.#dependencies.devices.command(number, method, params);
    if (isRefusal(outcome)) this.#run.failed(sayOf(number, outcome.body().message));
  }

  #note(member: Member, recordId: number): void {
    if (member.recordIds.includes(recordId) || member.recordIds.length >= limits.recordsASession) return;
    member.recordIds.push(recordId);
    this.#run.changed();
  }

  async #analyseWaiting(member: Member): Promise<void> {
    const recordId = member.recordIds.at(-1);
    if (recordId === undefined) return;
    const { kept, happened } = this.#run;
    const { records } = this.#dependencies;
    for (const waiting of kept.analyses.filter(({ device }) => device === member.number)) {
      const { analysis, window } = waiting;
      const zero = member.zeroSeconds ?? 0;
      const inRecord = window && ([Math.max(0, window[0] - zero), Math.max(0, window[1] - zero)] as const);
      const isReadable = member.readableIds.includes(recordId);
      const samples = isReadable || inRecord === null ? undefined : this.#samplesOf(member, inRecord);
      if (!isReadable && samples === undefined) continue;
      kept.analyses = kept.analyses.filter((one) => one !== waiting);
      const found =
        samples === undefined
          ? await records.analyse(recordId, analysis, inRecord)
          : await records.analyseLive(recordId, analysis, samples);
      happened({ type: 'analysed', device: member.number, recordId, analysis, ...found });
    }
  }

  #samplesOf({ number, deviceRecordId }: Member, [from, to]: readonly [number, number]) {
    return this.#samples.get(number)?.of(deviceRecordId, from, to);
  }
}
