import type { Translated } from '@sillage/contract';
import type { ScenarioCommand, ScenarioEvent } from '@sillage/scenario-language';
import { type Clock, within } from '../../platform/clock/index.ts';
import type { RunProgram } from './run-devices.ts';

/** ms that a program may take for one event; one that takes longer has failed. */
const patienceMs = 5000;
/** ms that it has for its last words when it is stopped. */
const lastWordsMs = 200;
/** Events that wait; of more, samples and times are left out. */
const mostWaiting = 400;
const commandsASecond = 200;

const tooSlow: Translated = {
  fr: 'Le programme du scénario ne répond plus.',
  en: 'The program of the scenario does not answer any more.',
};
const tooMuch: Translated = {
  fr: 'Le programme du scénario demande trop de choses à la fois.',
  en: 'The program of the scenario asks for too much at once.',
};

type Answer = Extract<ScenarioEvent, { type: 'analysed' }>;

interface Run {
  readonly clock: Clock;
  readonly isOver: () => boolean;
  /** It has answered for the first time. */
  readonly started: () => void;
  readonly perform: (command: ScenarioCommand) => void;
  /** What it asked for after an event is done. */
  readonly handled: () => void;
  readonly fail: (words: Translated) => Promise<void>;
  /** An answer that its program did not come to. */
  readonly foundLate: (answer: Answer) => void;
}

interface Waiting {
  readonly event: ScenarioEvent;
  readonly isWanted: () => boolean;
}

/** Hands a program what happens, one event after the other, and has done what it answers, within bounds. */
export class ProgramFeed {
  readonly #program: RunProgram;
  readonly #run: Run;
  readonly #waiting: Waiting[] = [];
  #isWorking = false;
  #hasAnswered: boolean;
  #windowMs = 0;
  #inWindow = 0;

  /** @param hasBegun before a restart */
  constructor(program: RunProgram, run: Run, hasBegun: boolean) {
    this.#program = program;
    this.#run = run;
    this.#hasAnswered = hasBegun;
  }

  /** @param isWanted whether it is still to be handed when its turn comes */
  hand(event: ScenarioEvent, isWanted = () => true): void {
    const isPassing = event.type === 'samples' || event.type === 'time' || event.type === 'indicator';
    if (isPassing && this.#waiting.length >= mostWaiting) return;
    if (event.type === 'time' && this.#waiting.some((one) => one.event.type === 'time')) return;
    this.#waiting.push({ event, isWanted });
    if (this.#waiting.length > mostWaiting * 2) void this.#run.fail(tooSlow);
    else if (!this.#isWorking) void this.#work();
  }

  /** What still waits is not handed any more. */
  forget(): void {
    for (const answer of this.takeAnswers()) this.#run.foundLate(answer);
  }

  /** What still waits is not handed any more. @returns the answers among it */
  takeAnswers(): Answer[] {
    const events = this.#waiting.splice(0).map(({ event }) => event);
    return events.filter((event) => event.type === 'analysed');
  }

  /** Tells the program that it is stopped; what it has to say within a moment. */
  async lastWords(event: Extract<ScenarioEvent, { type: 'stop' }>): Promise<readonly ScenarioCommand[]> {
    this.forget();
    const said = this.#program.handle(event).catch(() => []);
    return (await within(said, lastWordsMs).catch(() => undefined)) ?? [];
  }

  async #work(): Promise<void> {
    const { isOver, started, perform, handled, fail, foundLate } = this.#run;
    this.#isWorking = true;
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        const { event, isWanted } = next;
        if (!isWanted()) continue;
        const commands = await within(this.#program.handle(event), patienceMs).catch(() => undefined);
        if (event.type === 'analysed' && (isOver() || commands === undefined)) foundLate(event);
        if (isOver()) return;
        if (commands === undefined) return await fail(tooSlow);
        if (!this.#hasAnswered) started();
        this.#hasAnswered = true;
        for (const command of commands) {
          if (isOver()) return;
          if (!this.#mayAsk()) return await fail(tooMuch);
          perform(command);
        }
        if (!isOver()) handled();
      }
    } finally {
      this.#isWorking = false;
    }
  }

  #mayAsk(): boolean {
    const nowMs = this.#run.clock.monotonicMs();
    if (nowMs - this.#windowMs > 1000) {
      this.#windowMs = nowMs;
      this.#inWindow = 0;
    }
    this.#inWindow++;
    return this.#inWindow <= commandsASecond;
  }
}
