import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { type Db, type Queryable, type TaskMessage, tables } from '../database/index.ts';
import type { TaskAbout } from './job.ts';

const { tasks } = tables;
export type Task = typeof tasks.$inferSelect;
export type TaskResult = NonNullable<Task['result']>;

export const taskChannel = 'sillage_tasks';
/** As the specification numbers them; 5 = Archived. */
export const state = { waiting: 0, askRunning: 1, running: 2, done: 3, error: 4 } as const;

const claimable = [state.waiting, state.askRunning];
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
  askCancel(taskId: number): Promise<boolean>;
  progress(taskId: number, fraction: number): Promise<void>;
  message(taskId: number, message: TaskMessage): Promise<void>;
  done(taskId: number): Promise<void>;
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

  return {
    async add(name, args, about, tx = db) {
      const values = {
        name,
        args,
        clientId: about.clientId,
        recordIds: [...(about.recordIds ?? [])],
        callerFrontUid: about.callerFrontUid ?? null,
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
      const [task] = await db
        .update(tasks)
        .set({
          executing: state.running,
          leaseOwner: owner,
          leaseUntil: inMs(leaseMs),
          startedAt: now,
          progress: 0,
          attempts: sql`${tasks.attempts} + 1`,
        })
        .where(inArray(tasks.id, next))
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
        .set({ askCancel: true, runAt: sql`least(${tasks.runAt}, now())` })
        .where(and(eq(tasks.id, taskId), inArray(tasks.executing, [...claimable, state.running])))
        .returning({ id: tasks.id });
      await db.execute(wake);
      return rows.length > 0;
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
