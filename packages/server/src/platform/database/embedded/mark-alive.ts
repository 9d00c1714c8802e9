import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Log } from '../../log/index.ts';

const run = promisify(execFile);
const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;
const pollMs = 50;

/**
 * A named pipe beside the cluster that every process of PostgreSQL holds open for reading. Whether one lives is known by
 * opening it for writing: also in another container, whose processes nobody here sees.
 */
export interface AliveMark {
  /** Open for reading, to be handed to the server; undefined where no named pipe can be made. */
  readonly fd: number | undefined;
  close(): void;
}

export const aliveMarkOf = (cluster: string): string => `${cluster}.alive`;

/** Opens the mark, making it first when there is none. */
export async function openAliveMark(cluster: string, log: Log): Promise<AliveMark> {
  const path = aliveMarkOf(cluster);
  try {
    await run('mkfifo', ['-m', '600', path]).catch(() => undefined);
    const fd = openSync(path, O_RDONLY | O_NONBLOCK);
    return { fd, close: () => closeSync(fd) };
  } catch (error) {
    log.warn({ error: String(error) }, 'a database in another container could not be noticed: no named pipe');
    return { fd: undefined, close: () => undefined };
  }
}

/** Waits until no process holds the mark; false when one still does after `limitMs`. */
export async function nobodyHolds(cluster: string, limitMs: number): Promise<boolean> {
  for (let waitedMs = 0; isHeld(aliveMarkOf(cluster)); waitedMs += pollMs) {
    if (waitedMs >= limitMs) return false;
    await sleep(pollMs);
  }
  return true;
}

function isHeld(path: string): boolean {
  try {
    closeSync(openSync(path, O_WRONLY | O_NONBLOCK));
    return true;
  } catch {
    // ENXIO: nobody reads. ENOENT: there never was one. What cannot be looked at is judged by its processes.
    return false;
  }
}
