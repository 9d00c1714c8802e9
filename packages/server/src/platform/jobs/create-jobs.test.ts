import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { refuse } from '@sillage/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { tables } from '../database/index.ts';
import { TaskRefused } from './index.ts';
import { job, openTestJobs } from './open-test-jobs.ts';

const { tasks } = tables;
const about = { clientId: null };
const { test, open, row, clear } = await openTestJobs();
afterEach(clear);
afterAll(() => test.close());

const reaches = (id: number, executing: number) =>
  vi.waitFor(async () => expect((await row(id)).executing).toBe(executing), { timeout: 10_000, interval: 20 });

it('runs a task that is added later, woken without polling', async () => {
  const ran: number[] = [];
  const jobs = open({ pollMs: 600_000 });
  jobs.register(job(async ({ n }) => void ran.push(n)));
  await jobs.start();
  const id = await jobs.enqueue('count', { n: 7 }, { clientId: null, recordIds: [3], callerFrontUid: 'tab' });
  await reaches(id, 3);
  expect(ran).toEqual([7]);
  expect(await row(id)).toMatchObject({ progress: 1, recordIds: [3], callerFrontUid: 'tab', leaseOwner: null });
});

it('adds a task only when the transaction around it commits', async () => {
  const jobs = open();
  const undone = test.database.db.transaction(async (tx) => {
    await jobs.enqueue('count', { n: 1 }, about, tx);
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect(await test.database.db.$count(tasks)).toBe(0);
});

it('writes progress and messages while it runs', async () => {
  const jobs = open();
  let seen: unknown;
  jobs.register(
    job(async (_args, { taskId, progress, message }) => {
      await progress(0.5);
      await message('INFO', { fr: 'à moitié', en: 'half-way' });
      seen = await row(taskId);
    }),
  );
  await jobs.start();
  await reaches(await jobs.enqueue('count', { n: 1 }, about), 3);
  expect(seen).toMatchObject({ executing: 2, progress: 0.5, messages: [{ type: 'INFO', msg: { en: 'half-way' } }] });
});

it('tries again after an error, and ends in an error after the last attempt', async () => {
  const failed = vi.fn(async () => undefined);
  let runs = 0;
  const jobs = open();
  jobs.register(
    job(async ({ n }) => {
      runs++;
      if (runs <= n) throw new Error('not yet');
    }, failed),
  );
  await jobs.start();
  await reaches(await jobs.enqueue('count', { n: 2 }, about), 3);
  expect(failed).not.toHaveBeenCalled();

  runs = 0;
  const hopeless = await jobs.enqueue('count', { n: 99 }, about);
  await reaches(hopeless, 4);
  expect(runs).toBe(3);
  expect(failed).toHaveBeenCalledExactlyOnceWith({ n: 99 }, expect.objectContaining({ message: 'not yet' }));
  const { result, messages } = await row(hopeless);
  // What people read is a sentence in their language; the developer's words are in the traceback.
  expect(JSON.stringify([result?.msg, messages])).not.toContain('not yet');
  expect(result?.msg?.fr).toMatch(/^La tâche a échoué/);
  expect(result?.traceback).toContain('not yet');
  expect(messages.map(({ type }) => type)).toEqual(['WARN', 'WARN', 'ERROR']);
});

it('waits longer before each further attempt', async () => {
  const jobs = open({ retryDelayMs: (attempts) => attempts * 20_000 });
  jobs.register(job(() => Promise.reject(new Error('no'))));
  await jobs.start();
  const id = await jobs.enqueue('count', { n: 1 }, about);
  await vi.waitFor(async () => expect((await row(id)).messages).toHaveLength(1));
  const waits = await test.database.db.execute<{ tens: string }>(
    sql`SELECT ceil(extract(epoch FROM run_at - now()) / 10) AS tens FROM tasks WHERE id = ${id}`,
  );
  expect(waits.rows).toEqual([{ tens: '2' }]);
});

it('ends a task with wrong arguments in an error, and goes on', async () => {
  const jobs = open();
  jobs.register(job(async () => undefined));
  await jobs.start();
  const wrong = await jobs.enqueue('count', { n: 'seven' }, about);
  const right = await jobs.enqueue('count', { n: 7 }, about);
  await reaches(wrong, 4);
  await reaches(right, 3);
  expect((await row(wrong)).attempts).toBe(1);
});

it('runs every task once when two processes share the queue', async () => {
  const ran: number[] = [];
  const shared = { ...test.database, exclusive: false };
  const both = [open({ database: shared }), open({ database: shared })];
  for (const jobs of both) {
    jobs.register(
      job(async ({ n }) => {
        ran.push(n);
        await sleep(1);
      }),
    );
    await jobs.start();
  }
  const numbers = Array.from({ length: 60 }, (_, n) => n);
  await Promise.all(numbers.map((n) => both[n % 2]?.enqueue('count', { n }, about)));
  await vi.waitFor(async () => expect(await test.database.db.$count(tasks, eq(tasks.executing, 3))).toBe(60), 10_000);
  expect(ran.toSorted((a, b) => a - b)).toEqual(numbers);
});

it('takes over the tasks of a process that was killed: at once when alone, else when their leases are not renewed', async () => {
  const left = await open().enqueue('count', { n: 1 }, about);
  const killed = { executing: 2, attempts: 1, leaseOwner: randomUUID(), leaseUntil: new Date() };
  const leave = () => test.database.db.update(tasks).set(killed).where(eq(tasks.id, left));

  await leave();
  const one = open({ database: { ...test.database, exclusive: false }, leaseMs: 600 });
  one.register(job(async () => undefined));
  await one.start();
  await reaches(left, 3);
  await one.stop(0);

  await leave();
  const alone = open();
  alone.register(job(async () => undefined));
  await alone.start();
  await reaches(left, 3);
  expect(await row(left)).toMatchObject({ interruptions: 2, attempts: 1 });
});

it('runs one task at a time of those that may be long, and others beside it', async () => {
  const jobs = open({ concurrency: 3 });
  const runs: { name: string; end: () => void }[] = [];
  const held = (name: string, isLong?: true) => ({
    ...job(() => new Promise<void>((end) => void runs.push({ name, end }))),
    ...(isLong && { isLong }),
    name,
  });
  jobs.register(held('copy', true));
  jobs.register(held('keep', true));
  jobs.register(held('count'));
  for (const name of ['copy', 'keep', 'count']) await jobs.enqueue(name, { n: 1 }, about);
  await jobs.start();
  await vi.waitFor(() => expect(runs.map(({ name }) => name)).toEqual(['copy', 'count']));
  runs[1]?.end();
  await jobs.enqueue('count', { n: 2 }, about);
  await vi.waitFor(() => expect(runs.map(({ name }) => name)).toEqual(['copy', 'count', 'count']));
  runs[0]?.end();
  await vi.waitFor(() => expect(runs.at(-1)?.name).toBe('keep'));
  for (const { end } of runs) end();
});

it('keeps its lease while a job runs longer than the lease', async () => {
  let runs = 0;
  const shared = { ...test.database, exclusive: false };
  for (const jobs of [open({ database: shared, leaseMs: 300 }), open({ database: shared, leaseMs: 300 })]) {
    jobs.register(
      job(async () => {
        runs++;
        await sleep(1_500);
      }),
    );
    await jobs.start();
  }
  await reaches(await open().enqueue('count', { n: 1 }, about), 3);
  expect(runs).toBe(1);
});

it('keeps the file that a job offers, and only the newest one of a task', async () => {
  const jobs = open();
  jobs.register(
    job(async ({ n }, context) => {
      for (let i = 1; i <= n; i++) {
        const path = join(test.folder.temporary, `made-${i}`);
        await writeFile(path, `${i}`);
        await context.offerFile(path, 'été.csv');
      }
    }),
  );
  await mkdir(test.folder.tasks, { recursive: true });
  await jobs.start();
  const id = await jobs.enqueue('count', { n: 2 }, about);
  await reaches(id, 3);
  const { resultFile, resultName } = await row(id);
  expect(resultName).toBe('été.csv');
  expect(await readdir(test.folder.tasks)).toEqual([resultFile]);
  expect(await readFile(join(test.folder.tasks, resultFile ?? ''), 'utf8')).toBe('2');
});

it('describes the kinds of task that it runs, and says what keeps arguments from having their shape', () => {
  const jobs = open();
  jobs.register({ ...job(async () => undefined), displayName: { fr: 'Compter', en: 'Count' } });
  const [described] = jobs.describe();
  expect(described).toMatchObject({ name: 'count', displayName: { fr: 'Compter' }, startable: undefined });
  expect(described?.check({ n: 1 })).toEqual([]);
  expect(described?.check({ n: 'x' })[0]?.path).toEqual(['n']);
});

it('ends a task that can never succeed at once, and says why in both languages', async () => {
  const jobs = open();
  const refuses = async () => {
    throw new TaskRefused(refuse('backup.damaged', { reason: 'manifest.json' }));
  };
  jobs.register(job(refuses));
  await jobs.start();
  const id = await jobs.enqueue('count', { n: 1 }, about);
  await reaches(id, 4);
  const { attempts, result, messages } = await row(id);
  const msg = refuse('backup.damaged', { reason: 'manifest.json' }).body().message;
  expect({ attempts, result }).toEqual({ attempts: 1, result: { msg, traceback: null } });
  expect(messages).toMatchObject([{ type: 'ERROR', msg }]);
});

it('asks a database that hardly answers once, not again and again beside it', async () => {
  const jobs = open({ pollMs: 20 });
  jobs.register(job(async () => undefined));
  await jobs.start();
  const { db } = test.database;
  const waiting = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table tasks in access exclusive mode`);
    await sleep(500);
    const { rows } = await tx.execute(
      sql`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%"tasks"%'`,
    );
    return rows[0]?.n;
  });
  expect(waiting).toBeLessThanOrEqual(2);
});
