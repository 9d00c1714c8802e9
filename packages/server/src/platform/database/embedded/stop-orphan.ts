import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Log } from '../../log/index.ts';
import { StartProblem } from '../../start-problem.ts';
import { nobodyHolds } from './mark-alive.ts';

const run = promisify(execFile);
const pollMs = 50;

/**
 * A `kill -9` of the program and of what watches it leaves its PostgreSQL running. The data folder is ours (locked), so
 * whatever server works in the cluster is such an orphan: it is ended with a fast, clean stop, at once if that takes more
 * than ~10 s. One in another container, which nobody here sees, is waited for (`unseenMs`); PostgreSQL's own lock file goes only once nobody works there.
 */
export async function stopOrphan(folder: string, log: Log, unseenMs = 15_000): Promise<void> {
  const path = join(folder, 'postmaster.pid');
  const [pidLine] = (await readFile(path, 'utf8').catch(() => '')).split('\n');
  const pid = Number(pidLine);
  if (Number.isInteger(pid) && pid > 1 && (await worksIn(pid, folder))) {
    log.warn({ pid }, 'a database left by a program that was killed is stopped');
    process.kill(pid, 'SIGINT');
    if (!(await ended(pid, folder, 8_000))) process.kill(pid, 'SIGQUIT');
  }
  if (!(await nobodyIn(folder, 10_000)) || !(await nobodyHolds(folder, unseenMs))) {
    throw new StartProblem(
      `A database that another Sillage left in ${folder} (process ${pidLine}, perhaps in another container) does not end. End it, then start again.`,
    );
  }
  // The number in the file may belong to a stranger by now, and PostgreSQL would wait for that one.
  await rm(path, { force: true });
}

async function ended(pid: number, folder: string, limitMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += pollMs) {
    if (!(await worksIn(pid, folder))) return true;
    await sleep(pollMs);
  }
  return false;
}

/** Also waits for backends, which outlive a killed postmaster for a moment. */
async function nobodyIn(folder: string, limitMs: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += pollMs) {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
    const there = await Promise.all(pids.map((pid) => worksIn(pid, folder)));
    if (!there.includes(true)) return true;
    await sleep(pollMs);
  }
  return false;
}

/** Whether the process is a PostgreSQL whose cluster is this folder: its working folder is always the cluster. */
async function worksIn(pid: number, folder: string): Promise<boolean> {
  try {
    if (process.platform === 'linux') {
      const name = (await readFile(`/proc/${pid}/comm`, 'utf8')).trim();
      return name === 'postgres' && (await readlink(`/proc/${pid}/cwd`)) === (await realpath(folder));
    }
    const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]);
    return stdout.includes('postgres') && stdout.includes(folder);
  } catch {
    return false;
  }
}
