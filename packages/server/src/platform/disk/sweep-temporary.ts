import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../files/index.ts';
import type { Log } from '../log/index.ts';

interface Dependencies {
  readonly folder: string;
  /** Durations by a clock that nobody sets: a date that jumps must not remove what is in use. */
  readonly monotonicMs: () => number;
  readonly log: Log;
}

/** What nobody wrote to for so long is left over: the longest task writes every few minutes while it goes on. */
const abandonedMs = 24 * 3600_000;
const everyMs = 3600_000;

/** Removes what was left in the temporary folder: looks each hour until `close`. */
export function keepTemporarySwept(dependencies: Dependencies): { close(): void } {
  const sweep = createSweeper(dependencies);
  const timer = setInterval(() => {
    sweep().catch((error: unknown) =>
      dependencies.log.warn({ error: String(error) }, 'the temporary folder was not swept'),
    );
  }, everyMs).unref();
  return { close: () => clearInterval(timer) };
}

/** Answers what removes, each time, all that it has seen unchanged for a day. */
export function createSweeper({ folder, monotonicMs, log }: Dependencies): () => Promise<void> {
  /** Name → its last change, as the disk says it, and the monotonic ms at which that was new. */
  let seen = new Map<string, { readonly changedMs: number; readonly sinceMs: number }>();
  return async () => {
    const before = seen;
    seen = new Map();
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const changedMs = await lastChangeMs(path);
      if (changedMs === undefined) continue;
      const known = before.get(name);
      const sinceMs = known?.changedMs === changedMs ? known.sinceMs : monotonicMs();
      const ageMs = monotonicMs() - sinceMs;
      if (ageMs < abandonedMs) seen.set(name, { changedMs, sinceMs });
      else {
        await rm(path, { recursive: true, force: true });
        log.warn({ path, hours: Math.round(ageMs / 3600_000) }, 'a temporary file that was left over is removed');
      }
    }
  };
}

/** ms since 1970 of the last change of a file, or of anything in a folder; undefined when it went meanwhile. */
async function lastChangeMs(path: string): Promise<number | undefined> {
  try {
    const about = await lstat(path);
    const inside = about.isDirectory() ? await readdir(path) : [];
    let newest = about.mtimeMs;
    for (const name of inside) newest = Math.max(newest, (await lastChangeMs(join(path, name))) ?? 0);
    return newest;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
