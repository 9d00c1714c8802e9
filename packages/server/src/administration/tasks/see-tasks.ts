import { type Refusal, refuse, scopeOf } from '@sillage/contract';
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { fewIds, isAmong, overlaps, type Queryable, rowsOf, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';

const { tasks, records } = tables;
export type TaskRow = typeof tasks.$inferSelect;

/** The records that a caller sees: tasks about them are seen, too. */
export interface VisibleRecords {
  /** As a condition on records. */
  readonly where: (db: Queryable, viewer: Viewer) => SQL | undefined;
  /** All of their ids, unless they are many. */
  readonly few: (db: Queryable, viewer: Viewer) => Promise<number[] | undefined>;
}

/** The tasks that the caller sees: everything, those of the client, or those asked for and those about seen records. */
export async function visibleTasks(
  db: Queryable,
  viewer: Viewer,
  visibleRecords: VisibleRecords,
): Promise<SQL | undefined> {
  const { scope, principal } = viewer;
  if (scope === 'everything') return undefined;
  const ofClient = eq(tasks.clientId, principal.clientId);
  if (scope === 'client') return ofClient;
  const asked = eq(tasks.userId, principal.userId);
  const ids = await visibleRecords.few(db, viewer);
  if (ids === undefined) {
    const seen = visibleRecords.where(db, viewer) ?? sql`true`;
    const about = sql`EXISTS (SELECT 1 FROM ${records} WHERE ${records.id} = ANY (${tasks.recordIds}) AND ${seen})`;
    return or(asked, and(ofClient, about));
  }
  const found = await fewIds(db, [
    sql`SELECT id FROM ${tasks} WHERE ${asked}`,
    sql`SELECT ${tasks.id} AS id FROM ${rowsOf(ids)} JOIN ${tasks} ON ${tasks.recordIds} @> ARRAY[given.id] WHERE ${ofClient}`,
  ]);
  return found === undefined ? or(asked, and(ofClient, overlaps(tasks.recordIds, ids))) : isAmong(tasks.id, found);
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
    .where(and(eq(tasks.id, id), await visibleTasks(db, viewer, visibleRecords)));
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
