import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log/index.ts';
import { StartProblem } from '../../start-problem.ts';
import { chooseUser } from './choose-user.ts';
import { endWithProgram } from './end-with-program.ts';
import { type ClusterPlace, initialiseCluster } from './initialise-cluster.ts';
import { openAliveMark } from './mark-alive.ts';
import { installedPackage, prepareBinaries } from './prepare-binaries.ts';
import { makeSocketFolder, removeSocketFolder } from './socket-folder.ts';
import { type Inherited, spawnAsUser } from './spawn-as-user.ts';
import { stopOrphan } from './stop-orphan.ts';
import { isRunning, waitUntilItAnswers } from './wait-until-it-answers.ts';

/** A server that neither recovers nor takes connections for so long never will. */
const silenceMs = 60_000;

export interface ClusterDependencies {
  /** Folder of the cluster; its parent exists and is locked by this process. */
  readonly folder: string;
  readonly logFile: string;
  /** Where a copy of the programs may be put when the installed ones cannot be run. */
  readonly shelf: string;
  /** false: faster, and a power cut may lose everything (tests). */
  readonly durable: boolean;
  readonly log: Log;
  /** ms to wait for a server in another container, which a program left on the folder; some seconds unless said. */
  readonly unseenMs?: number | undefined;
  /** Told in a sentence what takes so long. */
  readonly progress?: ((step: string) => void) | undefined;
  /** Somebody asked the server itself to stop, which it does once nobody is connected any more. Not told: it is started again. */
  readonly askedToEnd?: (() => void) | undefined;
}

export interface Cluster {
  /** Of the database `postgres`, by its socket. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts PostgreSQL on the folder, making the cluster first when there is none, and keeps it running until `stop`. */
export async function startCluster(dependencies: ClusterDependencies): Promise<Cluster> {
  const user = await chooseUser(dependencies.folder);
  const binaries = await prepareBinaries(installedPackage(), user, dependencies.shelf);
  const place: ClusterPlace = { folder: dependencies.folder, binaries, user, logFile: dependencies.logFile };
  await initialiseCluster(place);
  const folder = await realpath(dependencies.folder);
  await stopOrphan(folder, dependencies.log, dependencies.unseenMs);
  const sockets = await makeSocketFolder(folder, user);
  const alive = await openAliveMark(folder, dependencies.log);
  const url = `postgresql://sillage@localhost/postgres?host=${encodeURIComponent(sockets)}`;
  const start = () => startServer({ ...place, folder, inherited: alive.fd }, { sockets, url, dependencies });
  try {
    const keeper = keepRunning(await start(), start, { ...dependencies, folder });
    return {
      url,
      async stop() {
        await keeper.stop();
        alive.close();
        await removeSocketFolder(folder);
      },
    };
  } catch (problem) {
    alive.close();
    await removeSocketFolder(folder);
    throw problem;
  }
}

/** A sixteenth of the memory: long lists are looked up all over the tables. Taken only as far as it is touched. */
const sharedBuffersMb = (memoryBytes: number) => Math.min(512, Math.max(64, Math.floor(memoryBytes / 16 / 1024 ** 2)));

/** Many test files share one server, and nothing on it outlives them. */
const forTests: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '300',
};

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
  ...(durable ? {} : forTests),
});

interface Starting {
  readonly sockets: string;
  readonly url: string;
  readonly dependencies: ClusterDependencies;
}

async function startServer(
  place: ClusterPlace & Inherited,
  { sockets, url, dependencies }: Starting,
): Promise<ChildProcess> {
  const { durable, log } = dependencies;
  const given = Object.entries(settings(sockets, durable)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const recovering = (seconds: number) => {
    log.warn({ seconds }, 'the database still recovers from an end without warning');
    dependencies.progress?.(`The database still recovers from an end without warning (${seconds} s)`);
  };
  // "postmaster.pid already exists" and memory still held by dying backends pass within seconds.
  for (let attempt = 1; ; attempt++) {
    const child = await spawnAsUser({ ...place, program: join(place.binaries, 'postgres') }, given);
    child.on('error', () => undefined);
    endWithProgram(child);
    const monotonicMs = () => performance.now();
    const outcome = await waitUntilItAnswers(child, { url, silenceMs, monotonicMs, recovering });
    if (outcome === 'answers') return child;
    if (outcome === 'silent' || attempt === 10) throw await cannotStart(place.logFile);
    await sleep(1_000);
  }
}

async function cannotStart(logFile: string): Promise<StartProblem> {
  const lines = (await readFile(logFile, 'utf8').catch(() => '')).trimEnd().split('\n');
  const reason = lines.findLast((line) => /FATAL|PANIC|error/.test(line)) ?? lines.at(-1) ?? '';
  if (/No space left on device|Disk quota exceeded/.test(reason)) {
    return new StartProblem(
      `The disk of the data folder is full: the embedded database cannot write (${reason}). Make room on it, then start again; nothing that was recorded is lost.`,
    );
  }
  return new StartProblem(`The embedded database does not start: ${reason} (more in ${logFile})`);
}

/** Line of postmaster.pid that says how the server does (PostgreSQL's pidfile.h). */
const statusLine = 8;
/** ms; how soon it is noticed that the server was asked to stop. */
const lookMs = 1000;

/** Whether the server takes no new connection because it was asked to stop: it waits for the end of those that there are. */
async function isStopping(folder: string): Promise<boolean> {
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return lines[statusLine - 1]?.trim() === 'stopping';
}

interface Keeper {
  stop(): Promise<void>;
}

/** Starts the server again when it ends by itself, for instance killed for want of memory; not when it was asked to. */
function keepRunning(
  first: ChildProcess,
  start: () => Promise<ChildProcess>,
  { folder, log, askedToEnd }: Pick<ClusterDependencies, 'folder' | 'log' | 'askedToEnd'>,
): Keeper {
  let child = first;
  let stopping = false;
  let restarting: Promise<void> | undefined;
  // Without a graceful end (an uncaught error) the database still ends with the program.
  // One that was asked before and did not end, as it hangs, is killed: it reads its log at the next start.
  const endAtExit = () => {
    if (!isRunning(child)) return;
    if (stopping) killServer(child);
    else child.kill('SIGINT');
  };
  process.on('exit', endAtExit);
  const tellAsked = () => {
    clearInterval(looking);
    log.warn({}, 'somebody asked the embedded database to stop: the program ends with it');
    askedToEnd?.();
  };
  let isLooking = false;
  const looking = setInterval(() => {
    // On a disk that hangs one look waits, not one a second.
    if (isLooking) return;
    isLooking = true;
    void isStopping(folder).then((is) => {
      isLooking = false;
      if (is && !stopping && askedToEnd !== undefined) tellAsked();
    });
  }, lookMs).unref();

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
      if (code === 0 && askedToEnd !== undefined) return tellAsked();
      log.error({ exitCode: code, signal }, 'the embedded database ended by itself and is started again');
      restarting = restart();
    });
  };
  watch();
  return {
    async stop() {
      stopping = true;
      clearInterval(looking);
      await restarting;
      await endServer(child);
      process.off('exit', endAtExit);
    },
  };
}

/** Also the backends, which are no group: one that is frozen would outlive its postmaster. */
function killServer(child: ChildProcess): void {
  const path = `/proc/${child.pid}/task/${child.pid}/children`;
  // Elsewhere than on Linux they end as soon as they notice that it is gone.
  const backends = existsSync(path) ? readFileSync(path, 'utf8').trim().split(' ').map(Number) : [];
  child.kill('SIGKILL');
  for (const pid of backends) if (pid > 0) killQuietly(pid);
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended with its postmaster.
  }
}

/** A fast stop (open connections are closed, everything is written), an immediate one after 8 s, the end after 10 s. */
async function endServer(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGINT');
  const hurry = setTimeout(() => child.kill('SIGQUIT'), 8_000);
  const kill = setTimeout(() => killServer(child), 10_000);
  await ended;
  clearTimeout(hurry);
  clearTimeout(kill);
}
