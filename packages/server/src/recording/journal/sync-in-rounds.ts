/** Something whose writes wait for a sync. */
export interface Syncable {
  /** Brings to disk what was written before the call. */
  sync(): Promise<void>;
}

interface Waiting {
  readonly what: Syncable;
  /** Monotonic ms of its oldest unsynced byte. */
  readonly sinceMs: number;
  /** Not before this: the last sync failed. */
  readonly notBeforeMs: number;
  /** Those who wait for the outcome; their sync is the next one. */
  readonly waiters: Waiter[];
}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface SyncRounds {
  /** Bytes were written that are not on disk yet: they will be, with all others that are written until then. */
  written(what: Syncable): void;
  /** What was written so far is on disk, or it rejects. Goes before those who only wait their turn. */
  flush(what: Syncable): Promise<void>;
  /** It is closed: nothing of it is waited for any more. */
  forget(what: Syncable): void;
  /** {@link flush} of all. */
  flushAll(): Promise<void>;
  /** ms; age of the oldest byte that is not known to be on disk; 0 = all are. */
  unsyncedMs(): number;
  /** ms; the oldest that a byte became since the last {@link takeWorstMs}. */
  worstMs(): number;
  takeWorstMs(): number;
  close(): void;
}

/** ms; no byte waits longer, unless one round over all who have some takes longer. */
const syncWithinMs = 1000;
/** ms kept for timers and for syncs that take longer than the last ones. */
const marginMs = 100;
/** ms; who is due so soon begins with who is due now: one waking of the loop and of the threads for many syncs, which the disk takes together. */
const togetherMs = 100;
const afterFailureMs = 1000;
/** ms that a sync is thought to take until some were seen. */
const firstSyncMs = 100;

/**
 * Syncs whatever has unsynced bytes, the oldest first, a few at once. Each waits once at most, however much is written
 * meanwhile, so a slow disk makes a round longer and never a queue.
 */
export function createSyncRounds(dependencies: { atOnce: number; monotonicMs: () => number }): SyncRounds {
  const { atOnce, monotonicMs } = dependencies;
  /** In the order of their oldest bytes, save those that failed. */
  const waiting = new Map<Syncable, Waiting>();
  const running = new Map<Syncable, { readonly sinceMs: number; readonly waiters: Waiter[] }>();
  let syncMs = firstSyncMs;
  let worstMs = 0;
  let timer: NodeJS.Timeout | undefined;
  /** When it rings; never, while as many run as may. */
  let timerMs = Number.POSITIVE_INFINITY;

  /**
   * Who is to be synced next, and when it must begin: early enough that it and all who wait behind it are in time,
   * and no earlier, since what begins early comes again early. Whoever is being synced waits for that to end.
   */
  function next(nowMs: number): { readonly what: Syncable; readonly due: number } | undefined {
    let first: Waiting | undefined;
    let due = Number.POSITIVE_INFINITY;
    let failed: Waiting | undefined;
    let ahead = running.size;
    // All that wait are looked through for each sync: nothing is made for them.
    for (const entry of waiting.values()) {
      if (running.has(entry.what)) continue;
      if (entry.waiters.length > 0) return { what: entry.what, due: 0 };
      if (entry.notBeforeMs > nowMs) {
        if (failed === undefined || entry.notBeforeMs < failed.notBeforeMs) failed = entry;
      } else {
        first ??= entry;
        due = Math.min(due, latestStartMs(entry.sinceMs, ahead++));
      }
    }
    if (failed !== undefined && failed.notBeforeMs < due) return { what: failed.what, due: failed.notBeforeMs };
    return first && { what: first.what, due };
  }

  /** When the first of those ahead has to begin, if each of them takes as long as others did. */
  function latestStartMs(sinceMs: number, ahead: number): number {
    return sinceMs + syncWithinMs - marginMs - (ahead / atOnce + 1) * syncMs;
  }

  function pump(): void {
    clearTimeout(timer);
    timer = undefined;
    timerMs = Number.POSITIVE_INFINITY;
    let isPartOfMany = false;
    while (running.size < atOnce) {
      const nowMs = monotonicMs();
      const first = next(nowMs);
      if (first === undefined) return;
      if (first.due > nowMs + (isPartOfMany ? togetherMs : 0)) {
        timerMs = first.due;
        timer = setTimeout(pump, first.due - nowMs).unref();
        return;
      }
      start(first.what);
      isPartOfMany = true;
    }
  }

  function start(what: Syncable): void {
    const entry = waiting.get(what);
    if (entry === undefined) return;
    const { sinceMs, waiters } = entry;
    waiting.delete(what);
    running.set(what, { sinceMs, waiters });
    const startedMs = monotonicMs();
    const ended = () => {
      running.delete(what);
      const endedMs = monotonicMs();
      worstMs = Math.max(worstMs, endedMs - sinceMs);
      const tookMs = endedMs - startedMs;
      // The mean, not the worst: a round is the sum of many, and one that starts too early syncs twice as often.
      syncMs += (tookMs - syncMs) / 8;
    };
    what
      .sync()
      .then(
        () => {
          ended();
          for (const { resolve } of waiters) resolve();
        },
        (error: unknown) => {
          ended();
          const later = waiting.get(what)?.waiters ?? [];
          waiting.set(what, { what, sinceMs, notBeforeMs: monotonicMs() + afterFailureMs, waiters: later });
          for (const { reject } of waiters) reject(error);
        },
      )
      .finally(() => {
        // With a timer nobody is due before it rings, save this one, if it was written to while it was synced.
        if (timer === undefined || waiting.has(what)) pump();
      });
  }

  function unsyncedMs(): number {
    const since = [...waiting.values(), ...running.values()].map(({ sinceMs }) => sinceMs);
    return since.length === 0 ? 0 : monotonicMs() - since.reduce((a, b) => Math.min(a, b));
  }

  const worst = () => Math.max(worstMs, unsyncedMs());

  function flush(what: Syncable): Promise<void> {
    const entry = waiting.get(what) ?? running.get(what);
    if (entry === undefined) return Promise.resolve();
    return new Promise((resolve, reject) => {
      entry.waiters.push({ resolve, reject });
      pump();
    });
  }

  return {
    written(what) {
      if (waiting.has(what)) return;
      const sinceMs = monotonicMs();
      const ahead = waiting.size + running.size;
      waiting.set(what, { what, sinceMs, notBeforeMs: 0, waiters: [] });
      if (running.size < atOnce && latestStartMs(sinceMs, ahead) < timerMs) pump();
    },
    flush,
    async flushAll() {
      await Promise.allSettled([...new Set([...waiting.keys(), ...running.keys()])].map(flush));
    },
    forget(what) {
      const entry = waiting.get(what);
      waiting.delete(what);
      for (const { reject } of entry?.waiters ?? []) reject(new Error('the journal was closed'));
    },
    unsyncedMs,
    worstMs: worst,
    takeWorstMs() {
      const found = worst();
      worstMs = 0;
      return found;
    },
    close: () => clearTimeout(timer),
  };
}
