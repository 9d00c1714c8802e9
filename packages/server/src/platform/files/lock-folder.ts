import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { StartProblem } from '../start-problem.ts';
import { codeOf } from './code-of-error.ts';

const run = promisify(execFile);
const holderShape = z.object({ pid: z.int().positive(), born: z.string(), token: z.string() });
type Holder = z.infer<typeof holderShape>;

/**
 * Takes the data folder for this process, so that two never write to it together. A lock left by a dead process is
 * replaced; a living one is refused with a sentence. Answers how to give the folder back.
 */
export async function lockFolder(root: string): Promise<() => Promise<void>> {
  // 0711: the database's own user must pass through when the program runs as root.
  await mkdir(root, { recursive: true, mode: 0o711 });
  const path = join(root, 'sillage.lock');
  const mine: Holder = { pid: process.pid, born: await bornAt(process.pid), token: randomUUID() };
  const draft = `${path}.${mine.token}`;
  await writeFile(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    // Every round but the last removes one stale lock; a handful of starters may race for it.
    for (let round = 0; round < 10; round++) {
      if (await linked(draft, path)) return () => release(path, mine);
      await removeStale(root, path, draft);
    }
  } finally {
    await rm(draft, { force: true });
  }
  throw new StartProblem(`The data folder ${root} cannot be locked: another process keeps taking it.`);
}

async function linked(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function removeStale(root: string, path: string, draft: string): Promise<void> {
  const holder = await holderOf(path);
  if (holder !== undefined && (await bornAt(holder.pid)) === holder.born) {
    throw new StartProblem(
      `The data folder ${root} is in use by another Sillage (process ${holder.pid}). Stop it, or choose another folder with --data.`,
    );
  }
  const aside = `${draft}.stale`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  // Between reading and renaming another starter may have taken the folder: give its lock back.
  const taken = await holderOf(aside);
  if (taken?.token !== holder?.token) await linked(aside, path);
  await rm(aside, { force: true });
}

async function holderOf(path: string): Promise<Holder | undefined> {
  try {
    return holderShape.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    // Absent, or torn by a power cut: nobody living wrote it.
    return undefined;
  }
}

async function release(path: string, mine: Holder): Promise<void> {
  if ((await holderOf(path))?.token === mine.token) await rm(path, { force: true });
}

/** When the process was born, so that a number used again is not taken for it; '' = no such process. */
async function bornAt(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    try {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
      const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
      // Field 22, counted after the name in brackets, which may hold spaces: start in clock ticks since boot.
      return `${boot.trim()} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
    } catch {
      return '';
    }
  }
  try {
    return (await run('ps', ['-o', 'lstart=', '-p', String(pid)])).stdout.trim();
  } catch {
    return '';
  }
}
