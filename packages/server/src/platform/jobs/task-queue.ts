import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import { type Db, type Queryable, type TaskMessage, tables } from '../database/index.ts';
import type { TaskAbout } from './job.ts';

const { tasks } = tables;
export type Task = typeof tasks.$inferSelect;
export type TaskResult = NonNullable<Task['result']>;

/** One claim of a task: of two claims of the same task only the later one writes. */
export interface Lease {
  readonly taskId: number;
  /** Made for this claim. */
  readonly token: string;
}

/** How far a lease was renewed. It changes at each renewal and is compared with itself only, never with a clock. */
export interface LeaseBeat extends Lease {
  readonly beat: string;
}

export const taskChannel = 'sillage_tasks';
/** Their numbers on the wire; 5 = Archived. */
export const state = { waiting: 0, askRunning: 1, running: 2, done: 3, error: 4, archived: 5 } as const;

const claimable = [state.waiting, state.askRunning];
const ended = [state.done, state.error, state.archived];
const now = sql`now()`;
/** A task is put off by less: what seems to be due later was written before the clock was set back, and is due. */
const longestDelayMs = 30_000;
const inMs = (ms: number): SQL<Date> => sql`now() + ${ms} * interval '1 millisecond'`;
const isDue = sql`(${tasks.runAt} <= now() OR ${tasks.runAt} > ${inMs(longestDelayMs)})`;
/** A text that is the same for the same moment, whatever the connection's settings. */
const beat = sql<string>`coalesce(extract(epoch FROM ${tasks.leaseUntil})::text, '')`;
const wake = sql`SELECT pg_notify(${taskChannel}, '')`;

export interface TaskQueue {
  add(name: string, args: unknown, about: TaskAbout, tx?: Queryable): Promise<number>;
  /** The oldest due task of these names but the ones left out, now held by the token. */
  claim(names: readonly string[], token: string, leftOut: readonly number[]): Promise<Task | undefined>;
  /** A task that waits, now held by the token so that it ends here, unrun. */
  claimToCancel(taskId: number, token: string): Promise<Task | undefined>;
  /** Renews what the tokens hold; answers the tokens that still hold their task, and whether it is to be cancelled. */
  renew(tokens: readonly string[]): Promise<Map<string, boolean>>;
  /** Of every running task. */
  leases(): Promise<LeaseBeat[]>;
  /** Puts back the tasks whose lease is exactly as it was seen. Answers how many. */
  takeBack(seen: readonly LeaseBeat[]): Promise<number>;
  /** false = it does not run any more. */
  askCancel(taskId: number): Promise<boolean>;
  /** Ends a running task, whoever runs it; undefined = it does not run any more. */
  takeAway(taskId: number, result: TaskResult, message: TaskMessage): Promise<Task | undefined>;
  /** false = it has not ended. */
  restart(taskId: number, message: TaskMessage): Promise<boolean>;
  progress(lease: Lease, fraction: number): Promise<void>;
  message(lease: Lease, message: TaskMessage): Promise<void>;
  /** false = the lease was lost. */
  alsoAbout(tx: Queryable, lease: Lease, recordIds: readonly number[]): Promise<boolean>;
  done(lease: Lease): Promise<void>;
  /** Names the file that the task made; answers whether the task is still ours, and the file that it replaces. */
  offer(lease: Lease, file: string, filename: string): Promise<{ replaced: string | null } | undefined>;
  error(lease: Lease, result: TaskResult, message: TaskMessage): Promise<void>;
  /** After `delayMs`, at most 30 s. `uncounted`: what happened says nothing about the task, so it is no attempt. */
  retry(lease: Lease, delayMs: number, message: TaskMessage, counts?: 'uncounted'): Promise<void>;
  /** Gives a task back unrun: the process stops. */
  giveBack(lease: Lease): Promise<void>;
}

/** The tasks table as a queue. Writes about a task whose lease was lost change nothing. */
export function taskQueue(db: Db): TaskQueue {
  const held = ({ taskId, token }: Lease) =>
    and(eq(tasks.id, taskId), eq(tasks.leaseOwner, token), eq(tasks.executing, state.running));
  const write = async (lease: Lease, values: Parameters<ReturnType<typeof db.update<typeof tasks>>['set']>[0]) => {
    await db.update(tasks).set(values).where(held(lease));
  };
  const append = (message: TaskMessage) => sql`${tasks.messages} || ${JSON.stringify([message])}::jsonb`;
  /** What was said last is not said again, only later: a task may be put off for days. */
  const appendOnce = (message: TaskMessage) => {
    const isSame = sql`${tasks.messages} -> -1 -> 'msg' = ${JSON.stringify(message.msg)}::jsonb`;
    return sql`CASE WHEN ${isSame} THEN ${tasks.messages} - -1 ELSE ${tasks.messages} END || ${JSON.stringify([message])}::jsonb`;
  };
  const free = { leaseOwner: null, leaseUntil: null };
  const lease = (token: string) => ({ executing: state.running, leaseOwner: token, leaseUntil: now });
  const putBack = async (where: SQL | undefined) => {
    const back = await db
      .update(tasks)
      .set({
        ...free,
        executing: state.waiting,
        runAt: now,
        attempts: sql`greatest(${tasks.attempts} - 1, 0)`,
        interruptions: sql`${tasks.interruptions} + 1`,
      })
      .where(where)
      .returning({ id: tasks.id });
    return back.length;
  };

  return {
    async add(name, args, about, tx = db) {
      const values = {
        name,
        args,
        clientId: about.clientId,
        recordIds: [...(about.recordIds ?? [])],
        callerFrontUid: about.callerFrontUid ?? null,
        userId: about.userId ?? null,
      };
      const [row] = await tx.insert(tasks).values(values).returning({ id: tasks.id });
      await tx.execute(wake);
      if (row === undefined) throw new Error('inserting a task answered no row');
      return row.id;
    },
    async claim(names, token, leftOut) {
      const isFree = leftOut.length === 0 ? undefined : notInArray(tasks.id, [...leftOut]);
      const next = db
        .select({ id: tasks.id })
        .from(tasks)
        .where(and(inArray(tasks.executing, claimable), inArray(tasks.name, [...names]), isDue, isFree))
        .orderBy(tasks.runAt, tasks.id)
        .limit(1)
        .for('update', { skipLocked: true });
      const attempt = { startedAt: now, progress: 0, attempts: sql`${tasks.attempts} + 1` };
      const [task] = await db
        .update(tasks)
        .set({ ...lease(token), ...attempt })
        .where(inArray(tasks.id, next))
        .returning();
      return task;
    },
    async claimToCancel(taskId, token) {
      const [task] = await db
        .update(tasks)
        .set({ ...lease(token), askCancel: true })
        .where(and(eq(tasks.id, taskId), inArray(tasks.executing, claimable)))
        .returning();
      return task;
    },
    async renew(tokens) {
      const rows = await db
        .update(tasks)
        .set({ leaseUntil: now })
        .where(and(eq(tasks.executing, state.running), inArray(tasks.leaseOwner, [...tokens])))
        .returning({ token: tasks.leaseOwner, askCancel: tasks.askCancel });
      return new Map(rows.map(({ token, askCancel }) => [token ?? '', askCancel]));
    },
    async leases() {
      const rows = await db
        .select({ taskId: tasks.id, token: tasks.leaseOwner, beat })
        .from(tasks)
        .where(eq(tasks.executing, state.running));
      return rows.flatMap(({ token, ...row }) => (token === null ? [] : [{ ...row, token }]));
    },
    async takeBack(seen) {
      let count = 0;
      for (const one of seen) count += await putBack(and(held(one), sql`${beat} = ${one.beat}`));
      return count;
    },
    async askCancel(taskId) {
      const rows = await db
        .update(tasks)
        .set({ askCancel: true })
        .where(and(eq(tasks.id, taskId), eq(tasks.executing, state.running)))
        .returning({ id: tasks.id });
      await db.execute(wake);
      return rows.length > 0;
    },
    async takeAway(taskId, result, message) {
      const values = {
        ...free,
        executing: state.error,
        askCancel: true,
        endedAt: now,
        result,
        messages: append(message),
      };
      const [task] = await db
        .update(tasks)
        .set(values)
        .where(and(eq(tasks.id, taskId), eq(tasks.executing, state.running)))
        .returning();
      await db.execute(wake);
      return task;
    },
    async restart(taskId, message) {
      const noResult = { result: null, resultFile: null, resultName: null };
      const fresh = { attempts: 0, interruptions: 0, runAt: now, startedAt: null, endedAt: null, progress: null };
      const rows = await db
        .update(tasks)
        .set({ ...fresh, ...noResult, executing: state.waiting, askCancel: false, messages: append(message) })
        .where(and(eq(tasks.id, taskId), inArray(tasks.executing, ended)))
        .returning({ id: tasks.id });
      await db.execute(wake);
      return rows.length > 0;
    },
    async offer(lease, file, filename) {
      const [before] = await db.select({ replaced: tasks.resultFile }).from(tasks).where(held(lease));
      const values = { resultFile: file, resultName: filename };
      const rows = await db.update(tasks).set(values).where(held(lease)).returning({ id: tasks.id });
      return rows.length > 0 ? before : undefined;
    },
    async alsoAbout(tx, lease, recordIds) {
      const more = sql`${tasks.recordIds} || ${`{${recordIds.join(',')}}`}::integer[]`;
      const rows = await tx.update(tasks).set({ recordIds: more }).where(held(lease)).returning({ id: tasks.id });
      return rows.length > 0;
    },
    progress: (lease, fraction) => write(lease, { progress: Math.min(1, Math.max(0, fraction)) }),
    message: (lease, message) => write(lease, { messages: append(message) }),
    done: (lease) => write(lease, { ...free, executing: state.done, progress: 1, endedAt: now, result: null }),
    error: (lease, result, message) =>
      write(lease, { ...free, executing: state.error, endedAt: now, result, messages: append(message) }),
    retry: (lease, delayMs, message, counts) =>
      write(lease, {
        ...free,
        ...(counts === 'uncounted' && { attempts: sql`greatest(${tasks.attempts} - 1, 0)` }),
        executing: state.waiting,
        runAt: inMs(Math.min(delayMs, longestDelayMs)),
        messages: counts === 'uncounted' ? appendOnce(message) : append(message),
      }),
    giveBack: (lease) =>
      write(lease, {
        ...free,
        executing: state.waiting,
        runAt: now,
        attempts: sql`greatest(${tasks.attempts} - 1, 0)`,
      }),
  };
}
