import type { z } from 'zod';
import type { Queryable, TaskMessage } from '../database/index.ts';

/** What a running job may do besides its work. */
export interface JobContext {
  readonly taskId: number;
  /** Aborted when the server drains or the task is cancelled. */
  readonly signal: AbortSignal;
  /** 0–1 */
  progress(fraction: number): Promise<void>;
  message(type: TaskMessage['type'], msg: TaskMessage['msg']): Promise<void>;
}

/** A kind of task. `run` must be repeatable: after a crash it is run again from the start. Throwing retries it. */
export interface Job<A = unknown> {
  readonly name: string;
  readonly args: z.ZodType<A>;
  run(args: A, context: JobContext): Promise<void>;
  /** Called when every attempt failed or the task was cancelled: once, or again after a crash in this very moment. */
  failed?(args: A, error: unknown): Promise<void>;
}

export interface TaskAbout {
  readonly clientId: number | null;
  readonly recordIds?: readonly number[];
  readonly callerFrontUid?: string;
}

export interface Jobs {
  register<A>(job: Job<A>): void;
  /** Adds a task, inside `tx` when given, so that it exists exactly when the row it is about does. Answers its id. */
  enqueue(name: string, args: unknown, about: TaskAbout, tx?: Queryable): Promise<number>;
  /** Asks a task to end: one that runs gets its signal aborted, one that waits ends at once. false = it had ended. */
  cancel(taskId: number): Promise<boolean>;
  /** Begins to claim tasks; those whose lease ran out (a crash) are claimed again. */
  start(): Promise<void>;
  /** Lets running jobs end for `graceMs`, then gives their tasks back. */
  stop(graceMs: number): Promise<void>;
}
