import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock/index.ts';
import type { Database } from '../database/index.ts';
import type { DataFolder } from '../files/index.ts';
import type { Log } from '../log/index.ts';
import type { Jobs } from './job.ts';
import {
  type AbortReason,
  type BoundJob,
  bindJob,
  dateOf,
  endByForce,
  type RunTaskOptions,
  runTask,
} from './run-task.ts';
import { type Task, taskChannel, taskQueue } from './task-queue.ts';

export interface JobsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly folder: Pick<DataFolder, 'tasks'>;
  /** Tasks run at the same time; heavy work belongs in worker threads. */
  readonly concurrency?: number;
  /** Another process may take a task when its lease was not renewed for so long. */
  readonly leaseMs?: number;
  /** Looks for due tasks at least so often, besides being woken. */
  readonly pollMs?: number;
  /** How long to wait after the given number of attempts. */
  readonly retryDelayMs?: (attempts: number) => number;
}

interface Running {
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

// What a job gets, after its signal was aborted, to end by itself.
const settleMs = 500;

/** The tasks table as the job queue of this process: see `Jobs`. */
export function createJobs({
  database,
  clock,
  log,
  folder,
  concurrency = 2,
  leaseMs = 15_000,
  pollMs = 2_000,
  retryDelayMs = (attempts) => 1_000 * 4 ** (attempts - 1),
}: JobsOptions): Jobs {
  const queue = taskQueue(database.db, randomUUID(), leaseMs);
  const options: RunTaskOptions = { queue, clock, log, tasksFolder: folder.tasks, retryDelayMs };
  const jobs = new Map<string, BoundJob>();
  const running = new Map<number, Running>();
  const timers: NodeJS.Timeout[] = [];
  let stopped = true;
  let unlisten: (() => Promise<void>) | undefined;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let renewedMs = 0;

  const abort = (taskId: number, reason: AbortReason) => running.get(taskId)?.abort.abort(reason);

  const begin = (task: Task, job: BoundJob) => {
    const controller = new AbortController();
    const ended = runTask(task, job, controller, options)
      .catch((error: unknown) =>
        log.error({ taskId: task.id, error: String(error) }, 'how a task ended was not written'),
      )
      .finally(() => {
        // Not the entry of a later run: this one may have been ended by force.
        if (running.get(task.id)?.abort === controller) running.delete(task.id);
        look();
      });
    if (running.size === 0) renewedMs = performance.now();
    running.set(task.id, { abort: controller, ended });
  };
  const claimAll = async () => {
    while (!stopped && running.size < concurrency && jobs.size > 0) {
      const task = await queue.claim([...jobs.keys()]);
      const job = jobs.get(task?.name ?? '');
      if (task === undefined || job === undefined) return;
      if (stopped) return queue.giveBack(task.id);
      begin(task, job);
    }
  };
  /** One search at a time; a wake-up during it makes another one follow. */
  const look = () => {
    lookAgain = true;
    looking ??= (async () => {
      while (lookAgain && !stopped) {
        lookAgain = false;
        await claimAll();
      }
    })()
      .catch((error: unknown) =>
        log.warn({ error: String(error) }, 'looking for tasks failed; the next look will come'),
      )
      .finally(() => {
        looking = undefined;
        if (lookAgain && !stopped) look();
      });
  };
  const renew = async () => {
    if (running.size === 0) return;
    const before = [...running.keys()];
    const startedMs = performance.now();
    try {
      const still = await queue.renew();
      renewedMs = startedMs;
      for (const taskId of before) {
        if (!still.has(taskId)) abort(taskId, 'lost');
        if (still.get(taskId) === true) abort(taskId, 'cancelled');
      }
    } catch (error) {
      log.warn({ error: String(error) }, 'the leases of running tasks were not renewed');
      if (performance.now() - renewedMs > leaseMs) for (const taskId of before) abort(taskId, 'lost');
    }
  };
  const takeBack = async (all: boolean) => {
    const count = await queue.takeBackAbandoned(all);
    if (count > 0) log.info({ count }, 'tasks that a process left unfinished wait again');
  };

  return {
    register(job) {
      if (jobs.has(job.name)) throw new Error(`the job ${job.name} is registered twice`);
      jobs.set(job.name, bindJob(job));
    },
    enqueue: (name, args, about, tx) => queue.add(name, args, about, tx),
    describe: () => [...jobs.values()].map(({ description }) => description),
    async cancel(taskId, { force = false } = {}) {
      const waiting = await queue.claimToCancel(taskId);
      if (waiting !== undefined) {
        const job = jobs.get(waiting.name);
        if (job === undefined) await endByForce(taskId, () => undefined, options);
        else await runTask(waiting, job, new AbortController(), options);
        return true;
      }
      if (!force) return queue.askCancel(taskId);
      return endByForce(
        taskId,
        (name) => jobs.get(name),
        options,
        () => {
          abort(taskId, 'lost');
          // One that never heeds its signal does not keep a place.
          running.delete(taskId);
          look();
        },
      );
    },
    restart: (taskId) => {
      const msg = { fr: 'La tâche a été relancée.', en: 'The task was started again.' };
      return queue.restart(taskId, { date: dateOf(clock), type: 'INFO', msg });
    },
    async start() {
      stopped = false;
      await takeBack(database.exclusive);
      unlisten = await database.listen(taskChannel, () => {
        look();
        void renew();
      });
      const poll = async () => {
        await takeBack(false).catch((error: unknown) =>
          log.warn({ error: String(error) }, 'tasks were not looked through'),
        );
        look();
      };
      timers.push(
        setInterval(() => void poll(), pollMs),
        setInterval(() => void renew(), leaseMs / 3),
      );
      look();
    },
    async stop(graceMs) {
      if (stopped) return;
      stopped = true;
      await unlisten?.();
      await Promise.race([looking, sleep(graceMs, undefined, { ref: false })]);
      const all = () => Promise.allSettled([...running.values()].map(({ ended }) => ended));
      await Promise.race([all(), sleep(graceMs, undefined, { ref: false })]);
      for (const taskId of running.keys()) abort(taskId, 'draining');
      await Promise.race([all(), sleep(settleMs, undefined, { ref: false })]);
      // A job that does not heed its signal: the row is given back, and what it still writes about it is ignored.
      for (const taskId of running.keys()) await queue.giveBack(taskId);
      for (const timer of timers.splice(0)) clearInterval(timer);
    },
  };
}
