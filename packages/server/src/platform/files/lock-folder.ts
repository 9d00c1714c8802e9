import { execFile } from 'node:child_process';
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { StartProblem } from '../start-problem.ts';
import { codeOf } from './code-of-error.ts';

const run = promisify(execFile);
// Process, its birth and the claim's own number; all in the name, so that a claim appears whole or not at all.
const claimName = /^sillage\.(\d+)\.([0-9a-f]{16})\.([0-9a-f-]{36})\.lock$/;
const rounds = 20;
const roundsToBeSure = 3;

interface Claim {
  readonly pid: number;
  readonly path: string;
}

/**
 * Takes the data folder for this process, so that two never write to it together. What a dead process left is
 * removed; a living one is refused with a sentence. Answers how to give the folder back.
 *
 * Whoever wants the folder first writes a claim and then looks for others: of two, at least one sees the other and
 * withdraws. Starters try again after a random while; a claim that stays is a holder's.
 */
export async function lockFolder(root: string): Promise<() => Promise<void>> {
  try {
    return await claimFolder(root);
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    throw new StartProblem(`The data folder ${root} cannot be written to (${code}). Choose another one with --data.`);
  }
}

async function claimFolder(root: string): Promise<() => Promise<void>> {
  // 0711: the database's own user must pass through when the program runs as root.
  await mkdir(root, { recursive: true, mode: 0o711 });
  const born = digest(await bornAt(process.pid));
  const seen = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    const mine = join(root, `sillage.${process.pid}.${born}.${randomUUID()}.lock`);
    await writeFile(mine, '', { mode: 0o600, flag: 'wx' });
    const others = (await livingClaims(root)).filter(({ path }) => path !== mine);
    if (others.length === 0) return () => rm(mine, { force: true });
    await rm(mine, { force: true });
    for (const { path, pid } of others) {
      const times = (seen.get(path) ?? 0) + 1;
      if (times === roundsToBeSure) throw inUse(root, pid);
      seen.set(path, times);
    }
    await sleep(randomInt(20, 120));
  }
  throw new StartProblem(`The data folder ${root} cannot be locked: other processes keep trying to take it.`);
}

const inUse = (root: string, pid: number) =>
  new StartProblem(
    `The data folder ${root} is in use by another Sillage (process ${pid}). Stop it, or choose another folder with --data.`,
  );

async function livingClaims(root: string): Promise<Claim[]> {
  const living: Claim[] = [];
  for (const name of await readdir(root)) {
    const [, pid, born] = claimName.exec(name) ?? [];
    if (pid === undefined) continue;
    const path = join(root, name);
    if (digest(await bornAt(Number(pid))) === born) living.push({ pid: Number(pid), path });
    else await rm(path, { force: true });
  }
  return living;
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** When the process was born, so that a number used again is not taken for it; '' = no such process. */
async function bornAt(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    try {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
      const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
      // Fields 3 and 22, counted after the name in brackets, which may hold spaces: state, start in ticks since boot.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // A zombie has ended; only its parent has not noticed.
      return fields[0] === 'Z' || fields[0] === 'X' ? '' : `${boot.trim()} ${fields[19]}`;
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
