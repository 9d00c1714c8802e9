import { within } from '../platform/clock/index.ts';
import type { Log } from '../platform/log/index.ts';

/** ms in which everything is closed: the process has 9 s in all, and is killed after 9.5 s. */
const closeMs = 8500;
/** ms kept for what was opened first, the database, so that it may still end in order. */
const firstMs = 2500;

export interface Closers {
  /** Remembers how to close a thing; closed in reverse order of adding. */
  add<T>(thing: T, close: (thing: T) => Promise<unknown>): T;
  /** Answers at its time, whatever hangs. */
  closeAll(withinMs?: number): Promise<void>;
}

/**
 * Closes things one after the other within a time. Each has half of what is left for those before it; one that takes longer,
 * as on a database that is frozen, is left behind.
 */
export function createClosers({
  log,
  monotonicMs,
}: {
  readonly log: Log;
  readonly monotonicMs: () => number;
}): Closers {
  const stack: (() => Promise<unknown>)[] = [];
  return {
    add(thing, close) {
      stack.push(() => close(thing));
      return thing;
    },
    async closeAll(withinMs = closeMs) {
      const untilMs = monotonicMs() + withinMs;
      for (let close = stack.pop(); close !== undefined; close = stack.pop()) {
        const leftMs = Math.max(0, untilMs - monotonicMs());
        const shareMs = stack.length <= stackOfFirst ? leftMs : Math.max(0, leftMs - firstMs) / 2;
        await within(close(), shareMs).catch((error: unknown) =>
          log.error({ error: String(error) }, 'a room did not close cleanly'),
        );
      }
    },
  };
}

/** The tally, which waits for nothing, and the database. */
const stackOfFirst = 1;
