import { type api, type BodyOf, type QueryOf, taskStates } from '@sillage/contract';
import { and, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import {
  countByState,
  countOrEstimate,
  type Db,
  isOneOf,
  longList,
  type PageRequest,
  type Total,
  tables,
} from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { isAbout, seenTasks, type TaskRow, type VisibleRecords, visibleTasks } from './see-tasks.ts';

const { tasks } = tables;
const archived = taskStates.indexOf('Archived');
const unlessArchived = taskStates.map((_, state) => state).filter((state) => state !== archived);

/** Of one answer of `tasks/status`; the newest. */
const maxStatuses = 200;

type TaskFilter = BodyOf<typeof api.listTasks>;

/** A page of the tasks that the caller sees, newest first. Archived ones only when asked for. */
export async function listTasks(
  db: Db,
  viewer: Viewer,
  visibleRecords: VisibleRecords,
  filter: TaskFilter,
): Promise<{ rows: TaskRow[] } & Total> {
  const narrowing = and(
    filter.executingState.length === 0
      ? ne(tasks.executing, archived)
      : inArray(tasks.executing, filter.executingState),
    filter.names.length === 0 ? undefined : inArray(tasks.name, filter.names),
    filter.clientIds.length === 0 ? undefined : inArray(tasks.clientId, filter.clientIds),
    filter.caller_front_uid ? eq(tasks.callerFrontUid, filter.caller_front_uid) : undefined,
  );
  const { ids, ...total } =
    (await gathered(db, viewer, visibleRecords, narrowing, filter)) ??
    (await longList(db, {
      table: tasks,
      order: [{ column: tasks.id, descending: true }],
      seen: visibleTasks(db, viewer, visibleRecords),
      narrowing,
      counted: wholeClients(viewer, filter),
      pageId: filter.pageId,
      pageSize: filter.pageSize,
    }));
  const rows = await db.select().from(tasks).where(isOneOf(tasks.id, ids)).orderBy(desc(tasks.id));
  return { rows, ...total };
}

type PageOfIds = { ids: number[] } & Total;

/** Tasks about the records that a coach or an athlete sees, unless those are many. */
async function gathered(
  db: Db,
  viewer: Viewer,
  visibleRecords: VisibleRecords,
  narrowing: SQL | undefined,
  { pageId, pageSize }: PageRequest,
): Promise<PageOfIds | undefined> {
  const recordIds = await visibleRecords.ids(viewer);
  if (recordIds === undefined) return undefined;
  const rows = (where: SQL | undefined) => seenTasks(viewer, recordIds, where);
  const newestFirst = { rows, order: sql`id DESC` };
  return longList(db, { table: tasks, gathered: newestFirst, seen: undefined, narrowing, pageId, pageSize });
}

/** What the kept counts answer: whole clients, whatever the names and states. */
function wholeClients({ scope, principal }: Viewer, filter: TaskFilter) {
  if (filter.caller_front_uid || (scope !== 'everything' && scope !== 'client')) return undefined;
  const asked = filter.clientIds.length === 0 ? undefined : filter.clientIds;
  const own = [principal.clientId];
  return {
    clientIds: scope === 'everything' ? asked : (asked ?? own).filter((id) => id === principal.clientId),
    names: filter.names.length === 0 ? undefined : filter.names,
    states: filter.executingState.length === 0 ? unlessArchived : filter.executingState,
  };
}

/** How many tasks the caller sees in each state. */
export async function countTasks(db: Db, viewer: Viewer, visibleRecords: VisibleRecords): Promise<number[]> {
  const { scope, principal } = viewer;
  const found =
    scope === 'everything' || scope === 'client'
      ? await countByState(db, { source: 'tasks', ...(scope === 'client' && { clientIds: [principal.clientId] }) })
      : ((await countGathered(db, viewer, visibleRecords)) ??
        (await countOneByOne(db, visibleTasks(db, viewer, visibleRecords))));
  const counts = new Map(found.map(({ state, n }) => [state, n]));
  return taskStates.map((_, state) => counts.get(state) ?? 0);
}

async function countGathered(db: Db, viewer: Viewer, visibleRecords: VisibleRecords) {
  const recordIds = await visibleRecords.ids(viewer);
  if (recordIds === undefined) return undefined;
  const counts = sql`SELECT state, count(*)::integer AS n FROM (${seenTasks(viewer, recordIds, undefined)}) AS seen GROUP BY state`;
  return (await db.execute<{ state: number; n: number }>(counts)).rows;
}

async function countOneByOne(db: Db, seen: SQL | undefined): Promise<{ state: number; n: number }[]> {
  const countState = async (state: number) => ({
    state,
    n: (await countOrEstimate(db, tasks, and(seen, eq(tasks.executing, state)))).total,
  });
  return Promise.all(taskStates.map((_, state) => countState(state)));
}

/** The newest tasks by id, name, record or the browser that asked, whatever their state. */
export async function listTaskStatus(
  db: Db,
  viewer: Viewer,
  visibleRecords: VisibleRecords,
  filter: QueryOf<typeof api.listTaskStatus>,
): Promise<TaskRow[]> {
  const given = and(
    filter.id === undefined ? undefined : eq(tasks.id, filter.id),
    filter.name === undefined ? undefined : eq(tasks.name, filter.name),
    filter.names === undefined ? undefined : inArray(tasks.name, filter.names),
    filter.rec_id === undefined ? undefined : isAbout(filter.rec_id),
    filter.caller_front_uid === undefined ? undefined : eq(tasks.callerFrontUid, filter.caller_front_uid),
  );
  const newest = { pageId: 1, pageSize: maxStatuses };
  const page = await gathered(db, viewer, visibleRecords, given, newest);
  const where = page ? isOneOf(tasks.id, page.ids) : and(visibleTasks(db, viewer, visibleRecords), given);
  return db.select().from(tasks).where(where).orderBy(desc(tasks.id)).limit(maxStatuses);
}
