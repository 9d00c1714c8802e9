import { setTimeout as wait } from 'node:timers/promises';
import {
  type DryRun,
  type DryRunAsked,
  type DryRunMoment,
  limits,
  type ScenarioLanguage,
  type ScenarioParamValue,
  type ScenarioResult,
} from '@sillage/contract';
import type { ScenarioCommand, ScenarioEvent } from '@sillage/scenario-language';
import { type Clock, shareLoop } from '../../platform/clock/index.ts';
import type { SignalStore } from '../store/index.ts';
import { AskedQuestions } from './answer-questions.ts';
import { FollowedStates } from './follow-states.ts';
import { type RecordedModule, readRecorded } from './read-recorded.ts';
import type { RecordAnalysed, RunProgram } from './run-devices.ts';

/** s of the record between two events of time, and between two looks whether others want the loop. */
const tickSeconds = 0.05;
/** A program in Python is not handed a record faster than this many times its own time: live runs want the processor too. */
const fastestOfPython = 25;
/** The one athlete of a dry run. */
const device = 1;

interface Given {
  readonly language: ScenarioLanguage;
  readonly program: RunProgram;
  readonly params: Readonly<Record<string, ScenarioParamValue>>;
  /** s of the record at which the button is pressed. */
  readonly presses: readonly number[];
  readonly answers: DryRunAsked['answers'];
  readonly store: Pick<SignalStore, 'samples'>;
  /** Of the record's signals. */
  readonly folder: string;
  readonly modules: readonly RecordedModule[];
  readonly durationSeconds: number;
  readonly recordId: number;
  readonly analyse: (analysis: string, window: readonly [number, number] | null) => Promise<RecordAnalysed>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** A run on the samples of a record: nothing is sent to a device, and nothing is kept. */
export class DryRunning {
  readonly #given: Given;
  readonly #moments: DryRunMoment[] = [];
  readonly #results: ScenarioResult[] = [];
  readonly #questions: AskedQuestions;
  readonly #states: FollowedStates;
  readonly #share = shareLoop();
  #seconds = 0;
  #beganMs = 0;
  #end: DryRun['end'] = null;
  #verdict: DryRun['verdict'] = null;

  constructor(given: Given) {
    this.#given = given;
    this.#questions = new AskedQuestions(given.answers);
    this.#states = new FollowedStates(() => given.program.look?.(device));
  }

  async run(): Promise<DryRun> {
    const stopped = await this.#play();
    return {
      ...{
        seconds: this.#seconds,
        end: this.#end,
        verdict: this.#verdict,
        stopped: this.#end === null ? stopped : null,
      },
      ...{ moments: this.#moments, states: this.#states.all, questions: this.#questions.all, results: this.#results },
    };
  }

  async #play(): Promise<DryRun['stopped']> {
    const { language, store, folder, modules, durationSeconds, params, clock, signal } = this.#given;
    const presses = [...this.#given.presses].sort((a, b) => a - b);
    this.#beganMs = clock.monotonicMs();
    await this.#hand({ type: 'start', atSeconds: 0, params, devices: [{ number: device, athlete: null }] });
    const last = Math.min(durationSeconds, language === 'py' ? limits.dryRunPythonSeconds : limits.dryRunSeconds);
    for await (const { fromSeconds, blocks } of readRecorded({
      store,
      folder,
      modules,
      durationSeconds: last,
      tickSeconds,
    })) {
      if (this.#end !== null || signal.aborted) return null;
      const isOut = this.#isOut();
      if (isOut !== null) return isOut;
      this.#seconds = Math.min(last, fromSeconds + tickSeconds);
      while ((presses[0] ?? Number.POSITIVE_INFINITY) <= this.#seconds) {
        presses.shift();
        await this.#hand({ type: 'button', atSeconds: this.#seconds, device: null });
      }
      for (const { rateHz, columns } of blocks)
        await this.#hand({ type: 'samples', atSeconds: this.#seconds, device, rateHz, columns });
      await this.#hand({ type: 'time', atSeconds: this.#seconds });
      await this.#pace();
    }
    return durationSeconds > last ? 'long' : 'record';
  }

  async #pace(): Promise<void> {
    const { language, clock } = this.#given;
    if (language !== 'py') return this.#share();
    const ahead = this.#beganMs + (this.#seconds * 1000) / fastestOfPython - clock.monotonicMs();
    if (ahead > 1) await wait(ahead);
  }

  /** Why it goes no further; null while it may. */
  #isOut(): DryRun['stopped'] {
    if (this.#given.clock.monotonicMs() - this.#beganMs > limits.dryRunMilliseconds) return 'slow';
    return this.#moments.length >= limits.dryRunMoments || this.#states.isFull ? 'long' : null;
  }

  /** What a program answers is done in its order; what follows of that it hears afterwards. */
  async #hand(first: ScenarioEvent): Promise<void> {
    const waiting = [first];
    for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
      if (this.#isDone()) return;
      // A program of lines answers at once: several of them in one turn would hold the loop.
      if (this.#given.language !== 'py') await this.#share();
      const commands = await this.#given.program.handle(event);
      this.#states.look(this.#seconds);
      for (const command of commands) {
        if (this.#isDone()) return;
        const next = await this.#perform(command, event, command === commands[0]);
        if (next !== undefined) waiting.push(next);
      }
    }
  }

  #isDone(): boolean {
    return this.#end !== null || this.#given.signal.aborted || this.#isOut() !== null;
  }

  /** @param event what it answers, `isFirst` with this  @returns what happens because of it */
  async #perform(command: ScenarioCommand, event: ScenarioEvent, isFirst: boolean): Promise<ScenarioEvent | undefined> {
    const { recordId } = this.#given;
    const common = { atSeconds: this.#seconds, device, recordId } as const;
    this.#note(command);
    if (command.type === 'end') {
      this.#end = command.verdict;
      this.#verdict = command.text && { ...command.text };
    } else if (command.type === 'result') {
      const { name, title, value, unit } = command;
      this.#results.push({ number: null, name, ...(title && { title: { ...title } }), value, unit });
    } else if (command.type === 'record' && command.action === 'stop') {
      return { type: 'recorded', ...common };
    } else if (command.type === 'analyse') {
      const { id, of, analysis, window } = command;
      const found = await this.#given.analyse(analysis, window);
      return { type: 'analysed', ...common, id, of, analysis, ...found };
    } else if (command.type === 'prompt') {
      // Who asks the same before all else has not taken the answer.
      return this.#answer(command, isFirst && event.type === 'answer' && event.prompt === command.id);
    }
    return undefined;
  }

  #answer(command: Extract<ScenarioCommand, { type: 'prompt' }>, isAgain: boolean): ScenarioEvent | undefined {
    const value = this.#questions.answer(command, isAgain);
    if (value === undefined) return undefined;
    this.#add('answer', command.text, { value, unit: command.unit ?? null });
    return { type: 'answer', atSeconds: this.#seconds, prompt: command.id, value };
  }

  #add(kind: DryRunMoment['kind'], text: DryRunMoment['text'], more: Partial<DryRunMoment> = {}): void {
    const at = Math.round(this.#seconds * 1000) / 1000;
    this.#moments.push({ ...{ at, kind, text: text && { ...text }, value: null, unit: null }, ...more });
  }

  /** What a screen would show or sound, or a device be told. */
  #note(command: ScenarioCommand): void {
    const plain = (text: string) => ({ fr: text, en: text });
    if (command.type === 'step') this.#add('step', command.title);
    else if (command.type === 'prompt') {
      const { kind, value = null, unit = null, text } = command;
      this.#add('prompt', text, kind === 'number' ? { value, unit } : {});
    } else if (command.type === 'result') {
      const { title, name, value, unit } = command;
      this.#add('result', title ?? plain(name), { value, unit });
    } else if (command.type === 'error') this.#add('error', command.text);
    else if (command.type === 'end') this.#add('end', command.text);
    else if (command.type === 'record' || command.type === 'selection') this.#add(command.type, plain(command.action));
    else if (command.type === 'analyse') this.#add('analyse', plain(command.analysis));
    else if (command.type === 'beep') this.#add('beep', plain(command.tone));
  }
}
