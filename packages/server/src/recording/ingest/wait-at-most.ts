import { setTimeout as sleep } from 'node:timers/promises';

/** Whether `work` has settled within `ms`; it goes on in any case. */
export async function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const ended = new AbortController();
  const settled = work.then(
    () => true,
    () => true,
  );
  const late = sleep(ms, false, { ref: false, signal: ended.signal }).catch(() => false);
  try {
    return await Promise.race([settled, late]);
  } finally {
    ended.abort();
  }
}
