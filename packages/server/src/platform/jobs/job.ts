import { isRefusal, type Permission, type Refusal, type Translated } from '@sillage/contract';
import type { z } from 'zod';
import type { Queryable, TaskMessage } from '../database/index.ts';

/** What a running job may do besides its work. */
export interface JobContext {
  readonly taskId: number;
  /** How often the program ended, other than by a stop, while it ran this task. */
  readonly interruptions: number;
  /** Aborted when the server drains or the task is cancelled. */
  readonly signal: AbortSignal;
  /** 0–1 */
  progress(fraction: number): Promise<void>;
  message(type: TaskMessage['type'], msg: TaskMessage['msg']): Promise<void>;
  /**
   * The task is about these records, too, once the transaction is there for good.
   * @throws when another run of the task is under way, or it was ended by force: nothing may be written then
   */
  alsoAbout(tx: Queryable, recordIds: readonly number[]): Promise<void>;
  /** Takes a finished file over (moved) as what the task made; people download it under `filename`. */
  offerFile(path: string, filename: string): Promise<void>;
}

/** Thrown by a job whose work can never succeed: the task ends at once, and says why in both languages. */
export class TaskRefused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.body().message.en);
    this.refusal = refusal;
  }
}

/** Thrown by a job that did its work, which shows that it cannot succeed: as {@link TaskRefused}, with a sentence of its own. */
export class TaskInVain extends Error {
  readonly sentence: Translated;
  constructor(sentence: Translated) {
    super(sentence.en);
    this.sentence = sentence;
  }
}

/** What came out; a refusal ends the task, which says why. */
export function orRefused<T>(outcome: T | Refusal): T {
  if (isRefusal(outcome)) throw new TaskRefused(outcome);
  return outcome;
}

/** What a job's `failed` gets when its task was cancelled. */
export class TaskCancelled extends Error {
  override readonly message = 'cancelled';
}

/** A task that people may start by name. */
export interface Startable {
  readonly permission: Permission;
  readonly defaultArgs: Readonly<Record<string, unknown>>;
  /** Works on an uploaded file: its arguments get `file` (its name among the files of tasks) and `filename`. */
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
  /** May take hours: of all such tasks one runs at a time, so that others find a place. */
  readonly isLong?: true;
  /** s after its end for which the file that it made is kept; without a bound unless said. */
  readonly fileKeptSeconds?: number;
  /** The file is for who asked for it, and who reaches everything; for who may handle the task unless said. */
  readonly fileIsAskers?: true;
  /** What somebody would send to start the same task, where a room starts it from other arguments. */
  asSent?(args: A): Readonly<Record<string, unknown>>;
  /** Of the records that a finished task is about, the one that it made. */
  madeRecord?(args: A, recordIds: readonly number[]): number | undefined;
  /** Why people may not start it with these arguments, of the right shape, at this moment. */
  refusal?(args: A): Promise<Refusal | undefined>;
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
  readonly fileKeptSeconds: number | undefined;
  readonly fileIsAskers: boolean;
  /** What keeps arguments from having the job's shape, unknown ones included; nothing when they have it. */
  check(args: unknown): readonly z.core.$ZodIssue[];
  /** What a room was sent to start it, where that differs from its arguments. */
  asSent(args: unknown): Readonly<Record<string, unknown>> | undefined;
  /** Of the records that a finished task is about, the one that it made. */
  madeRecord(args: unknown, recordIds: readonly number[]): number | undefined;
  /** Why people may not start it with arguments of the right shape. */
  refusal(args: unknown): Promise<Refusal | undefined>;
}

export interface Jobs {
  register<A>(job: Job<A>): void;
  /** Adds a task, inside `tx` when given, so that it exists exactly when the row it is about does. Answers its id. */
  enqueue(name: string, args: unknown, about: TaskAbout, tx?: Queryable): Promise<number>;
  /**
   * Asks a task to end: one that runs gets its signal aborted, one that waits ends at once. false = it had ended.
   * `force` ends one that runs at once, too, whether it heeds its signal or not: what it still writes is ignored.
   */
  cancel(taskId: number, options?: { readonly force?: boolean }): Promise<boolean>;
  /** Lets a task that ended run again from its start, with all of its attempts and without the file that it made. false = it has not ended. */
  restart(taskId: number): Promise<boolean>;
  /** Every registered kind of task. */
  describe(): readonly JobDescription[];
  /** Begins to claim tasks; those whose lease ran out (a crash) are claimed again. */
  start(): Promise<void>;
  /** Lets running jobs end for `graceMs`, then gives their tasks back. */
  stop(graceMs: number): Promise<void>;
}
