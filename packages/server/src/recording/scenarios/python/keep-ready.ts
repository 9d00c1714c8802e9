import { type JailAsked, missingOfJail, type NoJail, PythonProcess } from './python-process.ts';

/** ms before the next one is started, so that the program that just began has the processor. */
const restMs = 1000;

/** Keeps one process that has run nothing ready for the next program: starting one takes half a second and more. */
export class ReadyPython {
  readonly #jail: () => JailAsked;
  #ready: Promise<PythonProcess | NoJail | undefined> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(jail: () => JailAsked) {
    this.#jail = jail;
  }

  /** Starts one, where none is ready. */
  prepare(): void {
    if (this.#isClosed) return;
    // Who takes it tries anew, and says why it does not go.
    this.#ready ??= PythonProcess.open(this.#jail()).catch(() => undefined);
  }

  async take(): Promise<PythonProcess | NoJail> {
    const asked = this.#jail();
    const ready = this.#ready;
    // At once: who comes meanwhile takes another one.
    this.#ready = undefined;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.prepare();
    }, restMs).unref();
    const kept = await ready;
    if (kept === undefined || 'lacks' in kept || kept.ended !== undefined) return PythonProcess.open(asked);
    if (await isAsGood(kept, asked)) return kept;
    await kept.close();
    return PythonProcess.open(asked);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const kept = await this.#ready;
    if (kept !== undefined && !('lacks' in kept)) await kept.close();
  }
}

/** Whether a new one would have no more of the jail: what the system allows, and whether all of it is required, may have changed since. */
async function isAsGood({ missing }: PythonProcess, asked: JailAsked): Promise<boolean> {
  if (missing.length === 0) return true;
  if (asked.requireJail) return false;
  const lacking = new Set(await missingOfJail(asked));
  return missing.every((part) => lacking.has(part));
}
