import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { dataFolder } from '../files/index.ts';
import { createLog } from '../log/index.ts';
import { StartProblem } from '../start-problem.ts';
import { endWhenSilent } from './connect-alone.ts';
import type { Database } from './database.ts';
import { type ExternalDatabase, isDatabaseAway, openDatabase } from './index.ts';
import { listenOn } from './listen-channels.ts';
import { openBoundedPool } from './open-pool.ts';
import { openTestServer, type TestDatabase } from './open-test-database.ts';
import { openTestProxy, type TestProxy } from './open-test-proxy.ts';
import { prepareSchema } from './prepare-schema.ts';

const log = createLog('silent');
let test: TestDatabase;
let proxy: TestProxy;
let folder: string;
const opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  test = await openTestServer();
});
afterAll(() => test.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sillage-external-'));
  proxy = await openTestProxy(test.database.url);
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  await proxy.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(name: string, changes: Partial<ExternalDatabase> = {}): Promise<Database> {
  const external = { url: proxy.url, patienceMs: 0, say() {}, lostTo() {}, ...changes };
  const database = await openDatabase({ folder: dataFolder(join(folder, name)), external, log });
  opened.push(database);
  return database;
}

/** Ends connections as an administrator of the database does. */
async function terminate(where: ReturnType<typeof sql>): Promise<void> {
  await test.database.db.execute(sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${where}`);
}

it('a second server on a database is refused with a sentence; after the end of the first it may', async () => {
  const first = await open('one');
  await expect(open('two')).rejects.toThrow(
    /^Another Sillage server .*uses the database of SILLAGE_DATABASE_URL\..* end that one/,
  );
  await expect(open('two')).rejects.toThrow(StartProblem);
  await first.close();
  await open('two');
});

it('of servers that start together one gets the database', async () => {
  const starts = await Promise.allSettled([1, 2, 3, 4].map((n) => open(`together ${n}`)));
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
});

it('the second waits a while, says so, and gets the database when the first ends', async () => {
  const first = await open('one');
  const said: string[] = [];
  const second = open('two', { patienceMs: 30_000, say: (sentence) => said.push(sentence) });
  await vi.waitFor(() => expect(said).toHaveLength(1), 5000);
  expect(said[0]).toMatch(/^Another server .*uses the database; waiting up to 30 s/);
  await first.close();
  await second;
});

it('a lock that is lost with its connection is taken again, and a second server is still refused', async () => {
  const lostTo = vi.fn();
  await open('one', { lostTo });
  const holders = async () => {
    const held = sql`SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted`;
    return (await test.database.db.execute(held)).rows.map(({ pid }) => pid);
  };
  const [first] = await holders();
  await terminate(sql`application_name LIKE 'sillage %'`);
  await vi.waitFor(
    async () => expect(await holders()).toSatisfy((pids: unknown[]) => pids.length === 1 && pids[0] !== first),
    10_000,
  );
  await expect(open('two')).rejects.toThrow('Another Sillage server');
  expect(lostTo).not.toHaveBeenCalled();
});

it('a server that finds the database taken when it comes back ends with a sentence', async () => {
  const lost: string[] = [];
  await open('one', { lostTo: ({ message }) => lost.push(message) });
  await proxy.cut();
  // The way round the cut network.
  await vi.waitFor(() => open('two', { url: test.database.url }), { timeout: 10_000, interval: 100 });
  await proxy.back();
  await vi.waitFor(() => expect(lost).toHaveLength(1), 20_000);
  expect(lost[0]).toContain('Another Sillage server');
}, 40_000);

it('a server that starts before its database waits for it and says so once', async () => {
  await proxy.cut();
  await expect(open('no patience')).rejects.toThrow('cannot be reached: ');
  const said: string[] = [];
  const start = open('one', { patienceMs: 30_000, say: (sentence) => said.push(sentence) });
  await vi.waitFor(() => expect(said).toHaveLength(1));
  expect(said[0]).toMatch(/^The database cannot be reached yet \(.*ECONNREFUSED.*\); waiting up to 30 s$/);
  await proxy.back();
  await start;
  expect(said).toHaveLength(1);
});

it('a wrong database, which waiting does not mend, is refused at once', async () => {
  const wrong = new URL(proxy.url);
  wrong.pathname = '/absent';
  await expect(open('one', { url: wrong.href, patienceMs: 60_000 })).rejects.toThrow(
    'database "absent" does not exist',
  );
});

it('a user without rights on the database is told which one is missing', async () => {
  await test.database.db.execute(sql`CREATE ROLE guest LOGIN`);
  await test.database.db.execute(sql`CREATE DATABASE bare`);
  const guest = new URL(proxy.url);
  guest.username = 'guest';
  guest.pathname = '/bare';
  const start = open('one', { url: guest.href });
  await expect(start).rejects.toThrow(StartProblem);
  await expect(start).rejects.toThrow('right CREATE on the database');
});

it('a frozen database is not waited for longer than its bound, and is told from a bug', async () => {
  const pool = openBoundedPool(proxy.url, log, { statementMs: 200, silentMs: 400 });
  await pool.query('SELECT 1');
  const slow = await pool.query('SELECT pg_sleep(60)').catch((error: unknown) => error);
  expect(isDatabaseAway(slow)).toBe(true);
  proxy.freeze();
  const frozen = await pool.query('SELECT 1').catch((error: unknown) => error);
  expect(isDatabaseAway(frozen)).toBe(true);
  proxy.thaw();
  await pool.query('SELECT 1'); // on a new connection
  const wrong = await pool.query('SELECT nonsense').catch((error: unknown) => error);
  expect(isDatabaseAway(wrong)).toBe(false);
  await pool.end();
});

it('says whether it is ready', async () => {
  const database = await open('one');
  expect(await database.isReady()).toBe(true);
  await proxy.cut();
  expect(await database.isReady()).toBe(false);
  expect(isDatabaseAway(await database.db.execute(sql`SELECT 1`).catch((error: unknown) => error))).toBe(true);
  await proxy.back();
  await vi.waitFor(async () => expect(await database.isReady()).toBe(true), 10_000);
});

it('who listens is told when notifications may have been missed, also when the connection went silent', async () => {
  const warn = vi.fn();
  const listener = listenOn(proxy.url, { ...log, warn }, 100);
  opened.push(listener);
  const [heard, missed] = [vi.fn(), vi.fn()];
  await listener.listen('news', heard, missed);
  await terminate(sql`query LIKE 'LISTEN%'`);
  await vi.waitFor(() => expect(missed).toHaveBeenCalledTimes(1), 10_000);
  proxy.freeze();
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(2), 15_000);
  proxy.thaw();
  await vi.waitFor(() => expect(missed).toHaveBeenCalledTimes(2), 20_000);
  await test.database.db.execute(sql`SELECT pg_notify('news', 'heard')`);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('heard'));
}, 60_000);

it('a database that another program holds is not waited for without end, and a frozen one neither', async () => {
  const holder = new pg.Client({ connectionString: test.database.url });
  await holder.connect();
  await holder.query('SELECT pg_advisory_lock(32484935187294565)');
  const start = prepareSchema(proxy.url, 200);
  await expect(start).rejects.toThrow(StartProblem);
  await expect(start).rejects.toThrow('another program has held a lock on it for too long');
  await holder.end();
  await prepareSchema(proxy.url, 200);
  proxy.freeze();
  await expect(prepareSchema(proxy.url, 200)).rejects.toThrow('The database cannot be prepared: it does not answer');
}, 40_000);

it('a connection that is watched for hours is asked one question at a time, and its end is listened to once', async () => {
  vi.useFakeTimers();
  const ended = new Promise<void>(() => {});
  const listens = vi.spyOn(ended, 'then');
  const destroy = vi.fn();
  const pgClient = new pg.Client();
  const answers = vi.spyOn(pgClient, 'query').mockImplementation(async () => undefined);
  endWhenSilent({ pgClient, ended, destroy }, 10_000);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect([answers.mock.calls.length, listens.mock.calls.length, destroy.mock.calls.length]).toEqual([360, 1, 0]);
  answers.mockImplementation(() => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(14_999);
  expect(destroy).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(destroy).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
