import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../platform/clock/index.ts';

/** s over which the rate is measured. */
const windowSeconds = 60;

/** How fast files move, and that they move no faster than they may. */
export interface Rate {
  /** Over the last minute in which something moved; null = nothing did. */
  bytesPerSecond(): number | null;
  /** Counts a piece that took `tookMs`, and waits as long as it should have taken, or until `ending`. */
  moved(bytes: number, tookMs: number, mostBytesPerSecond: number | null, ending: AbortSignal): Promise<void>;
}

export function measureRate({ monotonicMs }: Pick<Clock, 'monotonicMs'>): Rate {
  /** Second → bytes; as many entries as the window has seconds. */
  const moved = new Map<number, number>();
  const secondNow = () => Math.floor(monotonicMs() / 1000);

  function forgetOld(now: number): void {
    for (const second of moved.keys()) if (second <= now - windowSeconds) moved.delete(second);
  }
  return {
    bytesPerSecond() {
      const now = secondNow();
      forgetOld(now);
      if (moved.size === 0) return null;
      const first = Math.min(...moved.keys());
      const bytes = [...moved.values()].reduce((sum, one) => sum + one, 0);
      return bytes / (now - first + 1);
    },
    async moved(bytes, tookMs, most, ending) {
      const now = secondNow();
      forgetOld(now);
      // It moved all the while.
      const seconds = Math.min(windowSeconds, Math.max(1, Math.round(tookMs / 1000)));
      for (let second = now - seconds + 1; second <= now; second += 1)
        moved.set(second, (moved.get(second) ?? 0) + bytes / seconds);
      const shouldMs = most === null ? 0 : (1000 * bytes) / most;
      if (shouldMs > tookMs) await wait(shouldMs - tookMs, undefined, { signal: ending }).catch(() => {});
    },
  };
}
