import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/index.ts';
import { changesSince, readRows } from '../../platform/rows-by-uid/index.ts';
import type { ChangedRow } from './row-store.ts';
import { noUid } from './travelling-tables.ts';

/** What the log of changes says since a position; all that is known when nobody can tell any more. In one `repeatable read` transaction. */
export async function* readLog(tx: Queryable, since: unknown): AsyncGenerator<ChangedRow> {
  const changes = typeof since === 'string' ? await changesSince(tx, since) : undefined;
  for await (const { table, uid, otherUid, changedAt, editedBy } of changes ?? everyRow(tx)) {
    yield { table, uid, otherUid: otherUid ?? noUid, changedMs: changedAt.getTime(), editedBy };
  }
}

/** Nobody knows what changed: all that the log has ever heard of, and all that is known. */
async function* everyRow(tx: Queryable) {
  const all = sql`select table_name, uid, other_uid, max(changed_at) as changed_at from (
      select table_name, uid, other_uid, changed_at from row_changes
      union all select table_name, uid, nullif(other_uid, ${noUid}::uuid), now() from sync_rows s where not exists (
        select 1 from row_changes l where l.table_name = s.table_name and l.uid = s.uid
          and coalesce(l.other_uid, ${noUid}::uuid) = s.other_uid)) every
    group by 1, 2, 3`;
  for await (const { table_name: table, uid, other_uid: other, changed_at: changedAt } of readRows(tx, all)) {
    const otherUid = other === null ? null : String(other);
    yield { table: String(table), uid: String(uid), otherUid, changedAt: new Date(String(changedAt)), editedBy: null };
  }
}

/** Virtual devices are gone with the replay that they play: no other server hears of them. */
export async function devicesOfReplays(tx: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await tx.execute(sql`select uid from devices where other_data @> '{"replay": true}'::jsonb`);
  return new Set(rows.map(({ uid }) => String(uid)));
}
