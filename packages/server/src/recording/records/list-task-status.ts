import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import { type Viewer, visibleTo } from './find-records.ts';

const { tasks, records } = tables;

/** At most; the newest. */
const maxTasks = 200;
const stateNames = ['Waiting', 'Ask running', 'Running', 'Done', 'Error', 'Archived'];

interface TaskFilter {
  readonly id?: number | undefined;
  readonly name?: string | undefined;
  readonly names?: readonly string[] | undefined;
  readonly rec_id?: number | undefined;
}

/** The newest tasks that the caller may see: of the own client, or about a record that they see. */
export async function listTaskStatus(db: Queryable, viewer: Viewer, filter: TaskFilter, nowMs: number) {
  const rows = await db
    .select()
    .from(tasks)
    .where(
      and(
        filter.id === undefined ? undefined : eq(tasks.id, filter.id),
        filter.name === undefined ? undefined : eq(tasks.name, filter.name),
        filter.names === undefined ? undefined : inArray(tasks.name, [...filter.names]),
        filter.rec_id === undefined ? undefined : sql`${filter.rec_id}::integer = any(${tasks.recordIds})`,
        seenBy(db, viewer),
      ),
    )
    .orderBy(desc(tasks.id))
    .limit(maxTasks);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    executing: row.executing,
    executing_str: stateNames[row.executing] ?? 'Waiting',
    rec_ids: row.recordIds,
    progress: row.progress,
    // Where a bug was is for the administrators' own log.
    result: row.result && {
      msg: row.result.msg,
      traceback: viewer.scope === 'everything' ? row.result.traceback : null,
    },
    executing_time: row.startedAt && ((row.endedAt?.getTime() ?? nowMs) - row.startedAt.getTime()) / 1000,
  }));
}

function seenBy(db: Queryable, viewer: Viewer): SQL | undefined {
  const { scope, principal } = viewer;
  if (scope === 'everything') return undefined;
  const ofClient = eq(tasks.clientId, principal.clientId);
  if (scope === 'client') return ofClient;
  const mine = db.select({ id: records.id }).from(records).where(visibleTo(db, viewer));
  return and(ofClient, sql`exists (select 1 from unnest(${tasks.recordIds}) as about(id) where about.id in ${mine})`);
}
