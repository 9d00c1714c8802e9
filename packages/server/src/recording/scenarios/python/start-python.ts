import type { JailPart } from '@sillage/contract';
import {
  type ScenarioCommand,
  type ScenarioEvent,
  type ScenarioProgram,
  scenarioBounds,
  type Words,
} from '@sillage/scenario-language';
import { endings, type JailAsked, type NoJail, PythonProcess } from './python-process.ts';
import type { PythonFault } from './read-answer.ts';

/** Events that wait for their answers; beyond it samples and times are left out. */
const mostWaiting = 50;

export interface PythonProgram extends ScenarioProgram {
  /** What of the jail the system does not allow. */
  readonly missing: readonly JailPart[];
  /** Of the process that was started. */
  readonly pid: number | undefined;
}

export interface PythonAsked extends JailAsked {
  readonly source: string;
  /** It is handed what was recorded faster than that was measured: its share of the processor is of the time of the record. */
  readonly isReplay?: boolean;
  /** Where its process comes from, unless it is started. */
  readonly take?: () => Promise<PythonProcess | NoJail>;
}

/** Starts a program in a process of its own. What is wrong with it, its first event answers. */
export async function startPython({
  source,
  isReplay = false,
  take,
  ...asked
}: PythonAsked): Promise<PythonProgram | NoJail> {
  const python = await (take?.() ?? PythonProcess.open(asked));
  if ('lacks' in python) return python;
  const running = new RunningPython(python, source);
  python.watch(isReplay ? () => running.seconds : undefined);
  return running;
}

class RunningPython implements PythonProgram {
  readonly missing: readonly JailPart[];
  readonly pid: number | undefined;
  readonly #python: PythonProcess;
  readonly #source: string;
  #isLoaded = false;
  #isOver = false;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();
  #told = { second: 0, count: 0 };
  #seconds = 0;
  readonly #devices = new Set<number>();

  constructor(python: PythonProcess, source: string) {
    this.#python = python;
    this.#source = source;
    this.missing = python.missing;
    this.pid = python.pid;
  }

  /** s of the run, of what it was handed last. */
  get seconds(): number {
    return this.#seconds;
  }

  handle(event: ScenarioEvent): Promise<readonly ScenarioCommand[]> {
    const mayBeLeftOut = event.type === 'samples' || event.type === 'time';
    if (this.#isOver || (mayBeLeftOut && this.#waiting >= mostWaiting)) return Promise.resolve([]);
    this.#waiting++;
    const handled = this.#last.then(() => this.#handle(event));
    this.#last = handled.then(() => this.#waiting--);
    return handled;
  }

  async #handle(event: ScenarioEvent): Promise<readonly ScenarioCommand[]> {
    if (this.#isOver) return [];
    this.#keepDevices(event);
    this.#seconds = event.atSeconds;
    const before = this.#isLoaded ? [] : await this.#load();
    if (this.#isOver) return before;
    const told = await this.#ask({ event: plainEvent(event) });
    if (this.#isOver) return [...before, ...told];
    const all = [...before, ...told];
    if (event.type === 'stop' && !all.some(({ type }) => type === 'end'))
      all.push({ type: 'end', verdict: 'done', text: null });
    if (all.some(({ type }) => type === 'end')) await this.close();
    return all;
  }

  /** A program tells something to devices of its own run alone. */
  #keepDevices(event: ScenarioEvent): void {
    if (event.type === 'start') for (const { number } of event.devices) this.#devices.add(number);
    if (event.type === 'joined') this.#devices.add(event.device);
    if (event.type === 'left') this.#devices.delete(event.device);
  }

  async #load(): Promise<readonly ScenarioCommand[]> {
    this.#isLoaded = true;
    return this.#ask({ source: this.#source });
  }

  async #ask(message: unknown): Promise<readonly ScenarioCommand[]> {
    const answer = await this.#python.ask(message);
    if (answer === undefined || 'ready' in answer) return this.#fail(this.#python.ended ?? endings.gone);
    if ('fault' in answer) return this.#fail(sayFault(answer));
    const isOthers = answer.commands.some(
      (one) => 'device' in one && one.device !== null && !this.#devices.has(one.device),
    );
    if (isOthers) return this.#fail(endings.bounds);
    return this.#isTooMany(answer.commands.length) ? this.#fail(endings.flood) : answer.commands;
  }

  #isTooMany(count: number): boolean {
    const second = Math.floor(this.#seconds);
    this.#told = { second, count: (this.#told.second === second ? this.#told.count : 0) + count };
    return this.#told.count > scenarioBounds.commandsPerSecond;
  }

  #fail(text: Words): readonly ScenarioCommand[] {
    this.#isOver = true;
    void this.#python.close();
    return [
      { type: 'error', text },
      { type: 'end', verdict: 'failed', text },
    ];
  }

  keep(): null {
    return null;
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#python.close();
  }
}

/** A fault as the coach reads it: what Python says stays as it is. */
function sayFault({ fault, line }: PythonFault): Words {
  if (line === null) return { fr: fault, en: fault };
  return { fr: `Ligne ${line}\u00a0: ${fault}`, en: `Line ${line}: ${fault}` };
}

/** Columns as lists that JSON knows; what is no number is null. */
function plainEvent(event: ScenarioEvent): unknown {
  if (event.type !== 'samples') return event;
  const columns = Object.fromEntries(Object.entries(event.columns).map(([name, values]) => [name, [...values]]));
  return { ...event, columns };
}
