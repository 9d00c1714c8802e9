import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/index.ts';
import { isAnswered, type Loss } from '../core/index.ts';
import { type KeptRow, keyOf } from './kept-row.ts';

/** Texts that people write: whoever wrote one of them at the same time as another is asked which one is meant. */
const askedFields: ReadonlySet<string> = new Set([
  ...['comment', 'name', 'basename', 'firstname', 'lastname', 'display_name', 'manager_comment', 'admin_comment'],
  ...['config', 'exercise', 'exercise_name'],
]);

export interface LostEdits {
  readonly row: Pick<KeptRow, 'table' | 'uid' | 'otherUid' | 'clientUid' | 'editors'>;
  readonly losses: readonly Loss[];
}

/** Keeps what lost, each once however often it is heard of. */
export async function keepConflicts(tx: Queryable, lost: readonly LostEdits[]): Promise<void> {
  const given = lost.flatMap(({ row, losses }) =>
    losses.map(({ field, kept, lost: other }) => ({
      ...{ table_name: row.table, uid: row.uid, other_uid: row.otherUid, client_uid: row.clientUid, field },
      ...{ kept: keptEdit(kept, row), kept_at: kept.at, lost: keptEdit(other, row), lost_at: other.at },
      asks: field === null || (askedFields.has(field) && typeof kept.value === 'string'),
    })),
  );
  if (given.length === 0) return;
  const columns = sql.raw('table_name, uid, other_uid, client_uid, field, kept, lost, kept_at, lost_at, asks');
  await tx.execute(sql`insert into sync_conflicts (${columns}) select ${columns}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r(table_name text, uid uuid, other_uid uuid, client_uid uuid,
      field text, kept jsonb, lost jsonb, kept_at text, lost_at text, asks boolean)
    on conflict do nothing`);
}

/** An edit as it is kept: what was written, and by whom. */
function keptEdit({ isGone, value, at }: Loss['kept'], { editors }: LostEdits['row']) {
  return { ...(isGone ? { is_gone: true } : { value }), by: editors[at] ?? null };
}

/** Closes what was asked of rows that somebody who saw the answer in force has edited since. */
export async function closeConflicts(tx: Queryable, rows: readonly KeptRow[]): Promise<void> {
  const keys = rows.map(({ table, uid, otherUid }) => ({ table_name: table, uid, other_uid: otherUid }));
  if (keys.length === 0) return;
  const { rows: open } =
    await tx.execute(sql`select c.id, c.table_name, c.uid, c.other_uid, c.field, c.kept_at, c.lost_at
    from sync_conflicts c join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
      as k(table_name text, uid uuid, other_uid uuid) using (table_name, uid, other_uid) where c.settled is null`);
  const states = new Map(rows.map((row) => [`${row.table} ${keyOf(row)}`, row.state]));
  const answered = z
    .array(Open)
    .parse(open)
    .filter(({ table_name: table, uid, other_uid: otherUid, field, kept_at: keptAt, lost_at: lostAt }) => {
      const state = states.get(`${table} ${keyOf({ uid, otherUid })}`);
      return state !== undefined && isAnswered({ field, keptAt, lostAt }, state);
    })
    .map(({ id }) => id);
  if (answered.length === 0) return;
  await tx.execute(sql`update sync_conflicts set settled = 'later', settled_at = now()
    where id in (select value::int from jsonb_array_elements_text(${JSON.stringify(answered)}::jsonb))`);
}

const Open = z.object({
  id: z.number(),
  table_name: z.string(),
  uid: z.string(),
  other_uid: z.string(),
  field: z.string().nullable(),
  kept_at: z.string(),
  lost_at: z.string(),
});
