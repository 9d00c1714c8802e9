import type { Clock } from '../clock/index.ts';
import type { TaskMessage } from '../database/index.ts';
import type { Log } from '../log/index.ts';
import type { Job, JobContext } from './job.ts';
import type { Task, TaskQueue } from './task-queue.ts';

// A task during which the process ended so often probably ends it.
const maxInterruptions = 10;
const progressEveryMs = 250;

/** Why the signal of a running job is aborted. */
export type AbortReason = 'cancelled' | 'draining' | 'lost';

/** A job whose type of arguments was forgotten, so that jobs of every kind lie in one table. */
export interface BoundJob {
  run(args: unknown, context: JobContext): Promise<void>;
  failed(args: unknown, error: unknown): Promise<void>;
}

/** Arguments that do not have the job's shape: trying again cannot help. */
class WrongArguments extends Error {}

export function bindJob<A>(job: Job<A>): BoundJob {
  return {
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

export interface RunTaskOptions {
  readonly queue: TaskQueue;
  readonly clock: Clock;
  readonly log: Log;
  /** How long to wait after the given number of attempts. */
  readonly retryDelayMs: (attempts: number) => number;
}

/** Runs a claimed task to one of its ends: done, error, waiting for another attempt, or given back. */
export async function runTask(
  task: Task,
  job: BoundJob,
  abort: AbortController,
  options: RunTaskOptions,
): Promise<void> {
  const { queue, log } = options;
  try {
    refuseHopeless(task);
    await job.run(task.args, contextOf(task, abort.signal, options));
    await queue.done(task.id);
  } catch (error) {
    const reason: AbortReason | undefined = abort.signal.aborted ? abort.signal.reason : undefined;
    if (reason === 'lost') return;
    if (reason === 'draining') return queue.giveBack(task.id);
    const final = task.askCancel || reason === 'cancelled' || error instanceof WrongArguments || isLast(task);
    log.warn(
      { taskId: task.id, name: task.name, attempts: task.attempts, final, error: String(error) },
      'a task failed',
    );
    if (final) return endInError(task, job, error, options);
    await queue.retry(task.id, options.retryDelayMs(task.attempts), messageOf('WARN', error, options.clock));
  }
}

const isLast = (task: Task) => task.attempts >= task.maxAttempts || task.interruptions >= maxInterruptions;

function refuseHopeless(task: Task): void {
  if (task.askCancel) throw new Cancelled();
  if (task.interruptions >= maxInterruptions)
    throw new Error(`the program ended ${task.interruptions} times while it ran`);
}

class Cancelled extends Error {
  override readonly message = 'cancelled before it ran';
}

async function endInError(
  task: Task,
  job: BoundJob,
  error: unknown,
  { queue, clock, log }: RunTaskOptions,
): Promise<void> {
  try {
    await job.failed(task.args, error);
  } catch (problem) {
    log.error({ taskId: task.id, name: task.name, error: String(problem) }, 'a failed task could not be tidied up');
  }
  const message = messageOf('ERROR', error, clock);
  const traceback = error instanceof Error ? (error.stack ?? null) : null;
  await queue.error(task.id, { msg: message.msg, traceback }, message);
}

function messageOf(type: TaskMessage['type'], error: unknown, clock: Clock): TaskMessage {
  const reason = error instanceof Error ? error.message : String(error);
  return { date: dateOf(clock), type, msg: { fr: `La tâche a échoué : ${reason}`, en: `The task failed: ${reason}` } };
}

const dateOf = (clock: Clock) => new Date(clock.nowMs()).toISOString();

function contextOf(task: Task, signal: AbortSignal, { queue, clock }: RunTaskOptions): JobContext {
  let writtenMs = Number.NEGATIVE_INFINITY;
  return {
    taskId: task.id,
    signal,
    async progress(fraction) {
      if (clock.nowMs() - writtenMs < progressEveryMs) return;
      writtenMs = clock.nowMs();
      await queue.progress(task.id, fraction);
    },
    offerFile: async () => {},
    message: (type, msg) => queue.message(task.id, { date: dateOf(clock), type, msg }),
  };
}
