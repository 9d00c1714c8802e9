import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dataFolder } from '../files/index.ts';
import { createLog } from '../log/index.ts';
import { nobodyHolds, openAliveMark } from './embedded/mark-alive.ts';
import { type Database, openDatabase, tables } from './index.ts';
import { copyTestCluster } from './testing.ts';

const log = createLog('silent');
const door = fileURLToPath(new URL('./index.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;
let root: string;
const opened: Database[] = [];
const programs: ChildProcess[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sillage-open-'));
  await chmod(root, 0o755);
  await mkdir(join(root, 'data'));
  await copyTestCluster(join(root, 'data', 'postgres'));
});
afterEach(async () => {
  for (const program of programs.splice(0)) program.kill('SIGKILL');
  for (const database of opened.splice(0)) await database.close();
  await stopLeftOvers();
  await rm(root, { recursive: true, force: true });
});

/** As before the first start, which makes the database. */
const beforeFirstStart = () => rm(join(root, 'data'), { recursive: true });

async function open(options: { root?: string; url?: string; unseenMs?: number } = {}): Promise<Database> {
  const { url, unseenMs } = options;
  const folder = dataFolder(options.root ?? join(root, 'data'));
  const external = url === undefined ? undefined : { url, patienceMs: 0, say() {}, lostTo() {} };
  const database = await openDatabase({ folder, external, log, unseenMs });
  opened.push(database);
  return database;
}

/** Ends what a killed program left, as the next start would. */
async function stopLeftOvers(): Promise<void> {
  const pid = await postmaster().catch(() => undefined);
  if (pid === undefined) return;
  process.kill(pid, 'SIGQUIT');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000);
}

const postmaster = async () =>
  Number((await readFile(join(root, 'data', 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

/** The shell that would stop this server when the program is gone. */
async function watcherOf(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,args=']);
  const line = stdout.split('\n').find((text) => text.endsWith(`sillage-watch ${pid}`));
  return Number(line?.trim().split(' ')[0]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie has ended; in a container nobody may be there to notice.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Another process that opens the folder, prints `ready` or why it does not, and stays. */
async function openElsewhere(folder: string): Promise<{ program: ChildProcess; said: string }> {
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

const addSport = (database: Database, name: string) =>
  database.db.execute(
    sql`INSERT INTO sports (uid, name, display_name) VALUES (gen_random_uuid(), ${name}, '{"fr":"","en":""}')`,
  );
const sports = async (database: Database) =>
  (await database.db.select({ name: tables.sports.name }).from(tables.sports)).map(({ name }) => name);

describe('embedded', () => {
  it('lets a transaction fail whose connection breaks between two statements, and nothing else', async () => {
    const { db } = await open();
    const broken = db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`);
      await delay(200);
      await tx.execute(sql`select 1`);
    });
    await expect(broken).rejects.toThrow();
    await expect(db.execute(sql`select 1 as one`)).resolves.toMatchObject({ rows: [{ one: 1 }] });
  });

  it('keeps its rows from one start to the next, and leaves no process or socket', async () => {
    await beforeFirstStart();
    const first = await open();
    await addSport(first, 'rowing');
    const sockets = decodeURIComponent(new URL(first.url).searchParams.get('host') ?? '');
    expect((await stat(sockets)).mode & 0o777).toBe(0o700);
    const pid = await postmaster();
    await first.close();
    expect(isAlive(pid)).toBe(false);
    await expect(stat(sockets)).rejects.toThrow('ENOENT');
    expect(await sports(await open())).toEqual(['rowing']);
  });

  it('listens on no network address and without SSL', async () => {
    await beforeFirstStart();
    const { db } = await open();
    const settings = await db.execute(
      sql`SELECT current_setting('listen_addresses') AS addresses, current_setting('ssl') AS ssl, current_setting('fsync') AS fsync`,
    );
    expect(settings.rows).toEqual([{ addresses: '', ssl: 'off', fsync: 'on' }]);
  });

  it.runIf(isRoot)('runs as another user when started as root', async () => {
    await beforeFirstStart();
    await open();
    expect((await stat(join(root, 'data', 'postgres'))).uid).not.toBe(0);
    expect((await stat(`/proc/${await postmaster()}`)).uid).not.toBe(0);
  });

  it.runIf(isRoot && process.platform === 'linux')('works under a folder that only root may enter', async () => {
    await beforeFirstStart();
    await chmod(root, 0o700);
    await addSport(await open(), 'rowing');
    await opened.pop()?.close();
    expect(await sports(await open())).toEqual(['rowing']);
  });

  it('does not outlive a program that was killed', async () => {
    const { program } = await openElsewhere(join(root, 'data'));
    const orphan = await postmaster();
    program.kill('SIGKILL');
    await vi.waitFor(() => expect(isAlive(orphan)).toBe(false), 10_000);
  });

  it('starts again after a kill -9 of everything but the database, with every row that was committed', async () => {
    const { program, said } = await openElsewhere(join(root, 'data'));
    expect(said).toBe('ready');
    const orphan = await postmaster();
    process.kill(await watcherOf(orphan), 'SIGKILL');
    program.kill('SIGKILL');
    await once(program, 'exit');
    expect(isAlive(orphan)).toBe(true);
    expect(await nobodyHolds(join(root, 'data', 'postgres'), 0)).toBe(false);
    const again = await open();
    expect(isAlive(orphan)).toBe(false);
    await addSport(again, 'rowing');
    expect(await sports(again)).toEqual(['rowing']);
  });

  it('leaves no folder for sockets of a start that was killed, and no mark of life of one that ended', async () => {
    const cluster = join(root, 'data', 'postgres');
    const { program } = await openElsewhere(join(root, 'data'));
    const sockets = await readFile(`${cluster}.sockets`, 'utf8');
    program.kill('SIGKILL');
    await once(program, 'exit');
    await (await open()).close();
    await expect(stat(sockets)).rejects.toThrow('ENOENT');
    expect(await nobodyHolds(cluster, 0)).toBe(true);
  });

  it('is not taken away from processes that nobody here sees, as in another container', async () => {
    const cluster = join(root, 'data', 'postgres');
    await (await open()).close();
    const mark = await openAliveMark(cluster, log);
    const unseen = spawn('sleep', ['600'], { stdio: ['ignore', 'ignore', 'ignore', mark.fd] });
    programs.push(unseen);
    mark.close();
    await expect(open({ unseenMs: 500 })).rejects.toThrow(/left in .*, perhaps in another container\) does not end/);
    unseen.kill('SIGKILL');
    await once(unseen, 'exit');
    await open();
  });

  it('starts when the postmaster.pid of a power cut names a process that is a stranger now', async () => {
    await (await open()).close();
    const { uid, gid } = await stat(join(root, 'data', 'postgres'));
    const stranger = spawn('sleep', ['600'], isRoot ? { uid, gid } : {});
    programs.push(stranger);
    const path = join(root, 'data', 'postgres', 'postmaster.pid');
    const write = `printf '%s\\n' ${stranger.pid} /elsewhere 1700000000 5432 /nowhere '' > '${path}'`;
    await promisify(execFile)('sh', ['-c', write]);
    expect(await sports(await open())).toEqual([]);
    expect(isAlive(stranger.pid ?? 0)).toBe(true);
  });

  it('refuses a folder that a living process uses', async () => {
    await open();
    const { said } = await openElsewhere(join(root, 'data'));
    expect(said).toMatch(/^StartProblem: The data folder .* is in use by another Sillage \(process \d+\)/);
  });

  it('refuses a folder that is not a database, and leaves it alone', async () => {
    await beforeFirstStart();
    await mkdir(join(root, 'data', 'postgres', 'photos'), { recursive: true });
    await expect(open()).rejects.toThrow('is not a database, and not empty');
    expect(await readdir(join(root, 'data'))).toEqual(expect.arrayContaining(['postgres']));
    expect(await readdir(join(root, 'data', 'postgres'))).toEqual(['photos']);
  });

  it('throws away what an interrupted initialisation left', async () => {
    await beforeFirstStart();
    await mkdir(join(root, 'data', 'postgres-new-abc', 'base'), { recursive: true });
    await open();
    expect((await readdir(join(root, 'data'))).filter((name) => name.startsWith('postgres-new'))).toEqual([]);
  });

  it('comes back when PostgreSQL itself is killed, and listens again', async () => {
    const database = await open();
    const heard: string[] = [];
    await database.listen(
      'news',
      (payload) => void heard.push(payload),
      () => {},
    );
    process.kill(await postmaster(), 'SIGKILL');
    const tell = async () => {
      await database.db.execute(sql`SELECT pg_notify('news', 'back')`);
      expect(heard).toContain('back');
    };
    await vi.waitFor(tell, { timeout: 30_000, interval: 200 });
  });
});

describe('migrations', () => {
  it('refuses a database that a newer program wrote', async () => {
    const first = await open();
    await first.db.execute(
      sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('of tomorrow', 4102444800000)`,
    );
    await first.close();
    await expect(open()).rejects.toThrow('The database was written by a newer Sillage');
  });
});

describe('an external server', () => {
  it('that cannot be reached is a sentence, and the folder is free again', async () => {
    const url = `postgresql://nobody@localhost/none?host=${encodeURIComponent(join(root, 'no-socket'))}`;
    await expect(open({ url })).rejects.toThrow('The database of SILLAGE_DATABASE_URL cannot be reached');
    await open();
  });
});

describe('listen', () => {
  it('hears its channel until it stops', async () => {
    const database = await open();
    const heard: string[] = [];
    const stop = await database.listen(
      'one',
      (payload) => void heard.push(`one ${payload}`),
      () => {},
    );
    const stopTwo = await database.listen(
      'two',
      (payload) => void heard.push(`two ${payload}`),
      () => {},
    );
    const tell = (channel: string, payload: string) =>
      database.db.execute(sql`SELECT pg_notify(${channel}, ${payload})`);
    await tell('one', 'a');
    await tell('two', 'b');
    await vi.waitFor(() => expect(heard).toEqual(['one a', 'two b']));
    await stop();
    await tell('one', 'c');
    await tell('two', 'd');
    await vi.waitFor(() => expect(heard).toEqual(['one a', 'two b', 'two d']));
    await stopTwo();
  });

  it('hears again after its connection was cut', async () => {
    const database = await open();
    const heard: string[] = [];
    await database.listen(
      'news',
      (payload) => void heard.push(payload),
      () => {},
    );
    const cutter = new pg.Client({ connectionString: database.url });
    await cutter.connect();
    await cutter.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'`);
    const tell = async () => {
      await cutter.query(`NOTIFY news, 'again'`);
      expect(heard).toContain('again');
    };
    await vi.waitFor(tell, { timeout: 10_000, interval: 100 });
    await cutter.end();
  });
});
