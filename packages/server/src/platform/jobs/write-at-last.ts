import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock/index.ts';
import type { Log } from '../log/index.ts';

export interface WriteAtLastDependencies {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly log: Pick<Log, 'warn'>;
  /** Aborted when nothing is written any more. */
  readonly closed: AbortSignal;
}

/** ms between two tries, which grow; and ms in which the same is said once. */
const firstPauseMs = 1000;
const longestPauseMs = 60_000;
const sayEveryMs = 60_000;

/**
 * What a task came to is not forgotten because the database is away, or full, for a while: the task would run again.
 * @throws the last refusal once nothing is written any more
 */
export async function writeAtLast(
  write: () => Promise<void>,
  { clock, log, closed }: WriteAtLastDependencies,
  pause: (ms: number) => Promise<unknown> = (ms) => sleep(ms, undefined, { ref: false, signal: closed }),
): Promise<void> {
  let saidMs = Number.NEGATIVE_INFINITY;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, 2 * pauseMs)) {
    try {
      return await write();
    } catch (error) {
      if (closed.aborted) throw error;
      const nowMs = clock.monotonicMs();
      if (nowMs - saidMs >= sayEveryMs) {
        log.warn({ error: String(error) }, 'how a task ended could not be written; it is tried again');
        saidMs = nowMs;
      }
      await pause(pauseMs);
    }
  }
}

/** ms */
const soonMs = 500;

/** Waits for the end of some work, but not long: who asks for it does not wait for a database that takes nothing. */
export async function soonAtMost(work: Promise<void>): Promise<void> {
  await Promise.race([work, sleep(soonMs, undefined, { ref: false })]);
}
