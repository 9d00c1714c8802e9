import {
  limits,
  type RunEnd,
  type ScenarioStatus,
  type ScenarioRun as ShownRun,
  type Translated,
} from '@sillage/contract';
import type { DeviceState } from '@sillage/domain';
import { type ScenarioCommand, type ScenarioEvent, scenarioBounds } from '@sillage/scenario-language';
import { type Clock, within } from '../../platform/clock/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Realtime } from '../../platform/socket/index.ts';
import { fitStatus } from './fit-status.ts';
import type { RunNow } from './keep-runs.ts';
import { MemberRecords } from './member-records.ts';
import type { RunDevices, RunProgram, RunRecords } from './run-devices.ts';
import {
  type Member,
  newMember,
  presentRun,
  presentStatus,
  type RunAbout,
  type RunKept,
  type RunState,
} from './run-state.ts';
import { showCommand } from './show-command.ts';
import { StatusTelling } from './tell-status.ts';

/** ms that a program may take for one event; one that takes longer has failed. */
const patienceMs = 5000;
/** ms that it has for its last words when it is stopped. */
const lastWordsMs = 200;
/** Events that wait; of more, samples and times are left out. */
const mostWaiting = 400;
const commandsASecond = 200;
/** ms between two writings of what a restart has to know. */
const keepEveryMs = 500;

export interface RunDependencies {
  readonly devices: RunDevices;
  readonly records: RunRecords;
  readonly realtime: Pick<Realtime, 'emit'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly write: (id: number, now: RunNow) => Promise<void>;
  /** Every device is free again. */
  readonly ended: (run: ScenarioRun) => void;
}

export interface RunGiven {
  readonly about: RunAbout;
  readonly kept: RunKept;
  readonly program: RunProgram;
  /** s of its clock before this program began. */
  readonly elapsedSeconds: number;
  readonly isResumed: boolean;
  /** Of one that has ended, of which devices that were away are still to be told so. */
  readonly endedAt?: Date | null;
}

type Timed<E> = E extends { readonly atSeconds: number } ? Omit<E, 'atSeconds'> : never;
type Happening = Timed<ScenarioEvent>;

const tooSlow: Translated = {
  fr: 'Le programme du scénario ne répond plus.',
  en: 'The program of the scenario does not answer any more.',
};
const tooMuch: Translated = {
  fr: 'Le programme du scénario demande trop de choses à la fois.',
  en: 'The program of the scenario asks for too much at once.',
};

/** A run: what happens goes to its program one after the other, and what that answers is done and shown. */
export class ScenarioRun {
  readonly about: RunAbout;
  readonly kept: RunKept;
  readonly #dependencies: RunDependencies;
  readonly #program: RunProgram;
  readonly #records: MemberRecords;
  readonly #telling: StatusTelling;
  #saidTruncated = false;
  readonly #waiting: ScenarioEvent[] = [];
  #elapsedSeconds: number;
  readonly #sinceMs: number;
  #state: RunState = 'starting';
  readonly #isResumed: boolean;
  /** Numbers of devices that were in it before a restart, until each is heard again. */
  readonly #recovering: Set<number>;
  #isClosed = false;
  #endedAt: Date | null = null;
  #isWorking = false;
  #stopping: Promise<void> | undefined;
  #ending: Promise<void> | undefined;
  /** Devices that are leaving, until they have left. */
  readonly #leaving = new Map<Member, Promise<void>>();
  #windowMs = 0;
  #inWindow = 0;
  #keepTimer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(dependencies: RunDependencies, given: RunGiven) {
    const { about, kept, program, elapsedSeconds, isResumed, endedAt = null } = given;
    this.#dependencies = dependencies;
    this.about = about;
    this.kept = kept;
    this.#program = program;
    this.#elapsedSeconds = elapsedSeconds;
    this.#sinceMs = dependencies.clock.monotonicMs();
    this.#isResumed = isResumed;
    this.#recovering = new Set(isResumed ? this.joined().map(({ number }) => number) : []);
    this.#endedAt = endedAt;
    if (endedAt !== null) this.#state = 'ended';
    const present = () => this.joined().map(({ number }) => this.presentFor(number));
    this.#telling = new StatusTelling({ ...dependencies, present });
    this.#records = new MemberRecords(dependencies, {
      kept,
      seconds: () => this.seconds,
      happened: (event) => this.happened(event),
      failed: (words) => this.#failed(words),
      changed: () => this.#changed(),
    });
  }

  /** s of its own clock, which stands still while the server is not there. */
  get seconds(): number {
    if (this.#endedAt !== null) return this.#elapsedSeconds;
    return this.#elapsedSeconds + (this.#dependencies.clock.monotonicMs() - this.#sinceMs) / 1000;
  }

  get isOver(): boolean {
    return this.#state === 'ended' || this.#ending !== undefined;
  }

  joined(): Member[] {
    return this.kept.members.filter(({ joined }) => joined);
  }

  member(number: number): Member | undefined {
    return this.kept.members.find((member) => member.number === number && member.joined);
  }

  /** Begins, or goes on with what was kept. */
  begin(): void {
    for (const member of this.joined()) this.#show(member);
    this.#telling.changed();
    const devices = this.joined().map(({ number, athlete }) => ({ number, athlete }));
    if (!this.#isResumed) this.happened({ type: 'start', params: this.about.params, devices });
    else this.#goOn();
  }

  #goOn(): void {
    this.#state = 'running';
    this.#changed();
  }

  /** A block of a device is heard again after a restart: it follows as before. */
  recovered(number: number): void {
    if (!this.#recovering.delete(number)) return;
    const member = this.member(number);
    if (member !== undefined) this.#show(member);
    this.#changed();
  }

  join(number: number, athlete: string | null): void {
    const before = this.kept.members.find((member) => member.number === number);
    if (before?.joined) return;
    const member = before ?? newMember(number, athlete);
    member.joined = true;
    if (before === undefined) this.kept.members.push(member);
    this.#show(member);
    this.happened({ type: 'joined', device: number });
    if (this.kept.records) this.#records.record('start', [member]);
    this.#changed();
  }

  /** It goes on with the others; without any it has ended. */
  leave(member: Member, by: RunEnd): Promise<void> {
    const before = this.#leaving.get(member);
    if (before !== undefined || !member.joined) return before ?? Promise.resolve();
    if (this.joined().every((one) => one === member || this.#leaving.has(one))) return this.stop(by);
    const left = this.#leave(member, by).finally(() => this.#leaving.delete(member));
    this.#leaving.set(member, left);
    return left;
  }

  async #leave(member: Member, by: RunEnd): Promise<void> {
    this.happened({ type: 'left', device: member.number });
    await this.#release(member);
    this.#changed();
    // Who was to stay may have gone meanwhile.
    if (this.joined().length === 0 && !this.isOver) void this.stop(by);
  }

  async #release(member: Member): Promise<void> {
    await this.#records.release(member);
    if (this.#isClosed) return;
    await this.#telling.tellLast(member.number, () => this.#part(member));
    await this.#leaveOutcome(member);
  }

  happened(happening: Happening): void {
    if (this.isOver || this.#isClosed) return;
    // `Happening` is an event without its time, which TypeScript does not put together again.
    const event = { ...happening, atSeconds: this.seconds } as ScenarioEvent;
    const isPassing = event.type === 'samples' || event.type === 'time' || event.type === 'indicator';
    if (isPassing && this.#waiting.length >= mostWaiting) return;
    if (event.type === 'time' && this.#waiting.some(({ type }) => type === 'time')) return;
    this.#waiting.push(event);
    if (this.#waiting.length > mostWaiting * 2) void this.#fail(tooSlow);
    else if (!this.#isWorking) void this.#work();
  }

  /** The blocks of its devices, for what its records are. */
  heard: MemberRecords['heard'] = (member, block) => this.#records.heard(member, block);
  /** A record of it was decoded. */
  decoded = (recordId: number): Promise<void> => this.#records.decoded(recordId);
  /** Whether devices that were away are still to be told that their records end, also when it has ended. */
  get hasToStop(): boolean {
    return this.#records.hasToStop;
  }

  endedBefore(moment: Date): boolean {
    return this.#endedAt !== null && this.#endedAt < moment;
  }

  /** Looks whether devices ended their records by themselves, and whether those that were away are back. */
  async look(): Promise<void> {
    if (this.hasToStop && (await this.#records.stopOverdue()) && this.#state === 'ended') await this.#keepNow();
    if (this.isOver) return;
    if (this.seconds > (this.#program.limitSeconds ?? scenarioBounds.runSeconds)) return this.stop('time');
    for (const member of this.#records.stoppedByThemselves()) await this.leave(member, 'device');
  }

  /** Ends it; its program has a moment for its last words. */
  async stop(by: RunEnd): Promise<void> {
    if (this.isOver) return this.#ending;
    this.#stopping ??= this.#stopNow(by);
    return this.#stopping;
  }

  async #stopNow(by: RunEnd): Promise<void> {
    if (by === 'coach' || by === 'button' || by === 'device' || by === 'time') {
      this.#waiting.length = 0;
      const said = this.#program.handle({ type: 'stop', atSeconds: this.seconds, by }).catch(() => []);
      const commands = await within(said, lastWordsMs).catch(() => undefined);
      for (const command of commands ?? []) if (command.type !== 'end') this.#do(command);
    }
    return this.#end(by, null);
  }

  /** Writes what a restart has to know, and lets go of everything: the server ends, the run does not. */
  async close(): Promise<void> {
    this.#telling.close();
    clearTimeout(this.#keepTimer);
    if (this.#state !== 'ended') void this.#keepNow();
    // What it was about to end or to write is done by the server that goes on with it.
    this.#isClosed = true;
    this.#records.close();
    this.#waiting.length = 0;
    await this.#writing;
    await this.#program.close();
  }

  present(): ShownRun {
    return presentRun(this.about, this.kept, { state: this.#state, seconds: this.seconds, endedAt: this.#endedAt });
  }

  presentFor(number: number): ScenarioStatus {
    return this.#present(number, this.#deviceState(number));
  }

  #present(number: number, state: DeviceState | 'archived'): ScenarioStatus {
    const status = fitStatus(presentStatus(this.about, this.kept, number, { state, seconds: this.seconds }));
    if (status.truncated && !this.#saidTruncated) {
      this.#saidTruncated = true;
      this.#dependencies.log.warn(
        { run: this.about.id, device: number },
        'a scenario shows more than one message holds',
      );
    }
    return status;
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    try {
      for (let event = this.#waiting.shift(); event !== undefined; event = this.#waiting.shift()) {
        const commands = await within(this.#program.handle(event), patienceMs).catch(() => undefined);
        if (this.isOver) return;
        if (commands === undefined) return await this.#fail(tooSlow);
        if (this.#state === 'starting') this.#started();
        for (const command of commands) {
          if (this.isOver) return;
          if (!this.#mayAsk()) return await this.#fail(tooMuch);
          this.#do(command);
        }
      }
    } finally {
      this.#isWorking = false;
    }
  }

  #started(): void {
    this.#state = 'running';
    for (const member of this.joined()) this.#show(member);
    this.#changed();
  }

  #mayAsk(): boolean {
    const nowMs = this.#dependencies.clock.monotonicMs();
    if (nowMs - this.#windowMs > 1000) {
      this.#windowMs = nowMs;
      this.#inWindow = 0;
    }
    this.#inWindow++;
    return this.#inWindow <= commandsASecond;
  }

  #do(command: ScenarioCommand): void {
    switch (command.type) {
      case 'record':
        this.kept.records = command.action === 'start';
        this.#records.record(command.action, this.joined());
        break;
      case 'selection':
        this.#records.select(command.action, command.name, this.joined());
        break;
      case 'analyse':
        this.#records.analyse(command.analysis, command.window, this.joined());
        break;
      case 'rpc': {
        const { device, method, params } = command;
        const those = this.joined().filter(({ number }) => device === null || number === device);
        this.#records.call(method, params, those);
        break;
      }
      case 'end':
        void this.#end(command.verdict, command.text);
        return;
      default:
        showCommand(this.kept, command);
    }
    this.#changed();
  }

  #failed(words: Translated): void {
    if (this.kept.errors.length < limits.scenarioResults) this.kept.errors.push(words);
    this.#changed();
  }

  #fail(words: Translated): Promise<void> {
    this.#failed(words);
    return this.#end('crash', words);
  }

  #end(by: RunEnd, verdict: Translated | null): Promise<void> {
    this.#ending ??= this.#finish(by, verdict);
    return this.#ending;
  }

  async #finish(by: RunEnd, verdict: Translated | null): Promise<void> {
    const { log, clock, ended } = this.#dependencies;
    this.#state = 'stopping';
    // Before a restart it may have had its verdict.
    const said = verdict ?? this.kept.verdict;
    Object.assign(this.kept, { end: by, verdict: said, records: false, prompts: [], analyses: [] });
    this.#waiting.length = 0;
    for (const member of this.joined()) this.#show(member);
    this.#telling.changed();
    await Promise.allSettled([this.#program.close(), this.#keepNow()]);
    await Promise.all(this.joined().map((member) => this.#leaving.get(member) ?? this.#release(member)));
    if (this.#isClosed) return;
    this.#state = 'ended';
    this.#elapsedSeconds = this.seconds;
    this.#endedAt = new Date(clock.nowMs());
    await this.#keepNow();
    log.info({ run: this.about.id, end: by }, 'a scenario ended');
    ended(this);
  }

  async #leaveOutcome({ number, recordIds }: Member): Promise<void> {
    const results = this.kept.results.filter((result) => (result.number ?? number) === number);
    const outcome = { runId: this.about.id, results, errors: this.kept.errors };
    const { records, log } = this.#dependencies;
    await records
      .writeOutcome(recordIds, outcome)
      .catch((error: unknown) => log.warn({ run: outcome.runId, error: String(error) }, 'results were not written'));
  }

  /** It follows no scenario any more. */
  #part(member: Member): ScenarioStatus {
    const status = this.#present(member.number, 'archived');
    member.joined = false;
    this.#dependencies.devices.showScenario(member.number, undefined);
    return status;
  }

  #deviceState(number: number): DeviceState {
    if (this.#state === 'stopping') return 'stopping_scenario';
    if (this.#recovering.has(number)) return 'recovery_scenario';
    return this.#state === 'starting' ? 'starting_scenario' : 'scenario';
  }

  #show({ number }: Member): void {
    this.#dependencies.devices.showScenario(number, this.#deviceState(number));
  }

  /** Screens are told, and it is kept, in a moment. */
  #changed(): void {
    if (this.#state === 'ended' || this.#isClosed) return;
    this.#telling.changed();
    this.#keepTimer ??= setTimeout(() => void this.#keepNow(), keepEveryMs);
  }

  #keepNow(): Promise<void> {
    if (this.#isClosed) return this.#writing;
    clearTimeout(this.#keepTimer);
    this.#keepTimer = undefined;
    const now: RunNow = {
      state: this.#state,
      kept: structuredClone(this.kept),
      program: this.isOver ? null : this.#program.keep(),
      elapsedSeconds: this.seconds,
      endedAt: this.#endedAt,
    };
    const { write, log } = this.#dependencies;
    this.#writing = this.#writing
      .then(() => write(this.about.id, now))
      .catch((error: unknown) => log.warn({ run: this.about.id, error: String(error) }, 'a scenario was not kept'));
    return this.#writing;
  }
}
