import type { Log } from '../../platform/log/index.ts';
import type { RunNow } from './keep-runs.ts';

/** ms between two writings of what a restart has to know. */
const everyMs = 500;
/** Looks, one a second, after which its clock is written although nothing else changed. */
const looksBetween = 5;

interface Dependencies {
  readonly runId: number;
  readonly log: Log;
  readonly write: (id: number, now: RunNow) => Promise<void>;
  /** As it is now; what it holds is copied. */
  readonly now: () => RunNow;
}

/** Writes what a restart has to know of a run: one writing after the other, not more often than people wait for. */
export class RunKeeping {
  readonly #dependencies: Dependencies;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #looks = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  changed(): void {
    if (!this.#isClosed) this.#timer ??= setTimeout(() => void this.keep(), everyMs);
  }

  /** Called each second: a restart goes on from a clock that is not older than a few of them. */
  looked(): void {
    this.#looks += 1;
    if (this.#looks % looksBetween === 0) this.changed();
  }

  /** At once. */
  keep(): Promise<void> {
    if (this.#isClosed) return this.#writing;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { runId, log, write, now: read } = this.#dependencies;
    const current = read();
    const now: RunNow = { ...current, kept: structuredClone(current.kept) };
    this.#writing = this.#writing
      .then(() => write(runId, now))
      .catch((error: unknown) => log.warn({ run: runId, error: String(error) }, 'a scenario was not kept'));
    return this.#writing;
  }

  /** Nothing is written any more but what is being written. */
  close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#isClosed = true;
    return this.#writing;
  }
}
