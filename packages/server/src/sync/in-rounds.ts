/** Work that is done again and again, one round at a time. */
export interface Rounds {
  /** A round that begins after this call; resolves when it has ended, however. */
  now(): Promise<void>;
  /** Begins a round, unless one is under way. */
  begin(): void;
  /** Once none is under way. */
  ended(): Promise<void>;
  close(): Promise<void>;
}

/** @param betweenMs ms between two rounds; undefined: a round begins only when somebody says so */
export function inRounds(
  work: (closing: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
  betweenMs?: number,
): Rounds {
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  function go(): Promise<void> {
    clearTimeout(timer);
    if (closing.signal.aborted) return Promise.resolve();
    running ??= work(closing.signal)
      .catch((error: unknown) => {
        if (!closing.signal.aborted) onError(error);
      })
      .finally(() => {
        running = undefined;
        if (betweenMs !== undefined && !closing.signal.aborted) timer = setTimeout(() => void go(), betweenMs).unref();
      });
    return running;
  }
  return {
    async now() {
      // One that is under way may have passed what was changed just now.
      await running;
      await go();
    },
    begin: () => void go(),
    async ended() {
      await running;
    },
    async close() {
      closing.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
