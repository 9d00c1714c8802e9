import { randomUUID } from 'node:crypto';
import type { Translated } from '@sillage/contract';
import { z } from 'zod';
import type { Clock } from '../clock/index.ts';
import { isDatabaseAway, isDatabaseFull, type TaskMessage } from '../database/index.ts';
import { type Files, stored } from '../files/index.ts';
import type { Log } from '../log/index.ts';
import { type Job, type JobContext, type JobDescription, TaskCancelled, TaskInVain, TaskRefused } from './job.ts';
import type { Lease, Task, TaskQueue } from './task-queue.ts';
import { soonAtMost, writeAtLast } from './write-at-last.ts';

// A task during which the process ended so often probably ends it.
const maxInterruptions = 10;
const progressEveryMs = 250;
/** On a full disk a task waits as long as after so many attempts: it may begin with much that is then undone. */
const attemptsWhileFull = 3;
const awayUnder = 'the database went away under a task';
const fullUnder = 'the disk of the database was full under a task';

/** Why the signal of a running job is aborted. */
export type AbortReason = 'cancelled' | 'draining' | 'lost';

/** A job whose type of arguments was forgotten, so that jobs of every kind lie in one table. */
export interface BoundJob {
  readonly description: JobDescription;
  readonly isLong: boolean;
  run(args: unknown, context: JobContext): Promise<void>;
  failed(args: unknown, error: unknown): Promise<void>;
}

/** Arguments that do not have the job's shape: trying again cannot help. */
class WrongArguments extends Error {}

class Interrupted extends Error {}

export function bindJob<A>(job: Job<A>): BoundJob {
  const name = job.displayName ?? { fr: job.name, en: job.name };
  // A task that was added before an argument went away still runs; nobody starts one with it.
  const strict: z.ZodType = job.args instanceof z.ZodObject ? job.args.strict() : job.args;
  const ifRight = <T>(args: unknown, tell: (right: A) => T | undefined): T | undefined => {
    const parsed = job.args.safeParse(args);
    return parsed.success ? tell(parsed.data) : undefined;
  };
  return {
    isLong: job.isLong === true,
    description: {
      name: job.name,
      displayName: name,
      startable: job.startable,
      fileKeptSeconds: job.fileKeptSeconds,
      fileIsAskers: job.fileIsAskers === true,
      check: (args) => strict.safeParse(args).error?.issues ?? [],
      asSent: (args) => ifRight(args, (right) => job.asSent?.(right)),
      madeRecord: (args, recordIds) => ifRight(args, (right) => job.madeRecord?.(right, recordIds)),
      refusal: async (args) => job.refusal?.(job.args.parse(args)),
    },
    async run(args, context) {
      const parsed = job.args.safeParse(args);
      if (!parsed.success) throw new WrongArguments(`arguments of ${job.name}: ${parsed.error.message}`);
      await job.run(parsed.data, context);
    },
    async failed(args, error) {
      const parsed = job.args.safeParse(args);
      if (parsed.success) await job.failed?.(parsed.data, error);
    },
  };
}

export interface RunTaskDependencies {
  readonly queue: TaskQueue;
  readonly clock: Clock;
  readonly log: Log;
  /** Keeps what tasks make. */
  readonly files: Pick<Files, 'place' | 'delete'>;
  /** How long to wait after the given number of attempts. */
  readonly retryDelayMs: (attempts: number) => number;
  /** Aborted when the database is about to be closed: nothing is written any more. */
  readonly closed: AbortSignal;
}

/** A task that this process claimed, by the token of this claim. */
export interface Claim {
  readonly task: Task;
  readonly lease: Lease;
}

/** Runs a claimed task to one of its ends: done, error, waiting for another attempt, or given back. */
export async function runTask(
  claim: Claim,
  job: BoundJob,
  abort: AbortController,
  dependencies: RunTaskDependencies,
): Promise<void> {
  const { queue, log } = dependencies;
  const { task, lease } = claim;
  let isDone = false;
  try {
    refuseHopeless(task);
    await job.run(task.args, contextOf(claim, abort.signal, dependencies));
    isDone = true;
  } catch (error) {
    const reason: AbortReason | undefined = abort.signal.aborted ? abort.signal.reason : undefined;
    if (reason === 'lost') return;
    if (reason === 'draining') return queue.giveBack(lease);
    const isCancelled = task.askCancel || reason === 'cancelled';
    if (!isCancelled && isUnusable(error)) {
      const isFull = isDatabaseFull(error);
      log.warn({ taskId: task.id, name: task.name, error: String(error) }, isFull ? fullUnder : awayUnder);
      const delayMs = dependencies.retryDelayMs(isFull ? attemptsWhileFull : 1);
      const message = messageOf('WARN', error, dependencies.clock);
      return writeAtLast(() => queue.retry(lease, delayMs, message, 'uncounted'), dependencies);
    }
    const final = isCancelled || isHopeless(error) || isLast(task);
    log.warn(
      { taskId: task.id, name: task.name, attempts: task.attempts, final, error: String(error) },
      'a task failed',
    );
    if (final) return endInError(claim, job, reason === 'cancelled' ? new TaskCancelled() : error, dependencies);
    const message = messageOf('WARN', error, dependencies.clock);
    await writeAtLast(() => queue.retry(lease, dependencies.retryDelayMs(task.attempts), message), dependencies);
  }
  if (isDone && !isLost(abort.signal)) await writeAtLast(() => queue.done(lease), dependencies);
}

const isLast = (task: Task) => task.attempts >= task.maxAttempts || task.interruptions >= maxInterruptions;

/** For now: nothing is wrong with the task. */
const isUnusable = (error: unknown) => isDatabaseAway(error) || isDatabaseFull(error);

const isHopeless = (error: unknown) =>
  error instanceof WrongArguments || error instanceof TaskRefused || error instanceof TaskInVain;

function refuseHopeless(task: Task): void {
  if (task.askCancel) throw new TaskCancelled();
  if (task.interruptions >= maxInterruptions)
    throw new Interrupted(`the program ended ${task.interruptions} times while it ran`);
}

/** The lease is gone: another run of the same task may be under way. */
const isLost = (signal: AbortSignal) => signal.aborted && signal.reason === 'lost';

const cancelled = { fr: 'La tâche a été annulée.', en: 'The task was cancelled.' };
const databaseFull = {
  fr: 'Le disque est plein. La tâche continue d’elle-même dès qu’il y a de la place.',
  en: 'The disk is full. The task goes on by itself as soon as there is room.',
};
const unexpected = {
  fr: 'La tâche a échoué sur une erreur inattendue. Si elle revient, signalez-la à un administrateur.',
  en: 'The task failed by an unexpected error. If it comes back, report it to an administrator.',
};
const databaseAway = {
  fr: 'La base de données n’était pas joignable. La tâche reprend d’elle-même.',
  en: 'The database could not be reached. The task goes on by itself.',
};
const interrupted = {
  fr: `Le programme s’est arrêté ${maxInterruptions} fois pendant cette tâche. Signalez-le à un administrateur.`,
  en: `The program ended ${maxInterruptions} times during this task. Report it to an administrator.`,
};

/** Ends a task that runs at this very moment, here or elsewhere, without waiting for it; `taken` is called once its lease
 * is gone. false = it does not run. */
export async function endByForce(
  taskId: number,
  jobOf: (name: string) => BoundJob | undefined,
  dependencies: RunTaskDependencies,
  taken: () => void = () => {},
): Promise<boolean> {
  const message = messageOf('ERROR', new TaskCancelled(), dependencies.clock);
  const task = await dependencies.queue.takeAway(taskId, { msg: message.msg, traceback: null }, message);
  if (task === undefined) return false;
  taken();
  const job = jobOf(task.name);
  if (job === undefined) return true;
  const tidied = tidyUp(task, job, new TaskCancelled(), dependencies).catch((error: unknown) =>
    dependencies.log.error({ taskId, name: task.name, error: String(error) }, 'a failed task could not be tidied up'),
  );
  await soonAtMost(tidied);
  return true;
}

/** Of what a task leaves; again once the database takes it: nobody else would. */
async function tidyUp(task: Task, job: BoundJob, error: unknown, dependencies: RunTaskDependencies): Promise<void> {
  const failed = () =>
    job.failed(task.args, error).catch((problem: unknown) => {
      if (isUnusable(problem)) throw problem;
      dependencies.log.error(
        { taskId: task.id, name: task.name, error: String(problem) },
        'a failed task could not be tidied up',
      );
    });
  await writeAtLast(failed, dependencies);
}

/** What the task leaves is tidied up before its end is told. */
async function endInError(
  claim: Claim,
  job: BoundJob,
  error: unknown,
  dependencies: RunTaskDependencies,
): Promise<void> {
  await tidyUp(claim.task, job, error, dependencies);
  const message = messageOf('ERROR', error, dependencies.clock);
  const result = { msg: message.msg, traceback: tracebackOf(error) };
  await writeAtLast(() => dependencies.queue.error(claim.lease, result, message), dependencies);
}

const messageOf = (type: TaskMessage['type'], error: unknown, clock: Clock): TaskMessage => ({
  date: dateOf(clock),
  type,
  msg: sentenceOf(error),
});

/** What people read; what only developers understand is in the traceback. */
function sentenceOf(error: unknown): Translated {
  if (error instanceof TaskCancelled) return cancelled;
  if (error instanceof TaskRefused) return error.refusal.body().message;
  if (error instanceof TaskInVain) return error.sentence;
  if (isDatabaseAway(error)) return databaseAway;
  if (isDatabaseFull(error)) return databaseFull;
  return error instanceof Interrupted ? interrupted : unexpected;
}

function tracebackOf(error: unknown): string | null {
  if (error instanceof TaskCancelled || error instanceof TaskRefused || error instanceof TaskInVain) return null;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

export const dateOf = (clock: Clock) => new Date(clock.nowMs()).toISOString();

function contextOf({ task, lease }: Claim, signal: AbortSignal, dependencies: RunTaskDependencies): JobContext {
  const { queue, clock } = dependencies;
  let writtenMs = Number.NEGATIVE_INFINITY;
  return {
    taskId: task.id,
    interruptions: task.interruptions,
    signal,
    async progress(fraction) {
      if (clock.monotonicMs() - writtenMs < progressEveryMs || isLost(signal)) return;
      writtenMs = clock.monotonicMs();
      await queue.progress(lease, fraction);
    },
    async message(type, msg) {
      if (!isLost(signal)) await queue.message(lease, { date: dateOf(clock), type, msg });
    },
    async alsoAbout(tx, recordIds) {
      if (!(await queue.alsoAbout(tx, lease, recordIds))) throw new Error('the task is no longer held by this run');
    },
    offerFile: (path, filename) => takeFile(lease, path, filename, signal, dependencies),
  };
}

async function takeFile(
  lease: Lease,
  path: string,
  filename: string,
  signal: AbortSignal,
  { queue, files }: RunTaskDependencies,
): Promise<void> {
  const file = `result-${lease.taskId}-${randomUUID()}`;
  await files.place({ from: path, to: stored.task(file) });
  const taken = isLost(signal) ? undefined : await queue.offer(lease, file, filename);
  const unneeded = taken === undefined ? file : taken.replaced;
  if (unneeded !== null) await files.delete(stored.task(unneeded));
}
