import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, vi } from 'vitest';
import { dataFolder } from '../files/index.ts';
import { createLog } from '../log/index.ts';
import { type Database, openDatabase, tables } from './index.ts';
import { copyTestCluster } from './open-test-template.ts';

const log = createLog('silent');
const door = fileURLToPath(new URL('./index.ts', import.meta.url));
export const isRoot = process.getuid?.() === 0;

/** A data folder as after a first start, opened as often as a test likes, here and in other processes. For tests. */
export async function openTestStarts() {
  const root = await mkdtemp(join(tmpdir(), 'sillage-open-'));
  const folder = join(root, 'data');
  const cluster = join(folder, 'postgres');
  const opened: Database[] = [];
  const programs: ChildProcess[] = [];
  await chmod(root, 0o755);
  await mkdir(folder);
  await copyTestCluster(cluster);

  const postmaster = async () => Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0]);

  /** Ends what a killed program left, as the next start would. */
  async function stopLeftOvers(): Promise<void> {
    const pid = await postmaster().catch(() => undefined);
    if (pid === undefined) return;
    process.kill(pid, 'SIGQUIT');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000);
  }

  return {
    root,
    folder,
    cluster,
    /** Killed at the end. */
    programs,
    /** As before the first start, which makes the database. */
    beforeFirstStart: () => rm(folder, { recursive: true }),
    async open({ url, unseenMs }: { url?: string; unseenMs?: number } = {}): Promise<Database> {
      const external = url === undefined ? undefined : { url, patienceMs: 0, say() {}, lostTo() {} };
      const database = await openDatabase({ folder: dataFolder(folder), external, log, unseenMs });
      opened.push(database);
      return database;
    },
    closeLast: () => opened.pop()?.close(),
    postmaster,
    openElsewhere: () => openElsewhere(folder, programs),
    async close(): Promise<void> {
      for (const program of programs) program.kill('SIGKILL');
      for (const database of opened) await database.close();
      await stopLeftOvers();
      await rm(root, { recursive: true, force: true });
    },
  };
}

export type TestStarts = Awaited<ReturnType<typeof openTestStarts>>;

/** The shell that would stop a server when its program is gone. */
export async function watcherOf(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,args=']);
  const line = stdout.split('\n').find((text) => text.endsWith(`sillage-watch ${pid}`));
  return Number(line?.trim().split(' ')[0]);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie has ended; in a container nobody may be there to notice.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

export const sportsOf = async ({ db }: Database) =>
  (await db.select({ name: tables.sports.name }).from(tables.sports)).map(({ name }) => name);

/** Another process that opens the folder, prints `ready` or why it does not, and stays. */
async function openElsewhere(
  folder: string,
  programs: ChildProcess[],
): Promise<{ program: ChildProcess; said: string }> {
  const code = `
    const { openDatabase } = await import(${JSON.stringify(door)});
    const { dataFolder } = await import(${JSON.stringify(join(door, '../../files/index.ts'))});
    const { createLog } = await import(${JSON.stringify(join(door, '../../log/index.ts'))});
    try {
      await openDatabase({ folder: dataFolder(${JSON.stringify(folder)}), external: undefined, log: createLog('silent') });
      console.log('ready');
      setInterval(() => {}, 1000);
    } catch (error) {
      console.log(error.name + ': ' + error.message);
    }`;
  const program = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  programs.push(program);
  const [said] = await once(program.stdout ?? program, 'data');
  return { program, said: String(said).trim() };
}
