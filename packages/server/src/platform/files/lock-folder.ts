import { randomInt, randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { StartProblem } from '../start-problem.ts';
import { codeOf } from './code-of-error.ts';

const lockName = 'sillage.lock';
const holderName = 'sillage.holder';
/** SQLITE_BUSY */
const isHeldElsewhere = 5;
/** Two that come at the same moment may keep each other out: both try again. */
const tries = 6;

const SqliteError = z.object({ errcode: z.int() });
const Holder = z.object({ pid: z.int(), host: z.string() });

/** Kept, because a lock whose owner is collected as garbage is given back. */
const held = new Set<DatabaseSync>();

/**
 * Takes the data folder for this process, so that two never write to it together; a living one, in whatever container
 * or namespace of processes, is refused with a sentence. Answers how to give the folder back.
 *
 * The lock is the kernel's (fcntl), by way of the SQLite that Node brings: it ends with the process, however that ends,
 * and not before, however long it stalls (docs/decisions).
 */
export async function lockFolder(root: string): Promise<() => Promise<void>> {
  try {
    // 0711: the database's own user must pass through when the program runs as root.
    await mkdir(root, { recursive: true, mode: 0o711 });
    await tryToWrite(root);
    const lock = await takeLock(root);
    const holder = join(root, holderName);
    await writeFile(holder, JSON.stringify({ pid: process.pid, host: hostname() }), { mode: 0o600 });
    return async () => {
      await rm(holder, { force: true });
      held.delete(lock);
      lock.close();
    };
  } catch (error) {
    const code = codeOf(error);
    if (error instanceof StartProblem || code === undefined) throw error;
    throw new StartProblem(sentenceOf(root, code));
  }
}

/** Not with the lock's own file: to close it would give the lock back. */
async function tryToWrite(root: string): Promise<void> {
  const path = join(root, `sillage-${randomUUID()}.try`);
  try {
    await writeFile(path, 'can be written', { flag: 'wx', mode: 0o600 });
  } finally {
    await rm(path, { force: true });
  }
}

async function takeLock(root: string): Promise<DatabaseSync> {
  const path = join(root, lockName);
  for (let left = tries; ; left--) {
    let lock: DatabaseSync | undefined;
    try {
      lock = new DatabaseSync(path, { timeout: 0 });
      await chmod(path, 0o600);
      // No journal beside it; nothing is ever written to it.
      lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
      held.add(lock);
      return lock;
    } catch (error) {
      lock?.close();
      if (SqliteError.safeParse(error).data?.errcode !== isHeldElsewhere) throw cannotLock(root, error);
      if (left === 1) throw await inUse(root);
    }
    await sleep(randomInt(20, 120));
  }
}

function cannotLock(root: string, error: unknown): unknown {
  if (!SqliteError.safeParse(error).success) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new StartProblem(
    `The data folder ${root} cannot be locked (${reason}): its disk knows no locks, or ${lockName} in it belongs to another user. Choose another folder with --data, on a disk of this machine.`,
  );
}

async function inUse(root: string): Promise<StartProblem> {
  // It may be half written, or gone.
  const written: unknown = await readFile(join(root, holderName), 'utf8')
    .then((text) => JSON.parse(text))
    .catch(() => undefined);
  const holder = Holder.safeParse(written).data;
  const host = holder === undefined || holder.host === hostname() ? '' : ` on ${holder.host}`;
  const who = holder === undefined ? '' : ` (process ${holder.pid}${host})`;
  return new StartProblem(
    `The data folder ${root} is in use by another Sillage${who}. Stop it, or choose another folder with --data.`,
  );
}

function sentenceOf(root: string, code: string): string {
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `The disk of the data folder ${root} is full (${code}). Make room on it, then start again; nothing that was recorded is lost.`;
  }
  if (code === 'EROFS') {
    return `The data folder ${root} lies on a disk that can only be read (${code}). A worn-out SD card does that: copy the folder to another one and start with --data DIR; nothing that was recorded is lost.`;
  }
  return `The data folder ${root} cannot be written to (${code}). Give this user the right to, or choose another folder with --data.`;
}
