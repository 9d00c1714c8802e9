import { z } from 'zod';
import { Translated } from '../errors.ts';
import { givenText } from '../rules.ts';
import { filter, Id, idFilter, OneOrMany, Page, PathId, recordOf } from './primitives.ts';

/** Index = number on the wire. */
export const taskStates = ['Waiting', 'Ask running', 'Running', 'Done', 'Error', 'Archived'] as const;
export const TaskState = z.int().min(0).max(5);

export const TaskMessage = z.object({
  date: z.string(),
  type: z.enum(['ERROR', 'WARN', 'FATAL', 'SUCCESS', 'INFO']),
  msg: Translated,
});
export const Task = z.object({
  id: Id,
  name: z.string(),
  /** What it is called on screen. */
  display_name: Translated,
  args: z.unknown(),
  executing: TaskState,
  executing_str: z.enum(taskStates),
  /** s; null before it began. */
  executing_time: z.number().nullable(),
  status: Translated,
  rec_ids: z.array(Id),
  /** The first of its records, to name it; null without one, when it is gone, or not for the caller to see. */
  about_record: z
    .object({
      id: Id,
      timestamp: z.number(),
      /** Of the place where it was made. */
      timezone: z.string(),
      athlete_name: z.string(),
      /** Its device, else its name: tells records without athletes apart. */
      source: z.string(),
    })
    .nullable(),
  caller_front_uid: z.string().nullable(),
  client_id: Id.nullable(),
  client_name: z.string().nullable(),
  created_date: z.string(),
  /**
   * Null until it has ended; `{}` when there is nothing to say. Why it failed, with a traceback for administrators only,
   * the path under `/api` of the file that waits, and the record that a fusion made.
   */
  result: z
    .object({ msg: Translated.nullable(), traceback: z.string().nullable(), download: z.string(), record_id: Id })
    .partial()
    .nullable(),
  loading: z.boolean(),
  error: z.boolean(),
  success: z.boolean(),
  ask_cancel: z.boolean(),
  can_download: z.boolean(),
  /** The caller may run it again, end it, put it away and delete it, as far as its state allows. */
  may_handle: z.boolean(),
  is_cancelable: z.boolean(),
  /** 0–1; null when unknown. */
  progress: z.number().nullable(),
  messages_history: z.array(TaskMessage),
  /** The messages as text, a line each: `2026-11-22T05:00:00.000Z SUCCESS The record was decoded.` */
  logs: z.string(),
});
export type Task = z.infer<typeof Task>;

export const TaskQuery = Page.extend({
  names: filter(z.array(z.string().max(100)).max(100), []),
  clientIds: idFilter(),
  /** States kept; none = all but archived ones unless `archived`. */
  executingState: z
    .union([z.array(TaskState).max(6), TaskState.transform((state) => [state])])
    .or(z.literal('').transform(() => []))
    .nullish()
    .transform((states) => states ?? []),
  /** Front that asked for it. */
  caller_front_uid: filter(z.string().max(100).nullish(), null),
})
  .strict()
  .prefault({});
export type TaskQuery = z.infer<typeof TaskQuery>;

export const TaskStatusQuery = z.object({
  id: PathId.optional(),
  name: z.string().max(100).optional(),
  names: OneOrMany.optional().describe('May be repeated'),
  rec_id: PathId.optional(),
  caller_front_uid: z.string().max(100).optional(),
});

export const TaskInfos = z.object({
  /** Every kind of task. */
  tasks: z.array(
    z.object({
      name: z.string(),
      display_name: Translated,
      /** By the caller; the server starts the others itself, or someone else does. */
      startable: z.boolean(),
      default_args: z.record(z.string(), z.unknown()),
      with_file: z.boolean(),
    }),
  ),
  executing_str_table: z.array(z.string()),
});
export const TaskCreate = z.object({
  name: givenText().min(1, { error: 'required' }).max(100),
  args: recordOf(z.string().max(100), z.unknown(), 1000).default({}),
  client_id: Id.nullish(),
  /** Taken as arguments of the same names. */
  rec_id: Id.nullish(),
  rec_ids: z.array(Id).max(100, { error: 'tooMany' }).nullish(),
});
/** `task_ids` where a task each was started for several records; `task_id` is the first of them. */
export const TaskCreated = z.object({ task_id: Id, task_ids: z.array(Id).optional() });
/** How many tasks the caller sees, by state: the badges of the filter. */
export const TaskCounts = z.object({ counts: z.array(z.int()).length(6) });
