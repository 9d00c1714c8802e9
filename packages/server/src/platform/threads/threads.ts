import { Piscina } from 'piscina';

type Options = ConstructorParameters<typeof Piscina>[0];
type RunOptions = NonNullable<Parameters<Piscina['run']>[1]>;

/**
 * Threads for one kind of work. One that fails before it works, at the limit of open files for example, fails those who wait
 * where no other is left to serve them; of itself piscina would throw that at the program, and leave them waiting.
 */
export class Threads<T, R> extends Piscina<T, R> {
  readonly #waiting = new Set<AbortController>();

  constructor(options: Options) {
    super(options);
    this.on('error', (error: unknown) => {
      // The one that failed is still counted.
      if (this.threads.length > 1) return;
      for (const one of this.#waiting) one.abort(error);
    });
  }

  override async run(task: T, options: RunOptions = {}): Promise<R> {
    const failed = new AbortController();
    const { signal } = options;
    const either = signal instanceof AbortSignal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
    this.#waiting.add(failed);
    try {
      return await super.run(task, { ...options, signal: either });
    } catch (error) {
      throw failed.signal.aborted ? failed.signal.reason : error;
    } finally {
      this.#waiting.delete(failed);
    }
  }
}
