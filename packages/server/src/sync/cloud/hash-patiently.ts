import { setTimeout as wait } from 'node:timers/promises';
import { type Refusal, refuse } from '@sillage/contract';
import type { StoredFile } from '../../platform/files/index.ts';

/** ms; below what a hub waits for an answer, and what proxies on the way do. */
const usualPatienceMs = 45_000;

/** ms for which a hash that came too late is kept for the hub that asked: its next rounds. */
const foundMs = 120_000;

/**
 * Hashes originals for hubs that wait. One that takes longer goes on meanwhile: its hub is told so, asks again later and hears
 * what was found then.
 */
export function hashPatiently(patienceMs = usualPatienceMs) {
  const running = new Map<string, Promise<string>>();

  /** What was found is told to who asks again soon; later the file is read anew. */
  async function forgetLater(key: string, hashing: Promise<string>): Promise<void> {
    await hashing.then(
      () => wait(foundMs, undefined, { ref: false }),
      () => undefined,
    );
    if (running.get(key) === hashing) running.delete(key);
  }

  return async (uid: string, file: Pick<StoredFile, 'etag' | 'hash' | 'close'>): Promise<string | Refusal> => {
    const key = `${uid}/${file.etag}`;
    const known = running.get(key);
    if (known !== undefined) await file.close();
    const hashing = known ?? file.hash();
    running.set(key, hashing);
    if (known === undefined) void forgetLater(key, hashing);
    const given = new AbortController();
    try {
      const late = wait(patienceMs, undefined, { signal: given.signal, ref: false }).catch(() => undefined);
      const found = await Promise.race([hashing, late]);
      if (found === undefined) return refuse('sync.stillHashing');
      running.delete(key);
      return found;
    } catch (problem) {
      running.delete(key);
      throw problem;
    } finally {
      given.abort();
    }
  };
}
