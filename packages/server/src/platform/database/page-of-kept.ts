import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from './database.ts';
import { arrayOf } from './few-ids.ts';
import type { PageRequest } from './page-rows.ts';

/**
 * The column is one of the query's values: for the condition that leads to rows by an index, which then is walked once in
 * the order of the values. As a condition on rows that are looked at anyway, `IN (…)` is faster.
 */
export function isAnyOf(column: SQLWrapper, values: SQL): SQL {
  return sql`${column} = ANY (ARRAY(${values}))`;
}

/** The same of thousands of ids: the planner, which would weigh each of them, does not get to see them. */
export function isOneOfMany(column: PgColumn, ids: readonly number[]): SQL {
  return sql`${column} = ANY ((SELECT ${arrayOf(ids)})::integer[])`;
}

interface KeptPage extends PageRequest {
  /** The rows to page through, each once: `id` and what they are ordered by. */
  readonly kept: SQL;
  readonly order: SQL;
}

/** The ids of a page and the exact total, in one pass over all rows that are kept. */
export async function pageOfKept(
  db: Queryable,
  { kept, order, pageId, pageSize }: KeptPage,
): Promise<{ ids: number[]; total: number }> {
  const limit = pageSize > 0 ? sql`LIMIT ${pageSize} OFFSET ${(pageId - 1) * pageSize}` : sql``;
  const { rows } = await db.execute<{ ids: number[]; total: number }>(sql`
    WITH kept AS MATERIALIZED (${kept})
    SELECT (SELECT count(*) FROM kept)::integer AS total, ARRAY(SELECT id FROM kept ORDER BY ${order} ${limit}) AS ids`);
  return rows[0] ?? { ids: [], total: 0 };
}
