import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from './database.ts';
import type { PageRequest } from './page-rows.ts';

interface KeptPage extends PageRequest {
  /** A query of the rows to page through, each once: `id` and what they are ordered by. */
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
