import type { Permission, Translated } from '@sillage/contract';
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
  /** Takes a finished file over (moved) as what the task made; people download it under `filename`. */
  offerFile(path: string, filename: string): Promise<void>;
}

/** A task that people may start by name. */
export interface Startable {
  readonly permission: Permission;
  readonly defaultArgs: Readonly<Record<string, unknown>>;
  /** Works on an uploaded file: its arguments get `file` (a path under the tasks folder) and `filename`. */
  readonly withFile?: boolean;
}

/** A kind of task. `run` must be repeatable: after a crash it is run again from the start. Throwing retries it. */
export interface Job<A = unknown> {
  readonly name: string;
  readonly args: z.ZodType<A>;
  /** What it is called on screen; the name unless said. */
  readonly displayName?: Translated;
  /** Only the program starts it unless said. */
  readonly startable?: Startable;
  run(args: A, context: JobContext): Promise<void>;
  /** Called when every attempt failed or the task was cancelled: once, or again after a crash in this very moment. */
  failed?(args: A, error: unknown): Promise<void>;
}

export interface TaskAbout {
  readonly clientId: number | null;
  readonly recordIds?: readonly number[];
  readonly callerFrontUid?: string | undefined;
  /** Who asked for it. */
  readonly userId?: number;
}

/** A kind of task as people see it. */
export interface JobDescription {
  readonly name: string;
  readonly displayName: Translated;
  readonly startable: Startable | undefined;
  /** Whether arguments have the job's shape; answers the paths of fields that break a rule. */
  check(args: unknown): Readonly<Record<string, string>> | undefined;
}

export interface Jobs {
  register<A>(job: Job<A>): void;
  /** Adds a task, inside `tx` when given, so that it exists exactly when the row it is about does. Answers its id. */
  enqueue(name: string, args: unknown, about: TaskAbout, tx?: Queryable): Promise<number>;
  /** Asks a task to end: one that runs gets its signal aborted, one that waits ends at once. false = it had ended. */
  cancel(taskId: number): Promise<boolean>;
  /** Every registered kind of task. */
  describe(): readonly JobDescription[];
  /** Begins to claim tasks; those whose lease ran out (a crash) are claimed again. */
  start(): Promise<void>;
  /** Lets running jobs end for `graceMs`, then gives their tasks back. */
  stop(graceMs: number): Promise<void>;
}
