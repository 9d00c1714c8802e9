import { randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../clock/index.ts';
import { tables } from '../database/index.ts';
import type { JobContext } from './index.ts';
import { job, openTestJobs } from './open-test-jobs.ts';
import { watchLeases } from './watch-leases.ts';

const { tasks } = tables;
const about = { clientId: null };
const note = { fr: 'encore', en: 'still here' };
const { test, open, row, clear } = await openTestJobs();
const shared = { ...test.database, exclusive: false };
afterEach(clear);
afterAll(() => test.close());

const reaches = (id: number, executing: number) =>
  vi.waitFor(async () => expect((await row(id)).executing).toBe(executing), { timeout: 10_000, interval: 20 });

/** A job whose runs are seen, and end when they are told to. */
function heldJob() {
  const runs: { context: JobContext; end: () => void }[] = [];
  const held = job((_args, context) => new Promise<void>((resolve) => void runs.push({ context, end: resolve })));
  return { held, runs };
}

/** The polls of a queue that polls each 50 ms: long enough to take a task back, if it did. */
const severalPolls = () => sleep(300);

/** What a step of the database's clock leaves: its own moments are suddenly far away. */
const stepOf = (id: number, interval: string) =>
  test.database.db.execute(
    sql`UPDATE tasks SET lease_until = lease_until - ${interval}::interval, run_at = run_at - ${interval}::interval WHERE id = ${id}`,
  );

describe.each(['1 second', '-1 second', '1 hour', '-1 hour', '1 year', '-1 year'])('a clock set by %s', (step) => {
  it('lets a running task run on, once, and be cancelled and end as ever', async () => {
    const { held, runs } = heldJob();
    const jobs = open();
    jobs.register(held);
    await jobs.start();
    const id = await jobs.enqueue('count', { n: 1 }, about);
    await vi.waitFor(() => expect(runs).toHaveLength(1));
    await stepOf(id, step);
    await severalPolls();
    expect(runs).toHaveLength(1);
    expect(runs[0]?.context.signal.aborted).toBe(false);
    runs[0]?.end();
    await reaches(id, 3);
    expect(await row(id)).toMatchObject({ attempts: 1, interruptions: 0 });
  });

  it('lets a waiting task run', async () => {
    const jobs = open();
    const id = await jobs.enqueue('count', { n: 1 }, about);
    await stepOf(id, step);
    jobs.register(job(async () => undefined));
    await jobs.start();
    await reaches(id, 3);
  });

  it('lets another process wait as long as the task is renewed', async () => {
    const { held, runs } = heldJob();
    for (const jobs of [open({ database: shared, leaseMs: 1_500 }), open({ database: shared, leaseMs: 1_500 })]) {
      jobs.register(held);
      await jobs.start();
    }
    const id = await open().enqueue('count', { n: 1 }, about);
    await vi.waitFor(() => expect(runs).toHaveLength(1));
    await stepOf(id, step);
    await severalPolls();
    expect(runs).toHaveLength(1);
    runs[0]?.end();
    await reaches(id, 3);
  });
});

it('a stall of a minute of the only process takes nothing from it', async () => {
  let stalledMs = 0;
  const { held, runs } = heldJob();
  const jobs = open({ clock: { ...systemClock, monotonicMs: () => performance.now() + stalledMs }, leaseMs: 150 });
  jobs.register(held);
  await jobs.start();
  const id = await jobs.enqueue('count', { n: 1 }, about);
  await vi.waitFor(() => expect(runs).toHaveLength(1));
  stalledMs = 60_000;
  await severalPolls();
  expect(runs).toHaveLength(1);
  expect(runs[0]?.context.signal.aborted).toBe(false);
  runs[0]?.end();
  await reaches(id, 3);
});

it('of a process that slept while another took its task over, nothing is written, and its signal is aborted', async () => {
  const sleeper = heldJob();
  // It renews its leases every third of them: never during this test, as if it slept.
  const asleep = open({ database: shared, leaseMs: 3_600_000 });
  asleep.register(sleeper.held);
  await asleep.start();
  const id = await asleep.enqueue('count', { n: 1 }, about);
  await vi.waitFor(() => expect(sleeper.runs).toHaveLength(1));

  const other = heldJob();
  const awake = open({ database: shared, leaseMs: 300 });
  awake.register(other.held);
  await awake.start();
  await vi.waitFor(() => expect(other.runs).toHaveLength(1), 10_000);

  await mkdir(test.folder.tasks, { recursive: true });
  const path = join(test.folder.temporary, `made-${randomUUID()}`);
  await writeFile(path, 'of the sleeper');
  await sleeper.runs[0]?.context.message('INFO', note);
  await sleeper.runs[0]?.context.progress(0.9);
  await sleeper.runs[0]?.context.offerFile(path, 'a.zip');
  expect(await row(id)).toMatchObject({ messages: [], progress: 0, resultFile: null, executing: 2 });
  expect(await readdir(test.folder.tasks)).toEqual([]);
  // A wake-up renews, too: the sleeper hears that it lost the task.
  await test.database.db.execute(sql`SELECT pg_notify('sillage_tasks', '')`);
  await vi.waitFor(() => expect(sleeper.runs[0]?.context.signal.reason).toBe('lost'));
  sleeper.runs[0]?.end();
  await severalPolls();
  expect((await row(id)).executing).toBe(2);
  other.runs[0]?.end();
  await reaches(id, 3);
  expect([sleeper.runs.length, other.runs.length]).toEqual([1, 1]);
});

it('a task whose end cannot be written because the database is away runs no second time', async () => {
  const { held, runs } = heldJob();
  const jobs = open();
  jobs.register(held);
  await jobs.start();
  const id = await jobs.enqueue('count', { n: 1 }, about);
  await vi.waitFor(() => expect(runs).toHaveLength(1));
  await test.database.db.execute(sql`ALTER TABLE tasks RENAME TO tasks_away`);
  runs[0]?.end();
  await severalPolls();
  await test.database.db.execute(sql`ALTER TABLE tasks_away RENAME TO tasks`);
  await reaches(id, 3);
  expect(runs).toHaveLength(1);
});

it('a task that was ended by force and started again waits until its code, which does not heed its signal, has ended', async () => {
  const { held, runs } = heldJob();
  const jobs = open();
  jobs.register(held);
  await jobs.start();
  const id = await jobs.enqueue('count', { n: 1 }, about);
  await vi.waitFor(() => expect(runs).toHaveLength(1));
  await jobs.cancel(id, { force: true });
  await jobs.restart(id);
  await severalPolls();
  expect(runs).toHaveLength(1);
  runs[0]?.end();
  await vi.waitFor(() => expect(runs).toHaveLength(2));
  runs[1]?.end();
  await reaches(id, 3);
});

it('a task that is left running by nobody waits again at once, also while the program runs', async () => {
  const jobs = open();
  jobs.register(job(async () => undefined));
  await jobs.start();
  const id = await open().enqueue('nobody', {}, about);
  const left = { executing: 2, leaseOwner: randomUUID(), leaseUntil: new Date() };
  await test.database.db.update(tasks).set(left).where(eq(tasks.id, id));
  await reaches(id, 0);
  expect(await row(id)).toMatchObject({ leaseOwner: null, interruptions: 1 });
});

describe('a watch on leases', () => {
  const lease = { taskId: 1, token: 'a', beat: '1' };

  it('takes one for left when it did not change for its time, by its own clock', () => {
    let nowMs = 0;
    const watch = watchLeases(15_000, () => nowMs);
    for (nowMs = 0; nowMs <= 15_000; nowMs += 2_500) expect(watch.stale([lease])).toEqual([]);
    expect(watch.stale([lease, { ...lease, beat: '2' }])).toEqual([lease]);
  });

  it('gives all leases their time again after it slept itself', () => {
    let nowMs = 0;
    const watch = watchLeases(15_000, () => nowMs);
    watch.stale([lease]);
    nowMs = 60_000;
    expect(watch.stale([lease])).toEqual([]);
  });
});
