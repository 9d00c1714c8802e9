import { type ChildProcess, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JailPart } from '@sillage/contract';
import type { Words } from '@sillage/scenario-language';
import { findJail, forgetJail, type Jail, lacksOfJail, noJail } from './find-jail.ts';
import { frameMessage, readFrames } from './frame-messages.ts';
import { Answer } from './read-answer.ts';
import { innermostPid, readUsage, watchUsage } from './watch-usage.ts';
import { workerSource } from './worker-source.ts';

const micropythonUrl = import.meta.resolve('@micropython/micropython-webassembly-pyscript/micropython.mjs');
const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const api = pathOf('./scenario_api.py');
const micropythonFolder = dirname(fileURLToPath(micropythonUrl));

/** Pages of 64 KiB: 64 MB of a program's own. */
const mostPages = 1024;
const mostOldSpaceMb = 48;
const startPatienceMs = 15_000;
const answerPatienceMs = 2000;
const leftBoundsCode = 86;
const wrapperPatienceMs = 200;

const nodeFlags = [
  ...['--permission', `--allow-fs-read=${micropythonFolder}/*`, `--allow-fs-read=${api}`],
  ...[
    `--wasm-max-mem-pages=${mostPages}`,
    `--max-old-space-size=${mostOldSpaceMb}`,
    // Optimised is what computes for a second and more: at a start it cost a fifth of the time.
    '--wasm-tiering-budget=1000000000',
    '--disallow-code-generation-from-strings',
  ],
  ...['--no-addons', '--no-experimental-websocket', '--no-warnings', '--disable-proto=delete'],
];

/** Why a process ended before it was told to. */
export const endings = {
  late: { fr: 'Le programme n’a pas répondu en 2 s.', en: 'The program did not answer within 2 s.' },
  cpu: {
    fr: 'Le programme prend plus de 25 % d’un cœur.',
    en: 'The program takes more than 25 % of a core.',
  },
  memory: { fr: 'Le programme prend trop de mémoire.', en: 'The program takes too much memory.' },
  bounds: { fr: 'Le programme a tenté de sortir de ses limites.', en: 'The program tried to leave its bounds.' },
  flood: {
    fr: 'Le programme envoie trop, ou autre chose que des ordres.',
    en: 'The program sends too much, or no commands.',
  },
  gone: { fr: 'Le programme s’est arrêté sans prévenir.', en: 'The program ended without notice.' },
  notStarted: { fr: 'Python n’a pas pu démarrer.', en: 'Python could not start.' },
} as const satisfies Record<string, Words>;

/** A process of MicroPython that answers one message after the other. */
export class PythonProcess {
  /** Why it is over; undefined while it runs. */
  ended: Words | undefined;
  readonly #child: ChildProcess;
  #answer: ((answer: Answer | undefined) => void) | undefined;
  #unwatch: (() => void) | undefined;
  #innermost: number | undefined;
  #missing: readonly JailPart[] = [];
  readonly #gone: Promise<void>;

  private constructor(jail: Jail, worker: string) {
    const runs = [...nodeFlags, '--input-type=module', '--eval', worker, '--', micropythonUrl, api];
    const [program = '', ...args] = [...jail.wrap, process.execPath, ...runs];
    this.#child = spawn(program, args, {
      // Nothing of ours is told to it; a path so that unshare finds setpriv.
      env: { PATH: '/usr/bin:/bin' } as unknown as NodeJS.ProcessEnv,
      cwd: '/',
      stdio: ['pipe', 'pipe', 'ignore'],
      // In a group of its own: what it starts ends with it.
      detached: process.platform !== 'win32',
    });
    this.#gone = new Promise((resolve) => {
      this.#child.once('error', () => resolve());
      this.#child.once('exit', (code) => {
        this.#end(code === leftBoundsCode ? endings.bounds : endings.gone);
        resolve();
      });
    });
    this.#listen();
  }

  static async open(asked: JailAsked): Promise<PythonProcess | NoJail> {
    const opened = await PythonProcess.#openOnce(asked);
    if ('lacks' in opened || opened.ended === undefined) return opened;
    // What the system allowed a while ago it may not allow now.
    forgetJail();
    return PythonProcess.#openOnce(asked);
  }

  static async #openOnce(asked: JailAsked): Promise<PythonProcess | NoJail> {
    const [jail, worker] = await Promise.all([jailFor(asked), workerSource()]);
    if (asked.requireJail && jail.missing.length > 0) return { lacks: jail.missing };
    const made = new PythonProcess(jail, worker);
    const ready = await made.#next(startPatienceMs);
    if (ready === undefined || !('ready' in ready)) {
      made.#end(endings.notStarted);
      made.ended = endings.notStarted;
      return made;
    }
    await made.#look();
    if (!asked.requireJail || made.missing.length === 0) return made;
    await made.close();
    return { lacks: made.missing };
  }

  /** Finds the process itself below those that wrap it, and what of the jail it has. */
  async #look(): Promise<void> {
    const { pid } = this.#child;
    if (pid === undefined) return;
    this.#innermost = await innermostPid(pid);
    this.#missing = await lacksOfJail(this.#innermost);
  }

  /** What of the jail it does not have. */
  get missing(): readonly JailPart[] {
    return this.#missing;
  }

  /** It is handed a program: what it uses is watched. @param seconds the clock of its share of the processor, unless the machine's */
  watch(seconds?: () => number): void {
    if (this.#innermost === undefined || this.ended !== undefined) return;
    this.#unwatch = watchUsage(this.#innermost, (what) => this.#end(endings[what]), seconds);
  }

  #listen(): void {
    const { stdin, stdout } = this.#child;
    // Its end is told by `exit`.
    stdin?.on('error', () => undefined);
    const take = readFrames((message) => {
      const answer = Answer.safeParse(message);
      if (!answer.success || this.#answer === undefined) return this.#end(endings.flood);
      this.#answer(answer.data);
    });
    stdout?.on('data', (piece: Buffer) => {
      if (this.ended === undefined && !take(piece)) this.#end(endings.flood);
    });
  }

  #next(patienceMs: number): Promise<Answer | undefined> {
    if (this.ended) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#end(endings.late), patienceMs);
      this.#answer = (answer) => {
        clearTimeout(timer);
        this.#answer = undefined;
        resolve(answer);
      };
    });
  }

  /** Asks it, and waits for its answer; undefined where it ended instead. One at a time. */
  async ask(message: unknown): Promise<Answer | undefined> {
    if (this.ended) return undefined;
    const answer = this.#next(answerPatienceMs);
    this.#child.stdin?.write(frameMessage(message));
    return answer;
  }

  #end(why: Words): void {
    if (this.ended !== undefined) return;
    this.ended = why;
    this.#unwatch?.();
    this.#kill();
    this.#answer?.(undefined);
  }

  #kill() {
    const { pid } = this.#child;
    if (pid === undefined) return;
    // Its wrapper takes the end of the innermost process in, and ends with it: nothing is left over, not even its entry.
    if (this.#innermost === undefined || this.#innermost === pid) return this.#killAll(pid);
    killQuietly(this.#innermost);
    const late = setTimeout(() => this.#killAll(pid), wrapperPatienceMs);
    late.unref();
    void this.#gone.then(() => clearTimeout(late));
  }

  #killAll(pid: number) {
    if (process.platform === 'win32') this.#child.kill('SIGKILL');
    else killQuietly(-pid);
  }

  /** Ends it at once. */
  async close(): Promise<void> {
    this.#end(endings.gone);
    await this.#gone;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

export interface JailAsked {
  /** Refused where a part of the jail is missing. */
  readonly requireJail: boolean;
  /** For tests: as on a system that allows none. */
  readonly withoutJail?: boolean;
}

/** Why nothing was started: the jail is required, and the system does not allow these parts of it. */
export interface NoJail {
  readonly lacks: readonly JailPart[];
}

function jailFor({ withoutJail }: JailAsked): Promise<Jail> {
  if (withoutJail) return Promise.resolve(noJail);
  return findJail(process.execPath, [api, `${micropythonFolder}/micropython.mjs`]);
}

/** What of the jail this system does not allow. */
export async function missingOfJail(asked: JailAsked): Promise<readonly JailPart[]> {
  const [{ missing }, usage] = await Promise.all([jailFor(asked), readUsage(process.pid)]);
  return usage === undefined ? [...missing, 'usage'] : missing;
}
