import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { refuse } from '@sillage/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../clock/index.ts';
import { openTestDatabase, type TestDatabase, tables } from '../database/index.ts';
import { createLog } from '../log/index.ts';
import { createJobs, type Job, type Jobs, type JobsOptions, TaskRefused } from './index.ts';

const { tasks } = tables;
const about = { clientId: null };
let test: TestDatabase;
const started: Jobs[] = [];

beforeAll(async () => {
  test = await openTestDatabase();
});
afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.stop(0);
  await test.database.db.delete(tasks);
});
afterAll(() => test.close());

function open(options: Partial<JobsOptions> = {}): Jobs {
  const jobs = createJobs({
    database: test.database,
    clock: systemClock,
    log: createLog('silent'),
    folder: test.folder,
    pollMs: 50,
    retryDelayMs: () => 0,
    ...options,
  });
  started.push(jobs);
  return jobs;
}

function job(run: Job<{ n: number }>['run'], failed?: Job<{ n: number }>['failed']): Job<{ n: number }> {
  return { name: 'count', args: z.object({ n: z.number() }), run, ...(failed && { failed }) };
}

async function row(id: number) {
  const [task] = await test.database.db.select().from(tasks).where(eq(tasks.id, id));
  if (task === undefined) throw new Error(`no task ${id}`);
  return task;
}

const reaches = (id: number, executing: number) =>
  vi.waitFor(async () => expect((await row(id)).executing).toBe(executing), { timeout: 10_000, interval: 20 });

/** A job that runs until its signal is aborted. */
const untilAborted = job(async (_args, { signal }) => {
  await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
});

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
  const jobs = open({ retryDelayMs: (attempts) => attempts * 3_600_000 });
  jobs.register(job(() => Promise.reject(new Error('no'))));
  await jobs.start();
  const id = await jobs.enqueue('count', { n: 1 }, about);
  await vi.waitFor(async () => expect((await row(id)).messages).toHaveLength(1));
  const waits = await test.database.db.execute<{ hours: string }>(
    sql`SELECT round(extract(epoch FROM run_at - now()) / 3600) AS hours FROM tasks WHERE id = ${id}`,
  );
  expect(waits.rows).toEqual([{ hours: '1' }]);
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

it('takes over the tasks of a process that was killed: at once when alone, else when the lease ran out', async () => {
  const left = await open().enqueue('count', { n: 1 }, about);
  const leave = (leaseUntil: Date) =>
    test.database.db
      .update(tasks)
      .set({ executing: 2, attempts: 1, leaseOwner: '00000000-0000-4000-8000-000000000000', leaseUntil })
      .where(eq(tasks.id, left));
  const far = new Date(Date.now() + 3_600_000);

  await leave(far);
  const one = open({ database: { ...test.database, exclusive: false } });
  one.register(job(async () => undefined));
  await one.start();
  const other = await one.enqueue('count', { n: 2 }, about);
  await reaches(other, 3);
  expect((await row(left)).executing).toBe(2);
  await leave(new Date(0));
  await reaches(left, 3);
  await one.stop(0);

  await leave(far);
  const alone = open();
  alone.register(job(async () => undefined));
  await alone.start();
  await reaches(left, 3);
  expect(await row(left)).toMatchObject({ interruptions: 2, attempts: 1 });
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

it('cancels a running task without another attempt', async () => {
  const failed = vi.fn(async () => undefined);
  const jobs = open();
  jobs.register({ ...untilAborted, failed });
  await jobs.start();
  const id = await jobs.enqueue('count', { n: 1 }, about);
  await reaches(id, 2);
  expect(await jobs.cancel(id)).toBe(true);
  await reaches(id, 4);
  expect(failed).toHaveBeenCalledOnce();
  expect(await jobs.cancel(id)).toBe(false);
});

it('cancels a task that waits, without running it', async () => {
  const run = vi.fn(async () => undefined);
  const jobs = open();
  jobs.register(job(run));
  const id = await jobs.enqueue('count', { n: 1 }, about);
  await jobs.cancel(id);
  await jobs.start();
  await reaches(id, 4);
  expect(run).not.toHaveBeenCalled();
});

it('ends a waiting task at once when it is cancelled, also one of a kind that nobody here knows', async () => {
  const failed = vi.fn(async () => undefined);
  const jobs = open();
  jobs.register(job(async () => undefined, failed));
  const known = await jobs.enqueue('count', { n: 1 }, about);
  const unknown = await jobs.enqueue('other', {}, about);
  expect(await jobs.cancel(known)).toBe(true);
  expect(await jobs.cancel(unknown)).toBe(true);
  expect(failed).toHaveBeenCalledOnce();
  for (const id of [known, unknown]) {
    const { executing, result } = await row(id);
    expect({ executing, result }).toEqual({
      executing: 4,
      result: { msg: { fr: 'La tâche a été annulée.', en: 'The task was cancelled.' }, traceback: null },
    });
  }
});

it('ends by force a job that does not heed its signal, ignores what it still writes and gives its place away', async () => {
  let letGo = () => {};
  const stubborn = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const failed = vi.fn(async () => undefined);
  const jobs = open({ concurrency: 1 });
  let runs = 0;
  let after: Promise<unknown> | undefined;
  jobs.register(
    job(async ({ n }, context) => {
      runs++;
      if (n !== 1 || runs > 1) return;
      await stubborn;
      after = context.message('INFO', { fr: 'encore', en: 'still here' });
      await after;
    }, failed),
  );
  await jobs.start();
  const id = await jobs.enqueue('count', { n: 1 }, about);
  await reaches(id, 2);
  expect(await jobs.cancel(id, { force: true })).toBe(true);
  expect(await row(id)).toMatchObject({ executing: 4, leaseOwner: null });
  expect(failed).toHaveBeenCalledOnce();
  await reaches(await jobs.enqueue('count', { n: 2 }, about), 3);

  letGo();
  await vi.waitFor(() => expect(after).toBeDefined());
  await after;
  expect(await row(id)).toMatchObject({ executing: 4 });
  expect((await row(id)).messages.map(({ msg }) => msg.en)).toEqual(['The task was cancelled.']);
  expect(await jobs.cancel(id, { force: true })).toBe(false);
});

it('runs a finished task again with all of its attempts, and keeps its messages', async () => {
  let works = false;
  const jobs = open();
  jobs.register(job(() => (works ? Promise.resolve() : Promise.reject(new Error('no')))));
  await jobs.start();
  const id = await jobs.enqueue('count', { n: 1 }, about);
  await reaches(id, 4);
  works = true;
  expect(await jobs.restart(id)).toBe(true);
  await reaches(id, 3);
  const again = await row(id);
  expect(again).toMatchObject({ attempts: 1, result: null });
  expect(again.messages.map(({ type }) => type)).toEqual(['WARN', 'WARN', 'ERROR', 'INFO']);
  const waiting = await open().enqueue('nobody', {}, about);
  expect(await jobs.restart(waiting)).toBe(false);
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

it('stops: a job that ends in time is done, another one is given back for the next start', async () => {
  const quick = open();
  quick.register(job(() => sleep(200)));
  await quick.start();
  const ends = await quick.enqueue('count', { n: 1 }, about);
  await reaches(ends, 2);
  await quick.stop(10_000);
  expect((await row(ends)).executing).toBe(3);

  const slow = open();
  slow.register(untilAborted);
  await slow.start();
  const given = await slow.enqueue('count', { n: 1 }, about);
  await reaches(given, 2);
  await slow.stop(0);
  expect(await row(given)).toMatchObject({ executing: 0, attempts: 0, leaseOwner: null, messages: [] });
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
