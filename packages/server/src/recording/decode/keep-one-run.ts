interface Run {
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/** One run a record: a later one ends the earlier, whose source is no longer what it read, and waits for its end. */
export interface OneRun {
  /** `work` gets a signal that is aborted with `signal` or by a later run. A run that a later one ended returns. */
  only(recordId: number, signal: AbortSignal, work: (alone: AbortSignal) => Promise<void>): Promise<void>;
}

export function keepOneRun(): OneRun {
  const running = new Map<number, Run>();

  return {
    async only(recordId, signal, work) {
      const earlier = running.get(recordId);
      const abort = new AbortController();
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const run = { abort, ended };
      running.set(recordId, run);
      earlier?.abort.abort();
      await earlier?.ended;
      try {
        // A third run may have come while this one waited.
        if (!abort.signal.aborted) await work(AbortSignal.any([signal, abort.signal]));
      } catch (error) {
        if (!abort.signal.aborted) throw error;
      } finally {
        if (running.get(recordId) === run) running.delete(recordId);
        end();
      }
    },
  };
}
