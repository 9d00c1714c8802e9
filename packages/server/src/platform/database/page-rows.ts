import { and, count, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from './database.ts';

/** As lists are asked for; −1 or 0 rows a page mean all. */
export interface PageRequest {
  readonly pageId: number;
  readonly pageSize: number;
}

/** Limits a query (`.$dynamic()`) to the page. */
export function ofPage<Q extends PgSelect>(query: Q, page: PageRequest): Q {
  return page.pageSize > 0 ? query.limit(page.pageSize).offset((page.pageId - 1) * page.pageSize) : query;
}

/** How many rows of a table a list has in all. */
export async function countRows(db: Queryable, table: PgTable, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ n: count() }).from(table).where(where);
  return row?.n ?? 0;
}

/** Any of the columns contains the text, whatever its case; undefined for an empty text. */
export function containsText(columns: readonly PgColumn[], search: string): SQL | undefined {
  const text = search.trim();
  if (text === '') return undefined;
  const pattern = `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const hits = columns.map((column) => sql`${column}::text ilike ${pattern}`);
  return and(sql`(${sql.join(hits, sql` or `)})`);
}
