/** The longest that the event loop of this process was held since it was asked before, in ms. */
export interface LongestHold {
  /** By the clock: others may have had the processor meanwhile. */
  readonly wallMs: number;
  /** Of the processor, by this thread alone. */
  readonly computedMs: number;
}

const everyMs = 2;

/** Looks at the clock and at the thread's time of the processor again and again; answers how to ask, which begins anew. */
export function watchLoop(): () => LongestHold {
  let [wallMs, computedMs] = [0, 0];
  let lookedMs = performance.now();
  let before = process.threadCpuUsage();
  setInterval(() => {
    const nowMs = performance.now();
    const now = process.threadCpuUsage();
    wallMs = Math.max(wallMs, nowMs - lookedMs - everyMs);
    computedMs = Math.max(computedMs, (now.user + now.system - before.user - before.system) / 1000);
    [lookedMs, before] = [nowMs, now];
  }, everyMs).unref();
  return () => {
    const longest = { wallMs, computedMs };
    [wallMs, computedMs] = [0, 0];
    return longest;
  };
}
