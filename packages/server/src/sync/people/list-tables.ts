import type { api, ReplyOf } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/index.ts';
import { readProgress } from '../hub/keep-link.ts';
import { sqlMarks } from '../rows/sql-marks.ts';
import { isTold } from '../rows/told-rows.ts';
import { travellingTables } from '../rows/travelling-tables.ts';
import { sayWhyNot } from '../say-why-not.ts';

const Counted = z.object({
  table_name: z.string(),
  rows: z.coerce.number(),
  waiting: z.coerce.number(),
  held: z.coerce.number(),
  refused: z.coerce.number(),
  why_not: z.string().nullable(),
});

/** Of each kind of rows: how many are known, wait, are held back or were not taken. */
export async function listTables(db: Queryable, role: 'hub' | 'cloud'): Promise<ReplyOf<typeof api.listSyncTables>> {
  const progress = role === 'hub' ? await readProgress(sqlMarks(db)) : undefined;
  const isWaiting =
    role === 'hub'
      ? sql`seq > ${progress?.sent ?? 0} and ${isTold} and from_node is distinct from ${progress?.cloudNode ?? null}::uuid`
      : sql`false`;
  const { rows } =
    await db.execute(sql`select table_name, count(*) as rows, count(*) filter (where ${isWaiting}) as waiting,
      count(*) filter (where held is not null) as held, count(refused) as refused,
      mode() within group (order by refused) as why_not
    from sync_rows group by table_name`);
  const counted = new Map(rows.map((row) => Counted.parse(row)).map((row) => [row.table_name, row]));
  return travellingTables.map(({ name, displayName }) => {
    const { rows: all = 0, waiting = 0, held = 0, refused = 0, why_not: whyNot = null } = counted.get(name) ?? {};
    return { name, display_name: displayName, rows: all, waiting, held, refused, why_not: sayWhyNot(whyNot) };
  });
}
