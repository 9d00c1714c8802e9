import type { ChildProcess } from 'node:child_process';
import { chmod, chown, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { codeOf } from '../../files/index.ts';
import type { Log } from '../../log/index.ts';
import { StartProblem } from '../../start-problem.ts';
import { chooseUser, type DatabaseUser } from './choose-user.ts';
import { type ClusterPlace, initialiseCluster } from './initialise-cluster.ts';
import { installedPackage, prepareBinaries } from './prepare-binaries.ts';
import { spawnAsUser } from './spawn-as-user.ts';
import { stopOrphan } from './stop-orphan.ts';

export interface ClusterOptions {
  /** Folder of the cluster; its parent exists and is locked by this process. */
  readonly folder: string;
  readonly logFile: string;
  /** Where a copy of the programs may be put when the installed ones cannot be run. */
  readonly shelf: string;
  /** false: faster, and a power cut may lose everything (tests). */
  readonly durable: boolean;
  readonly log: Log;
}

export interface Cluster {
  /** Of the database `postgres`, by its socket. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts PostgreSQL on the folder, making the cluster first when there is none, and keeps it running until `stop`. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const user = await chooseUser(options.folder);
  const binaries = await prepareBinaries(installedPackage(), user, options.shelf);
  const place: ClusterPlace = { folder: options.folder, binaries, user, logFile: options.logFile };
  await initialiseCluster(place);
  const folder = await realpath(options.folder);
  await stopOrphan(folder, options.log);
  const sockets = await makeSocketFolder(user);
  const url = `postgresql://sillage@localhost/postgres?host=${encodeURIComponent(sockets)}`;
  const start = () => startServer({ ...place, folder }, sockets, url, options.durable);
  const keeper = keepRunning(await start(), start, options.log);
  return {
    url,
    async stop() {
      await keeper.stop();
      await rm(sockets, { recursive: true, force: true });
    },
  };
}

/** Short, because the path of a socket has room for 107 bytes. */
async function makeSocketFolder(user: DatabaseUser | undefined): Promise<string> {
  const base = tmpdir().length > 60 ? '/tmp' : tmpdir();
  const folder = await mkdtemp(join(base, 'sillage-pg-'));
  await chmod(folder, 0o700);
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  return folder;
}

/** A sixteenth of the memory: long lists are looked up all over the tables. Taken only as far as it is touched. */
const sharedBuffersMb = (memoryBytes: number) => Math.min(512, Math.max(64, Math.floor(memoryBytes / 16 / 1024 ** 2)));

const settings = (sockets: string, durable: boolean): Record<string, string> => ({
  listen_addresses: '',
  unix_socket_directories: sockets,
  unix_socket_permissions: '0700',
  ssl: 'off',
  max_connections: '60',
  shared_buffers: `${sharedBuffersMb(totalmem())}MB`,
  jit: 'off', // compiling takes longer than any query here
  dynamic_shared_memory_type: 'mmap', // /dev/shm is tiny in containers
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
});

async function startServer(place: ClusterPlace, sockets: string, url: string, durable: boolean): Promise<ChildProcess> {
  const given = Object.entries(settings(sockets, durable)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const deadlineMs = performance.now() + 60_000;
  // "postmaster.pid already exists" and memory still held by dying backends pass within seconds.
  for (let attempt = 1; ; attempt++) {
    const child = await spawnAsUser({ ...place, program: join(place.binaries, 'postgres') }, given);
    child.on('error', () => undefined);
    if (await answers(child, url, deadlineMs)) return child;
    if (attempt === 10 || performance.now() > deadlineMs) throw await cannotStart(place.logFile);
    await sleep(1_000);
  }
}

/** Waits until the server takes connections; false when it ended instead. */
async function answers(child: ChildProcess, url: string, deadlineMs: number): Promise<boolean> {
  while (isRunning(child) && performance.now() < deadlineMs) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch (error) {
      const starting = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03'].includes(codeOf(error) ?? '');
      if (!starting && isRunning(child)) throw error;
      await sleep(20);
    }
  }
  if (isRunning(child)) child.kill('SIGQUIT');
  return false;
}

const isRunning = (child: ChildProcess) =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null;

async function cannotStart(logFile: string): Promise<StartProblem> {
  const lines = (await readFile(logFile, 'utf8').catch(() => '')).trimEnd().split('\n');
  const reason = lines.findLast((line) => /FATAL|PANIC|error/.test(line)) ?? lines.at(-1) ?? '';
  return new StartProblem(`The embedded database does not start: ${reason} (more in ${logFile})`);
}

interface Keeper {
  stop(): Promise<void>;
}

/** Starts the server again when it ends by itself, for instance killed for want of memory. */
function keepRunning(first: ChildProcess, start: () => Promise<ChildProcess>, log: Log): Keeper {
  let child = first;
  let stopping = false;
  let restarting: Promise<void> | undefined;
  // Without a graceful end (an uncaught error) the database still ends with the program.
  const endWithProgram = () => void (isRunning(child) && child.kill('SIGINT'));
  process.on('exit', endWithProgram);

  const restart = async () => {
    while (!stopping) {
      await sleep(500);
      try {
        child = await start();
        return watch();
      } catch (error) {
        log.error({ error: String(error) }, 'the embedded database does not start again');
        await sleep(5_000);
      }
    }
  };
  const watch = () => {
    child.once('exit', (code, signal) => {
      if (stopping) return;
      log.error({ code, signal }, 'the embedded database ended by itself and is started again');
      restarting = restart();
    });
  };
  watch();
  return {
    async stop() {
      stopping = true;
      await restarting;
      process.off('exit', endWithProgram);
      await endServer(child);
    },
  };
}

/** A fast stop (open connections are closed, everything is written), and an immediate one after 8 s. */
async function endServer(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGINT');
  const hurry = setTimeout(() => child.kill('SIGQUIT'), 8_000);
  await ended;
  clearTimeout(hurry);
}
