import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { type Db, type Queryable, type TaskMessage, tables } from '../database/index.ts';
import type { TaskAbout } from './job.ts';

const { tasks } = tables;
export type Task = typeof tasks.$inferSelect;
export type TaskResult = NonNullable<Task['result']>;

export const taskChannel = 'sillage_tasks';
/** As the specification numbers them; 5 = Archived. */
export const state = { waiting: 0, askRunning: 1, running: 2, done: 3, error: 4, archived: 5 } as const;

const claimable = [state.waiting, state.askRunning];
const ended = [state.done, state.error, state.archived];
// Leases follow the database's clock, the only one that several processes share.
const now = sql`now()`;
const inMs = (ms: number): SQL<Date> => sql`now() + ${ms} * interval '1 millisecond'`;
const wake = sql`SELECT pg_notify(${taskChannel}, '')`;

export interface TaskQueue {
  add(name: string, args: unknown, about: TaskAbout, tx?: Queryable): Promise<number>;
  /** The oldest due task of these names, now leased to this process. */
  claim(names: readonly string[]): Promise<Task | undefined>;
  /** Renews the lease of every task of this process; answers those it still has and whether they are to be cancelled. */
  renew(): Promise<Map<number, boolean>>;
  /** Puts back what processes that ended were running. `all`: no other process lives. */
  takeBackAbandoned(all: boolean): Promise<number>;
  /** A task that waits, now leased to this process so that it ends here, unrun. */
  claimToCancel(taskId: number): Promise<Task | undefined>;
  /** false = it does not run any more. */
  askCancel(taskId: number): Promise<boolean>;
  /** Ends a running task, whoever runs it; undefined = it does not run any more. */
  takeAway(taskId: number, result: TaskResult, message: TaskMessage): Promise<Task | undefined>;
  /** false = it has not ended. */
  restart(taskId: number, message: TaskMessage): Promise<boolean>;
  progress(taskId: number, fraction: number): Promise<void>;
  message(taskId: number, message: TaskMessage): Promise<void>;
  done(taskId: number): Promise<void>;
  /** Names the file that the task made; answers whether the task is still ours, and the file that it replaces. */
  offer(taskId: number, file: string, filename: string): Promise<{ replaced: string | null } | undefined>;
  error(taskId: number, result: TaskResult, message: TaskMessage): Promise<void>;
  retry(taskId: number, delayMs: number, message: TaskMessage): Promise<void>;
  /** Gives a task back unrun: the process stops. */
  giveBack(taskId: number): Promise<void>;
}

/** The tasks table as a queue, for the process `owner`. Writes about a task whose lease was lost change nothing. */
export function taskQueue(db: Db, owner: string, leaseMs: number): TaskQueue {
  const mine = and(eq(tasks.leaseOwner, owner), eq(tasks.executing, state.running));
  const write = async (taskId: number, values: Parameters<ReturnType<typeof db.update<typeof tasks>>['set']>[0]) => {
    await db
      .update(tasks)
      .set(values)
      .where(and(eq(tasks.id, taskId), mine));
  };
  const append = (message: TaskMessage) => sql`${tasks.messages} || ${JSON.stringify([message])}::jsonb`;
  const free = { leaseOwner: null, leaseUntil: null };
  const lease = { executing: state.running, leaseOwner: owner, leaseUntil: inMs(leaseMs) };

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
    async claim(names) {
      const next = db
        .select({ id: tasks.id })
        .from(tasks)
        .where(and(inArray(tasks.executing, claimable), inArray(tasks.name, [...names]), sql`${tasks.runAt} <= now()`))
        .orderBy(tasks.runAt, tasks.id)
        .limit(1)
        .for('update', { skipLocked: true });
      const attempt = { startedAt: now, progress: 0, attempts: sql`${tasks.attempts} + 1` };
      const [task] = await db
        .update(tasks)
        .set({ ...lease, ...attempt })
        .where(inArray(tasks.id, next))
        .returning();
      return task;
    },
    async claimToCancel(taskId) {
      const [task] = await db
        .update(tasks)
        .set({ ...lease, askCancel: true })
        .where(and(eq(tasks.id, taskId), inArray(tasks.executing, claimable)))
        .returning();
      return task;
    },
    async renew() {
      const rows = await db
        .update(tasks)
        .set({ leaseUntil: inMs(leaseMs) })
        .where(mine)
        .returning({ id: tasks.id, askCancel: tasks.askCancel });
      return new Map(rows.map(({ id, askCancel }) => [id, askCancel]));
    },
    async takeBackAbandoned(all) {
      const back = await db
        .update(tasks)
        .set({
          ...free,
          executing: state.waiting,
          runAt: now,
          attempts: sql`greatest(${tasks.attempts} - 1, 0)`,
          interruptions: sql`${tasks.interruptions} + 1`,
        })
        .where(and(eq(tasks.executing, state.running), all ? undefined : lt(tasks.leaseUntil, now)))
        .returning({ id: tasks.id });
      return back.length;
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
    async offer(taskId, file, filename) {
      const ours = and(eq(tasks.id, taskId), mine);
      const [before] = await db.select({ replaced: tasks.resultFile }).from(tasks).where(ours);
      const values = { resultFile: file, resultName: filename };
      const rows = await db.update(tasks).set(values).where(ours).returning({ id: tasks.id });
      return rows.length > 0 ? before : undefined;
    },
    progress: (taskId, fraction) => write(taskId, { progress: Math.min(1, Math.max(0, fraction)) }),
    message: (taskId, message) => write(taskId, { messages: append(message) }),
    done: (taskId) => write(taskId, { ...free, executing: state.done, progress: 1, endedAt: now, result: null }),
    error: (taskId, result, message) =>
      write(taskId, { ...free, executing: state.error, endedAt: now, result, messages: append(message) }),
    retry: (taskId, delayMs, message) =>
      write(taskId, { ...free, executing: state.waiting, runAt: inMs(delayMs), messages: append(message) }),
    giveBack: (taskId) =>
      write(taskId, {
        ...free,
        executing: state.waiting,
        runAt: now,
        attempts: sql`greatest(${tasks.attempts} - 1, 0)`,
      }),
  };
}
