import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core';
import { textOf } from './schema/searchable.ts';

/** As lists are asked for; −1 or 0 rows a page mean all. */
export interface PageRequest {
  readonly pageId: number;
  readonly pageSize: number;
}

/** Limits a query (`.$dynamic()`) to the page. */
export function ofPage<Q extends PgSelect>(query: Q, page: PageRequest): Q {
  return page.pageSize > 0 ? query.limit(page.pageSize).offset((page.pageId - 1) * page.pageSize) : query;
}

/** Trigrams need as many characters to find text anywhere. */
const anywhereLength = 3;

/**
 * The columns, one after the other, contain the text, whatever its case; one or two characters are looked for at the
 * beginning of words. Undefined for an empty text. Columns that a table has a search index on are answered by it when
 * they are given in its order.
 */
export function containsText(columns: readonly PgColumn[], search: string): SQL | undefined {
  const text = search.trim();
  if (text === '') return undefined;
  const escaped = text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
  return sql`${textOf(columns)} ilike ${text.length < anywhereLength ? `% ${escaped}%` : `%${escaped}%`}`;
}
