import type { Clock } from '../../platform/clock/index.ts';

const failuresAllowed = 10;
/** ms; failures older than this are forgiven. */
const windowMs = 5 * 60_000;
/** Keys remembered; the oldest are forgotten beyond it, so that strangers cannot fill the memory. */
const maxKeys = 10_000;

/** Slows down who guesses passwords; a correct password costs nothing. */
export interface FailedLogins {
  /** s to wait before another try, or undefined when one is allowed. */
  waitSeconds(key: string): number | undefined;
  failed(key: string): void;
  succeeded(key: string): void;
}

/** Counts failures per key (person and address) in memory. */
export function limitFailedLogins(clock: Clock): FailedLogins {
  const failures = new Map<string, number[]>();
  const recent = (key: string) => (failures.get(key) ?? []).filter((at) => at > clock.nowMs() - windowMs);
  return {
    waitSeconds: (key) => {
      const times = recent(key);
      const oldest = times.at(-failuresAllowed);
      return oldest === undefined ? undefined : Math.max(1, Math.ceil((oldest + windowMs - clock.nowMs()) / 1000));
    },
    failed: (key) => {
      const times = [...recent(key), clock.nowMs()].slice(-failuresAllowed);
      failures.delete(key);
      failures.set(key, times);
      const [oldestKey] = failures.keys();
      if (failures.size > maxKeys && oldestKey !== undefined) failures.delete(oldestKey);
    },
    succeeded: (key) => {
      failures.delete(key);
    },
  };
}
