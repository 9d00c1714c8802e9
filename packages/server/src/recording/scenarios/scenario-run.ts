import {
  limits,
  type RunEnd,
  type ScenarioStatus,
  type ScenarioRun as ShownRun,
  type Translated,
} from '@sillage/contract';
import { type ScenarioCommand, type ScenarioEvent, scenarioBounds } from '@sillage/scenario-language';
import type { TappedBlock } from '../tap/index.ts';
import { ProgramFeed } from './feed-program.ts';
import { RunKeeping } from './keep-run.ts';
import type { RunNow } from './keep-runs.ts';
import { LateAnswers } from './late-answers.ts';
import { Leaving } from './leave-run.ts';
import { MemberRecords } from './member-records.ts';
import { readBlock } from './read-block.ts';
import type { RunProgram } from './run-devices.ts';
import type { RunDependencies, RunGiven } from './run-given.ts';
import { type Happening, RunJournal } from './run-journal.ts';
import { type Member, newMember, presentRun, type RunAbout, type RunKept, type RunState } from './run-state.ts';
import { askedInTrial, endTrials, isDropped, refusedInTrial, takeWaiting } from './run-trials.ts';
import { showCommand } from './show-command.ts';
import { RunShowing } from './show-run.ts';
import { writeOutcome } from './write-outcome.ts';

type Late = (...given: Parameters<LateAnswers['found']>) => void;

/** A run: what happens goes to its program, and what that answers is done and shown. */
export class ScenarioRun {
  readonly about: RunAbout;
  readonly kept: RunKept;
  readonly late: LateAnswers;
  readonly #dependencies: RunDependencies;
  readonly #program: RunProgram;
  readonly #feed: ProgramFeed;
  readonly #records: MemberRecords;
  readonly #showing: RunShowing;
  readonly #keeping: RunKeeping;
  readonly #journal: RunJournal;
  #elapsedSeconds: number;
  readonly #sinceMs: number;
  #state: RunState = 'starting';
  readonly #isResumed: boolean;
  #isClosed = false;
  #endedAt: Date | null = null;
  #stopping: Promise<void> | undefined;
  #ending: Promise<void> | undefined;
  readonly #leaving: Leaving;

  constructor(dependencies: RunDependencies, given: RunGiven) {
    const { about, kept, program, elapsedSeconds, isResumed, endedAt = null } = given;
    const { clock } = dependencies;
    this.#dependencies = dependencies;
    this.about = about;
    this.kept = kept;
    this.#program = program;
    this.#elapsedSeconds = elapsedSeconds;
    this.#sinceMs = clock.monotonicMs();
    this.#isResumed = isResumed;
    this.#endedAt = endedAt;
    if (endedAt !== null) this.#state = 'ended';
    this.#journal = new RunJournal(kept, () => this.seconds);
    const isOver = () => this.isOver;
    const fail = (words: Translated) => this.#fail(words);
    const [changed, keep] = [() => this.#changed(), () => this.#keeping.keep()];
    this.late = new LateAnswers(dependencies, { about, kept, changed, keep });
    const foundLate: Late = (asked, found) => void this.late.found(asked, found);
    const feeding = {
      clock,
      isOver,
      fail,
      started: () => this.#started(),
      perform: this.#perform.bind(this),
      handled: () => this.#handled(),
    };
    this.#feed = new ProgramFeed(program, { ...feeding, foundLate: (one) => foundLate(one, one) }, isResumed);
    this.#leaving = new Leaving({
      ...{ isOver, joined: () => this.joined(), stop: (by) => this.stop(by), changed },
      left: ({ number }) => this.happened({ type: 'left', device: number }),
      release: (member) => this.#release(member),
    });
    const shown = { about, kept, joined: () => this.joined(), state: () => this.#state, seconds: () => this.seconds };
    this.#showing = new RunShowing(dependencies, shown, isResumed);
    this.#keeping = new RunKeeping({ ...dependencies, runId: about.id, now: () => this.#now() });
    this.#records = new MemberRecords(dependencies, {
      ...{ kept, isOver, seconds: () => this.seconds, changed, foundLate },
      happened: (event) => this.happened(event),
      failed: (words) => this.#failed(words),
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
    this.#showing.showAll();
    this.#changed();
    const devices = this.joined().map(({ number, athlete }) => ({ number, athlete }));
    if (!this.#isResumed) this.happened({ type: 'start', params: this.about.params, devices });
    else {
      this.#state = 'running';
      this.#journal.note({ kind: 'resumed' });
    }
    // Where its program is still there, it hears what it had not heard before the restart.
    const isThere = this.#program.keep() !== null;
    for (const answer of this.kept.answers.splice(0))
      if (isThere) this.happened({ type: 'analysed', ...answer });
      else void this.late.found(answer, answer);
  }

  /** A block of a device is heard again after a restart: it follows as before. */
  recovered(number: number): void {
    if (this.#showing.recovered(number)) this.#changed();
  }

  join(number: number, athlete: string | null): void {
    const before = this.kept.members.find((member) => member.number === number);
    if (before?.joined) return;
    const member = before ?? newMember(number, athlete);
    member.joined = true;
    if (before === undefined) this.kept.members.push(member);
    this.#showing.show(member);
    this.happened({ type: 'joined', device: number });
    if (this.kept.records) this.#records.record('start', [member]);
    this.#changed();
  }

  /** It goes on with the others; without any it has ended. */
  leave = (member: Member, by: RunEnd): Promise<void> => this.#leaving.leave(member, by);

  async #release(member: Member): Promise<void> {
    await this.#records.release(member);
    if (this.#isClosed) return;
    await this.#showing.part(member);
    const results = this.kept.results.filter((result) => (result.number ?? member.number) === member.number);
    await writeOutcome(this.#dependencies, this.about, member.recordIds, { results, errors: this.kept.errors });
  }

  happened(happening: Happening, isWanted?: () => boolean): void {
    if (this.isOver || this.#isClosed) return;
    if (happening.type === 'analysed' && isDropped(this.kept, happening.id)) return;
    this.#journal.happened(happening);
    refusedInTrial(this.kept, happening);
    // `Happening` is an event without its time, which TypeScript does not put together again.
    this.#feed.hand({ ...happening, atSeconds: this.seconds } as ScenarioEvent, isWanted);
  }

  /** A block of one of its devices: for what its records are, and for its program. */
  heard(member: Member, block: TappedBlock): void {
    const read = readBlock(block);
    this.#records.heard(member, block, read);
    if (read === undefined) return;
    const { columns } = read;
    this.happened({ type: 'samples', device: member.number, rateHz: block.module.rateHz, columns });
  }
  decoded = (recordId: number): Promise<void> => this.#records.decoded(recordId);
  /** Records of it that were decoded while nobody listened. */
  recheck = (): Promise<void> => this.#records.recheck();
  /** Whether devices that were away are still to be told that their records end, also when it has ended. */
  get hasToStop(): boolean {
    return this.#records.hasToStop;
  }

  endedBefore(moment: Date): boolean {
    return this.#endedAt !== null && this.#endedAt < moment;
  }

  /** Looks whether devices ended their records by themselves, and whether those that were away are back. */
  async look(): Promise<void> {
    if (this.hasToStop && (await this.#records.stopOverdue()) && this.#state === 'ended') await this.#keeping.keep();
    if (this.isOver) return;
    this.#keeping.looked();
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
      const commands = await this.#feed.lastWords({ type: 'stop', atSeconds: this.seconds, by });
      for (const command of commands) if (command.type !== 'end') this.#perform(command);
    }
    return this.#end(by, null);
  }

  /** Writes what a restart has to know, and lets go of everything: the server ends, the run does not. */
  async close(): Promise<void> {
    this.#showing.close();
    this.kept.answers.push(...this.#feed.takeAnswers());
    if (this.#state !== 'ended') void this.#keeping.keep();
    // What it was about to end or to write is done by the server that goes on with it.
    this.#isClosed = true;
    this.#records.close();
    await this.#keeping.close();
    await this.#program.close();
  }

  present(): ShownRun {
    return presentRun(this.about, this.kept, { state: this.#state, seconds: this.seconds, endedAt: this.#endedAt });
  }

  presentFor = (number: number): ScenarioStatus => this.#showing.presentFor(number);

  #now(): RunNow {
    return {
      ...{ state: this.#state, kept: this.kept, elapsedSeconds: this.seconds, endedAt: this.#endedAt },
      program: this.isOver ? null : this.#program.keep(),
    };
  }

  #started(): void {
    this.#state = 'running';
    this.#showing.showAll();
    this.#changed();
  }

  #perform(command: ScenarioCommand): void {
    this.#journal.asked(command);
    askedInTrial(this.kept, command);
    if (command.type === 'end') return void this.#end(command.verdict, command.text);
    if (command.type === 'foundLate') return void this.late.found(command.answer, command.answer);
    if (command.type === 'record') this.kept.records = command.action === 'start';
    if (!this.#records.perform(command, this.joined())) showCommand(this.kept, command);
    this.#changed();
  }

  /** An event is done: whom its program waits for now. */
  #handled(): void {
    if (takeWaiting(this.kept, this.#program.waiting?.() ?? null)) this.#changed();
  }

  #failed(words: Translated): void {
    this.#journal.note({ kind: 'error', text: words });
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
    // Of those without a record there will be none.
    const analyses = this.kept.analyses.filter(({ recordId }) => recordId !== null);
    Object.assign(this.kept, { end: by, verdict: said, records: false, prompts: [], analyses });
    endTrials(this.kept);
    this.#journal.note({ kind: 'end', text: said, value: by });
    this.#feed.forget();
    this.#showing.showAll();
    this.#showing.changed();
    await Promise.allSettled([this.#program.close(), this.#keeping.keep()]);
    await this.#leaving.releaseAll();
    if (this.#isClosed) return;
    this.#elapsedSeconds = this.seconds;
    this.#state = 'ended';
    this.#endedAt = new Date(clock.nowMs());
    await this.#keeping.keep();
    log.info({ run: this.about.id, end: by }, 'a scenario ended');
    ended(this.about.id);
  }

  /** Screens are told, and it is kept, in a moment. */
  #changed(): void {
    if (this.#state === 'ended' || this.#isClosed) return;
    this.#showing.changed();
    this.#keeping.changed();
  }
}
