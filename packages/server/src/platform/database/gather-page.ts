import { asc, desc, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { estimateRows, type Total } from './count-rows.ts';
import type { Queryable } from './database.ts';
import type { PageRequest } from './page-rows.ts';
import type { SortKey } from './read-page-ids.ts';

/** More rows of a table are not gathered and sorted for a page: they are walked in the order of an index. */
const gatheredAtMost = 20_000;

interface Gathered extends PageRequest {
  readonly table: PgTable;
  readonly where: SQL | undefined;
  /** The last one is the id. */
  readonly order: readonly SortKey[];
}

/**
 * The ids of a page and the exact total in one pass over what the conditions keep, undefined when that is much. Never
 * walks the order's index, where what a search finds may all lie behind everything else.
 */
export async function gatherPage(db: Queryable, page: Gathered): Promise<({ ids: number[] } & Total) | undefined> {
  const { table, where, order, pageId, pageSize } = page;
  const kept = (columns: SQL) =>
    sql`SELECT ${columns} FROM ${table}${where === undefined ? sql`` : sql` WHERE ${where}`}`;
  if ((await estimateRows(db, kept(sql`1`))) > gatheredAtMost) return undefined;
  const keys = order.map(({ column }, i) => sql`${column} AS ${sql.raw(`k${i}`)}`);
  const sorted = order.map(({ descending }, i) => (descending ? desc : asc)(sql.raw(`k${i}`)));
  const limit = pageSize > 0 ? sql`LIMIT ${pageSize} OFFSET ${(pageId - 1) * pageSize}` : sql``;
  const last = sql.raw(`k${order.length - 1}`);
  const { rows } = await db.execute<{ total: number; ids: number[] }>(sql`
    WITH kept AS MATERIALIZED (${kept(sql.join(keys, sql`, `))})
    SELECT (SELECT count(*) FROM kept)::integer AS total,
      ARRAY(SELECT ${last} FROM kept ORDER BY ${sql.join(sorted, sql`, `)} ${limit}) AS ids`);
  const [found] = rows;
  return found && { ids: found.ids, total: found.total, isEstimate: false };
}
