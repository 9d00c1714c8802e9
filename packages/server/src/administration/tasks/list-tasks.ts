import type { BodyOf, QueryOf } from '@sillage/contract';
import { type api, taskStates } from '@sillage/contract';
import { and, arrayContains, count, desc, eq, inArray, ne, type SQL } from 'drizzle-orm';
import { countRows, type Db, ofPage, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { type TaskRow, type VisibleRecords, visibleTasks } from './see-tasks.ts';

const { tasks } = tables;
const archived = taskStates.indexOf('Archived');

/** Of one answer of `tasks/status`; the newest. */
const maxStatuses = 200;

/** A page of the tasks that the caller sees, newest first. Archived ones only when asked for. */
export async function listTasks(
  db: Db,
  viewer: Viewer,
  visibleRecords: VisibleRecords,
  filter: BodyOf<typeof api.listTasks>,
): Promise<{ rows: TaskRow[]; total: number }> {
  const where = and(
    visibleTasks(db, viewer, visibleRecords),
    filter.executingState.length === 0
      ? ne(tasks.executing, archived)
      : inArray(tasks.executing, filter.executingState),
    filter.names.length === 0 ? undefined : inArray(tasks.name, filter.names),
    filter.clientIds.length === 0 ? undefined : inArray(tasks.clientId, filter.clientIds),
    filter.caller_front_uid ? eq(tasks.callerFrontUid, filter.caller_front_uid) : undefined,
  );
  const page = db.select().from(tasks).where(where).orderBy(desc(tasks.id)).$dynamic();
  const [rows, total] = await Promise.all([ofPage(page, filter), countRows(db, tasks, where)]);
  return { rows, total };
}

/** How many tasks the caller sees in each state. */
export async function countTasks(db: Db, viewer: Viewer, visibleRecords: VisibleRecords): Promise<number[]> {
  const found = await db
    .select({ state: tasks.executing, n: count() })
    .from(tasks)
    .where(visibleTasks(db, viewer, visibleRecords))
    .groupBy(tasks.executing);
  const counts = new Map(found.map(({ state, n }) => [state, n]));
  return taskStates.map((_, state) => counts.get(state) ?? 0);
}

/** The newest tasks by id, name, record or the browser that asked, whatever their state. */
export async function listTaskStatus(
  db: Db,
  viewer: Viewer,
  visibleRecords: VisibleRecords,
  filter: QueryOf<typeof api.listTaskStatus>,
): Promise<TaskRow[]> {
  const given: (SQL | undefined)[] = [
    filter.id === undefined ? undefined : eq(tasks.id, filter.id),
    filter.name === undefined ? undefined : eq(tasks.name, filter.name),
    filter.names === undefined ? undefined : inArray(tasks.name, filter.names),
    filter.rec_id === undefined ? undefined : arrayContains(tasks.recordIds, [filter.rec_id]),
    filter.caller_front_uid === undefined ? undefined : eq(tasks.callerFrontUid, filter.caller_front_uid),
  ];
  return db
    .select()
    .from(tasks)
    .where(and(visibleTasks(db, viewer, visibleRecords), ...given))
    .orderBy(desc(tasks.id))
    .limit(maxStatuses);
}
