import { type Refusal, refuse, scopeOf } from '@sillage/contract';
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { isAnyOf, isOneOfMany, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';

const { records, taskRecords, tasks } = tables;
export type TaskRow = typeof tasks.$inferSelect;

/** The records that a caller sees: tasks about them are seen, too. */
export interface VisibleRecords {
  /** As a condition on records. */
  readonly where: (db: Queryable, viewer: Viewer) => SQL | undefined;
  /** Their ids; undefined for those who see whole clients, and when they are many. */
  readonly ids: (viewer: Viewer) => Promise<readonly number[] | undefined>;
}

/** The tasks that the caller sees: everything, those of the client, or those asked for and those about seen records. */
export function visibleTasks(db: Queryable, viewer: Viewer, visibleRecords: VisibleRecords): SQL | undefined {
  const { scope, principal } = viewer;
  if (scope === 'everything') return undefined;
  const ofClient = eq(tasks.clientId, principal.clientId);
  if (scope === 'client') return ofClient;
  const seen = visibleRecords.where(db, viewer) ?? sql`true`;
  const about = sql`EXISTS (SELECT 1 FROM ${records} WHERE ${records.id} = ANY (${tasks.recordIds}) AND ${seen})`;
  return or(eq(tasks.userId, principal.userId), and(ofClient, about));
}

/** What `visibleTasks` keeps, as a query of ids and states, once each: tasks about these records, as far as the condition keeps them. */
export function seenTasks({ principal }: Viewer, recordIds: readonly number[], narrowing: SQL | undefined): SQL {
  const ofClient = eq(tasks.clientId, principal.clientId);
  const columns = sql`SELECT ${tasks.id} AS id, ${tasks.executing} AS state FROM ${tasks}`;
  const about = sql`SELECT ${taskRecords.taskId} FROM ${taskRecords} WHERE ${isOneOfMany(taskRecords.recordId, recordIds)}`;
  return sql`
    ${columns} WHERE ${and(eq(tasks.userId, principal.userId), narrowing)}
    UNION ${columns} WHERE ${and(ofClient, isAnyOf(tasks.id, about), narrowing)}`;
}

/** Tasks about the record. */
export function isAbout(recordId: number): SQL {
  return sql`${tasks.id} IN (SELECT ${taskRecords.taskId} FROM ${taskRecords} WHERE ${taskRecords.recordId} = ${recordId})`;
}

/** The task, or `entity.notFound` when it is not there or not for the caller's eyes. */
export async function findTask(
  db: Queryable,
  viewer: Viewer,
  visibleRecords: VisibleRecords,
  id: number,
): Promise<TaskRow | Refusal> {
  const [found] = await db
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, id), visibleTasks(db, viewer, visibleRecords)));
  return found ?? refuse('entity.notFound');
}

/**
 * Whether the caller may handle what they see: a kind of task that people start is handled by those who may start it.
 * Its file may hold what its permission guards, and running it again is starting it.
 */
export function mayHandle(jobs: Jobs, { principal }: Viewer, task: Pick<TaskRow, 'name' | 'clientId'>): boolean {
  const startable = jobs.describe().find(({ name }) => name === task.name)?.startable;
  if (startable === undefined) return true;
  const scope = scopeOf(principal.roles, startable.permission);
  return scope === 'everything' || (scope !== undefined && task.clientId === principal.clientId);
}

/** Whether the file that a task made is for the caller, who sees the task. */
export function mayDownload(jobs: Jobs, viewer: Viewer, task: Pick<TaskRow, 'name' | 'clientId' | 'userId'>): boolean {
  const isAskers = jobs.describe().find(({ name }) => name === task.name)?.fileIsAskers === true;
  const isTheirs = task.userId === viewer.principal.userId || viewer.scope === 'everything';
  return mayHandle(jobs, viewer, task) && (isTheirs || !isAskers);
}
