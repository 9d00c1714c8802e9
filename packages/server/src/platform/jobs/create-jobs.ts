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
  type Claim,
  dateOf,
  endByForce,
  type RunTaskDependencies,
  runTask,
} from './run-task.ts';
import { type Task, taskChannel, taskQueue } from './task-queue.ts';
import { watchLeases } from './watch-leases.ts';
import { soonAtMost } from './write-at-last.ts';

export interface JobsDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly folder: Pick<DataFolder, 'files'>;
}

export interface JobsOptions {
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
  readonly taskId: number;
  readonly isLong: boolean;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

// What a job gets, after its signal was aborted, to end by itself.
const settleMs = 500;

/** The tasks table as the job queue of this process: see `Jobs`. */
export function createJobs({ database, clock, log, folder }: JobsDependencies, options: JobsOptions = {}): Jobs {
  const { concurrency = 2, leaseMs = 15_000, pollMs = 2_000 } = options;
  const { retryDelayMs = (attempts: number) => 1_000 * 4 ** (attempts - 1) } = options;
  const queue = taskQueue(database.db);
  const closing = new AbortController();
  const dependencies: RunTaskDependencies = {
    queue,
    clock,
    log,
    files: folder.files,
    retryDelayMs,
    closed: closing.signal,
  };
  const jobs = new Map<string, BoundJob>();
  /** Tokens of the claims that count, those still being asked for among them: what they hold is never taken back. */
  const tokens = new Set<string>();
  /** By the token of the claim. */
  const running = new Map<string, Running>();
  /** Tasks whose code still runs here, heeded or not: none of them runs a second time beside it. */
  const busy = new Set<number>();
  const watch = watchLeases(leaseMs, clock.monotonicMs);
  const timers: NodeJS.Timeout[] = [];
  let stopped = true;
  let unlisten: (() => Promise<void>) | undefined;
  let looking: Promise<void> | undefined;
  let polling: Promise<void> | undefined;
  let lookAgain = false;
  let renewedMs = 0;

  /** Gives up what the token holds: nothing is written about it any more. */
  const letGo = (token: string) => {
    tokens.delete(token);
    running.delete(token);
  };
  const lose = (token: string) => {
    running.get(token)?.abort.abort('lost' satisfies AbortReason);
    letGo(token);
  };
  /** The token is known before the row is held, so that no look at the table takes it for one that was left. */
  const holding = async (claim: (token: string) => Promise<Task | undefined>): Promise<Claim | undefined> => {
    const token = randomUUID();
    tokens.add(token);
    const task = await claim(token).catch((error: unknown) => {
      letGo(token);
      throw error;
    });
    if (task !== undefined) return { task, lease: { taskId: task.id, token } };
    letGo(token);
    return undefined;
  };
  const begin = (claim: Claim, job: BoundJob) => {
    const { taskId, token } = claim.lease;
    const abort = new AbortController();
    busy.add(taskId);
    const ended = runTask(claim, job, abort, dependencies)
      .catch((error: unknown) => log.error({ taskId, error: String(error) }, 'how a task ended was not written'))
      .finally(() => {
        busy.delete(taskId);
        letGo(token);
        look();
      });
    if (running.size === 0) renewedMs = clock.monotonicMs();
    running.set(token, { taskId, isLong: job.isLong, abort, ended });
  };
  const claimable = () => {
    const hasLong = [...running.values()].some(({ isLong }) => isLong);
    return [...jobs].flatMap(([name, { isLong }]) => (isLong && hasLong ? [] : [name]));
  };
  const claimAll = async () => {
    while (!stopped && running.size < concurrency) {
      const names = claimable();
      if (names.length === 0) return;
      const claim = await holding((token) => queue.claim(names, token, [...busy]));
      const job = jobs.get(claim?.task.name ?? '');
      if (claim === undefined || job === undefined) return;
      if (stopped) return queue.giveBack(claim.lease);
      begin(claim, job);
    }
  };
  let lookFails = false;
  /** One line for each time that the database is away, not one for each look. */
  const couldNotLook = (error: unknown) => {
    if (!lookFails) log.warn({ error: String(error) }, 'tasks cannot be looked for; trying again');
    lookFails = true;
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
      .catch(couldNotLook)
      .finally(() => {
        looking = undefined;
        if (lookAgain && !stopped) look();
      });
  };
  const renew = async () => {
    if (running.size === 0) return;
    const before = [...running.keys()];
    const startedMs = clock.monotonicMs();
    try {
      const still = await queue.renew(before);
      renewedMs = startedMs;
      for (const token of before) {
        if (!still.has(token)) lose(token);
        if (still.get(token) === true) running.get(token)?.abort.abort('cancelled' satisfies AbortReason);
      }
    } catch (error) {
      log.warn({ error: String(error) }, 'the leases of running tasks were not renewed');
      // Alone nobody else takes them; otherwise another process has them by now.
      const isOverdue = clock.monotonicMs() - renewedMs > leaseMs;
      if (isOverdue && !database.exclusive) for (const token of before) lose(token);
    }
  };
  const takeBack = async () => {
    // Known tokens are left out only now: a task that was claimed while the table was read is ours.
    const others = (await queue.leases()).filter(({ token }) => !tokens.has(token));
    // Alone nobody else runs them.
    const count = await queue.takeBack(database.exclusive ? others : watch.stale(others));
    if (count > 0) log.info({ count }, 'tasks that a process left unfinished wait again');
  };
  const cancelWaiting = async ({ task, lease }: Claim) => {
    const job = jobs.get(task.name);
    try {
      if (job === undefined) await endByForce(lease.taskId, () => undefined, dependencies);
      else await runTask({ task, lease }, job, new AbortController(), dependencies);
    } finally {
      letGo(lease.token);
    }
  };

  return {
    register(job) {
      if (jobs.has(job.name)) throw new Error(`the job ${job.name} is registered twice`);
      jobs.set(job.name, bindJob(job));
    },
    enqueue: (name, args, about, tx) => queue.add(name, args, about, tx),
    describe: () => [...jobs.values()].map(({ description }) => description),
    async cancel(taskId, { force = false } = {}) {
      const waiting = await holding((token) => queue.claimToCancel(taskId, token));
      if (waiting !== undefined) {
        await soonAtMost(cancelWaiting(waiting));
        return true;
      }
      if (!force) return queue.askCancel(taskId);
      return endByForce(
        taskId,
        (name) => jobs.get(name),
        dependencies,
        () => {
          // One that never heeds its signal does not keep a place.
          for (const [token, one] of running) if (one.taskId === taskId) lose(token);
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
      await takeBack();
      const wake = () => {
        look();
        void renew();
      };
      unlisten = await database.listen(taskChannel, wake, wake);
      const poll = async () => {
        await takeBack().then(() => {
          lookFails = false;
        }, couldNotLook);
        look();
      };
      timers.push(
        setInterval(() => {
          polling ??= poll().finally(() => {
            polling = undefined;
          });
        }, pollMs),
        setInterval(() => void renew(), leaseMs / 3),
      );
      look();
    },
    async stop(graceMs) {
      if (stopped) return;
      stopped = true;
      await unlisten?.();
      const lastLook = Promise.all([looking, polling]);
      await Promise.race([lastLook, sleep(Math.max(graceMs, settleMs), undefined, { ref: false })]);
      const all = () => Promise.allSettled([...running.values()].map(({ ended }) => ended));
      await Promise.race([all(), sleep(graceMs, undefined, { ref: false })]);
      for (const { abort } of running.values()) abort.abort('draining' satisfies AbortReason);
      await Promise.race([all(), sleep(settleMs, undefined, { ref: false })]);
      for (const timer of timers.splice(0)) clearInterval(timer);
      closing.abort();
      // A job that does not heed its signal: the row is given back, and what it still writes about it is ignored.
      for (const [token, { taskId }] of running) {
        await queue.giveBack({ taskId, token });
        letGo(token);
      }
    },
  };
}
