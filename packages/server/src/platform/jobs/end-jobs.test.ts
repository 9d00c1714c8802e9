import { setTimeout as sleep } from 'node:timers/promises';
import { refuse } from '@sillage/contract';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { TaskRefused } from './index.ts';
import { job, openTestJobs, untilAborted } from './open-test-jobs.ts';

const about = { clientId: null };
const { test, open, row, clear } = await openTestJobs();
afterEach(clear);
afterAll(() => test.close());

const reaches = (id: number, executing: number) =>
  vi.waitFor(async () => expect((await row(id)).executing).toBe(executing), { timeout: 10_000, interval: 20 });

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

it('tidies up after a failed task once the database takes it, and tells the end after that', async () => {
  let tries = 0;
  const failed = vi.fn(async () => {
    if (++tries <= 2) throw new Error('insert', { cause: Object.assign(new Error('no space'), { code: '53100' }) });
    expect(await row(id)).toMatchObject({ executing: 2 });
  });
  const jobs = open();
  jobs.register(
    job(async () => {
      throw new TaskRefused(refuse('record.noSource'));
    }, failed),
  );
  const id = await jobs.enqueue('count', { n: 1 }, about);
  await jobs.start();
  await reaches(id, 4);
  expect(failed).toHaveBeenCalledTimes(3);
});

it('tidies up after a task that was ended by force once the database takes it; who asked does not wait', async () => {
  let tries = 0;
  const failed = vi.fn(async () => {
    if (++tries <= 2) throw new Error('update', { cause: Object.assign(new Error('away'), { code: '57P01' }) });
  });
  const jobs = open();
  jobs.register({ ...untilAborted, failed });
  await jobs.start();
  const id = await jobs.enqueue('count', { n: 1 }, about);
  await reaches(id, 2);
  expect(await jobs.cancel(id, { force: true })).toBe(true);
  expect(failed).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(3), { timeout: 10_000 });
});

it('tidies up after a task that waited, and was cancelled, in the same way', async () => {
  let tries = 0;
  const failed = vi.fn(async () => {
    if (++tries <= 2) throw new Error('insert', { cause: Object.assign(new Error('no space'), { code: '53100' }) });
  });
  const jobs = open();
  jobs.register({ ...untilAborted, failed });
  const id = await jobs.enqueue('count', { n: 1 }, about);
  expect(await jobs.cancel(id)).toBe(true);
  expect(failed).toHaveBeenCalledOnce();
  await reaches(id, 4);
  expect(failed).toHaveBeenCalledTimes(3);
});

it('waits for a full disk as long as after several attempts', async () => {
  const retryDelayMs = vi.fn(() => 0);
  const jobs = open({ retryDelayMs });
  let runs = 0;
  jobs.register(
    job(async () => {
      const code = ['53100', '57P01'][runs++];
      if (code !== undefined) throw Object.assign(new Error('a query'), { code });
    }),
  );
  await jobs.start();
  await reaches(await jobs.enqueue('count', { n: 1 }, about), 3);
  expect(retryDelayMs.mock.calls).toEqual([[3], [1]]);
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

it('stops: a job that ends in time is done, another one is given back for the next start', async () => {
  const quick = open();
  const run = vi.fn(async () => sleep(200));
  quick.register(job(run));
  await quick.start();
  const ends = await quick.enqueue('count', { n: 1 }, about);
  // A row is taken a moment before its job begins; one that has not begun is given back.
  await vi.waitFor(() => expect(run).toHaveBeenCalled(), { timeout: 10_000 });
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

const couldNotBeReached = 'The database could not be reached. The task goes on by itself.';
const isFull = 'The disk is full. The task goes on by itself as soon as there is room.';

it.each([
  ['57P01', couldNotBeReached],
  ['53100', isFull],
])('does not count as an attempt what the database broke off (%s)', async (code, sentence) => {
  const failed = vi.fn(async () => undefined);
  let runs = 0;
  const jobs = open();
  jobs.register(
    job(async () => {
      if (++runs <= 5) throw new Error('a query', { cause: Object.assign(new Error(code), { code }) });
    }, failed),
  );
  await jobs.start();
  const id = await jobs.enqueue('count', { n: 1 }, about);
  await reaches(id, 3);
  expect(runs).toBe(6);
  expect(failed).not.toHaveBeenCalled();
  const { attempts, messages } = await row(id);
  expect(attempts).toBe(1);
  // Said once, however often it happens.
  expect(messages.map(({ msg }) => msg.en)).toEqual([sentence]);
});
