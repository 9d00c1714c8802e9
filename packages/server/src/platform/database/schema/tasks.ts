import type { Translated } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, real, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { clients, users } from './people.ts';

export interface TaskMessage {
  readonly date: string;
  readonly type: 'ERROR' | 'WARN' | 'FATAL' | 'SUCCESS' | 'INFO';
  readonly msg: Translated;
}

/** Tasks are the job queue: claimed with FOR UPDATE SKIP LOCKED and a lease. */
export const tasks = pgTable(
  'tasks',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    args: jsonb('args').$type<unknown>().notNull(),
    /** 0 Waiting, 1 Ask running, 2 Running, 3 Done, 4 Error, 5 Archived */
    executing: integer('executing').notNull().default(0),
    clientId: integer('client_id').references(() => clients.id, { onDelete: 'cascade' }),
    recordIds: integer('record_ids').array().notNull().default(sql`'{}'`),
    callerFrontUid: text('caller_front_uid'),
    attempts: integer('attempts').notNull().default(0),
    maxAttempts: integer('max_attempts').notNull().default(3),
    /** Not before this moment: retries back off. */
    runAt: timestamp('run_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    /** Times that the process ended while it ran the task: not the task's fault, so not an attempt. */
    interruptions: integer('interruptions').notNull().default(0),
    /** Token of the claim by which a process runs it: who holds another one writes nothing any more. */
    leaseOwner: uuid('lease_owner'),
    /** When the lease was renewed last. Compared with itself only, never with a clock. */
    leaseUntil: timestamp('lease_until', { withTimezone: true, mode: 'date' }),
    startedAt: timestamp('started_at', { withTimezone: true, mode: 'date' }),
    endedAt: timestamp('ended_at', { withTimezone: true, mode: 'date' }),
    progress: real('progress'),
    result: jsonb('result').$type<{ msg: Translated | null; traceback: string | null }>(),
    messages: jsonb('messages').$type<TaskMessage[]>().notNull().default([]),
    /** A file that the task made, under the tasks folder, and the name to save it under. */
    resultFile: text('result_file'),
    resultName: text('result_name'),
    /** Who asked for it; null = the program itself. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    askCancel: boolean('ask_cancel').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (t) => [
    index('tasks_claim').on(t.runAt, t.id).where(sql`executing IN (0, 1, 2)`),
    index('tasks_client').on(t.clientId, t.id),
    index('tasks_state').on(t.executing, t.id),
    index('tasks_client_state').on(t.clientId, t.executing, t.id),
    index('tasks_name').on(t.name, t.id),
    index('tasks_user').on(t.userId, t.id).where(sql`user_id IS NOT NULL`),
    index('tasks_caller').on(t.callerFrontUid, t.id).where(sql`caller_front_uid IS NOT NULL`),
  ],
);

/** `record_ids` of tasks, kept by a trigger: which tasks are about thousands of records is read in the order of an index. */
export const taskRecords = pgTable(
  'task_records',
  {
    recordId: integer('record_id').notNull(),
    taskId: integer('task_id')
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.recordId, t.taskId] }), index('task_records_task').on(t.taskId)],
);
