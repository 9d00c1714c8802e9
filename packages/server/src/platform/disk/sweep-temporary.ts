import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../files/index.ts';
import type { Log } from '../log/index.ts';

interface SweepParts {
  readonly folder: string;
  /** ms since 1970 */
  readonly nowMs: () => number;
  readonly log: Log;
}

/** What nobody wrote to for so long is left over: the longest task writes every few minutes while it goes on. */
const abandonedMs = 24 * 3600_000;
const everyMs = 3600_000;

/** Removes what was left in the temporary folder: looks each hour until `close`. */
export function keepTemporarySwept(parts: SweepParts): { close(): void } {
  const timer = setInterval(() => {
    sweepTemporary(parts).catch((error: unknown) =>
      parts.log.warn({ error: String(error) }, 'the temporary folder was not swept'),
    );
  }, everyMs).unref();
  return { close: () => clearInterval(timer) };
}

/** Removes what nobody has written to for a day. */
export async function sweepTemporary({ folder, nowMs, log }: SweepParts): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const ageMs = nowMs() - (await newestMs(path));
    if (ageMs < abandonedMs) continue;
    await rm(path, { recursive: true, force: true });
    log.warn({ path, hours: Math.round(ageMs / 3600_000) }, 'a temporary file that was left over is removed');
  }
}

/** ms since 1970 of the last change of a file, or of anything in a folder. */
async function newestMs(path: string): Promise<number> {
  try {
    const about = await lstat(path);
    const inside = about.isDirectory() ? await readdir(path) : [];
    let newest = about.mtimeMs;
    for (const name of inside) newest = Math.max(newest, await newestMs(join(path, name)));
    return newest;
  } catch (error) {
    // It went while it was looked at: somebody uses it.
    if (codeOf(error) === 'ENOENT') return Number.POSITIVE_INFINITY;
    throw error;
  }
}
