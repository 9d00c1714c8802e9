import type { LeaseBeat } from './task-queue.ts';

/** Tells which leases were not renewed for `leaseMs` of this process's own time, whatever any clock was set to. */
export interface LeaseWatch {
  /** Takes note of the leases as they are now; answers those that did not change for so long. */
  stale(seen: readonly LeaseBeat[]): LeaseBeat[];
}

export function watchLeases(leaseMs: number, monotonicMs: () => number): LeaseWatch {
  let since = new Map<string, number>();
  let lookedMs = monotonicMs();
  return {
    stale(seen) {
      const nowMs = monotonicMs();
      // Who did not look for so long was asleep, and the other one perhaps with it: both get their time again.
      if (nowMs - lookedMs > leaseMs / 2) since = new Map();
      lookedMs = nowMs;
      const keyOf = ({ taskId, token, beat }: LeaseBeat) => `${taskId} ${token} ${beat}`;
      since = new Map(seen.map((one) => [keyOf(one), since.get(keyOf(one)) ?? nowMs]));
      return seen.filter((one) => nowMs - (since.get(keyOf(one)) ?? nowMs) > leaseMs);
    },
  };
}
