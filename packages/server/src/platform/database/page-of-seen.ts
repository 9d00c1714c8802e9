import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from './database.ts';
import type { PageRequest } from './page-rows.ts';

/**
 * As many rows as the query of what somebody sees may give, each of its branches cut off behind them. Of more, rows are
 * found by walking an index.
 */
export const seenAtMost = 40_000;

/** In the other queries: the ids that are seen, as rows. */
export const seenIds = sql`SELECT id FROM seen`;

/**
 * The column is one of the query's values: for the condition that leads to rows by an index, which then is walked once in
 * the order of the values. As a condition on rows that are looked at anyway, `IN (…)` is faster.
 */
export function isAnyOf(column: SQLWrapper, values: SQL): SQL {
  return sql`${column} = ANY (ARRAY(${values}))`;
}

interface Gathered {
  /** Whose column `id` says what is seen, some twice: see `seenAtMost`. */
  readonly seen: SQL;
  /** The rows to page through or count, each once: `id` and further columns, from `seen`. */
  readonly kept: SQL;
}

interface SeenPage extends Gathered, PageRequest {
  /** By columns of `kept`. */
  readonly order: SQL;
}

/** The ids of a page and the exact total, in one pass over what somebody sees; undefined when that is much. */
export async function pageOfSeen(
  db: Queryable,
  { order, pageId, pageSize, ...gathered }: SeenPage,
): Promise<{ ids: number[]; total: number } | undefined> {
  const limit = pageSize > 0 ? sql`LIMIT ${pageSize} OFFSET ${(pageId - 1) * pageSize}` : sql``;
  const found = sql`(SELECT count(*) FROM kept)::integer AS total, ARRAY(SELECT id FROM kept ORDER BY ${order} ${limit}) AS ids`;
  const { rows } = await db.execute<{ seen: number; total: number; ids: number[] }>(inOnePass(gathered, found));
  const [row] = rows;
  return row === undefined || row.seen > seenAtMost ? undefined : { ids: row.ids, total: row.total };
}

/** How many of the kept rows are in each `state`; undefined when much is seen. */
export async function countSeenByState(
  db: Queryable,
  gathered: Gathered,
): Promise<{ state: number; n: number }[] | undefined> {
  const found = sql`ARRAY(SELECT jsonb_build_object('state', state, 'n', count(*)) FROM kept GROUP BY state) AS counts`;
  const { rows } = await db.execute<{ seen: number; counts: { state: number; n: number }[] }>(
    inOnePass(gathered, found),
  );
  const [row] = rows;
  return row === undefined || row.seen > seenAtMost ? undefined : row.counts;
}

const inOnePass = ({ seen, kept }: Gathered, found: SQL): SQL => sql`
  WITH seen AS MATERIALIZED (${seen}), kept AS MATERIALIZED (${kept})
  SELECT (SELECT count(*) FROM seen)::integer AS seen, ${found}`;
