import type { Clock } from '../../platform/clock/index.ts';

/** Keys remembered; the oldest are forgotten beyond it, so that strangers cannot fill the memory. */
const maxKeys = 10_000;

export interface AttemptLimit {
  readonly attempts: number;
  readonly windowMs: number;
}

/** Counts attempts per key, in memory; those older than the window are forgiven. */
export interface Attempts {
  /** s to wait before another one, or undefined when one is allowed. */
  waitSeconds(key: string): number | undefined;
  count(key: string): void;
  forget(key: string): void;
}

export function limitAttempts(clock: Clock, { attempts, windowMs }: AttemptLimit): Attempts {
  const counted = new Map<string, number[]>();
  const recent = (key: string) => {
    const nowMs = clock.monotonicMs();
    return (counted.get(key) ?? []).filter((at) => at > nowMs - windowMs);
  };
  return {
    waitSeconds: (key) => {
      const oldest = recent(key).at(-attempts);
      return oldest === undefined
        ? undefined
        : Math.max(1, Math.ceil((oldest + windowMs - clock.monotonicMs()) / 1000));
    },
    count: (key) => {
      const times = [...recent(key), clock.monotonicMs()].slice(-attempts);
      counted.delete(key);
      counted.set(key, times);
      const [oldestKey] = counted.keys();
      if (counted.size > maxKeys && oldestKey !== undefined) counted.delete(oldestKey);
    },
    forget: (key) => {
      counted.delete(key);
    },
  };
}
