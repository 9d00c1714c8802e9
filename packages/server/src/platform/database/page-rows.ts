import type { SQL } from 'drizzle-orm';
import { and, sql } from 'drizzle-orm';
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

/**
 * Every word of the search is somewhere in the texts, whatever its case and wherever it begins. Each row is looked at: for
 * tables that stay short. Undefined for an empty search.
 */
export function containsEveryWord(texts: readonly (PgColumn | SQL)[], search: string): SQL | undefined {
  const words = search.split(/\s+/).filter((word) => word !== '');
  const text = sql`concat_ws(' ', ${sql.join([...texts], sql`, `)})`;
  return and(...words.map((word) => sql`${text} ilike ${`%${escaped(word)}%`}`));
}

/** Trigrams need as many characters to find text anywhere. */
const anywhereLength = 3;

/**
 * The same of a table that grows long, whose search index has these columns in this order: the columns, one after the
 * other, contain the text as a whole, and one or two characters are looked for at the beginning of words only.
 */
export function containsIndexedText(columns: readonly PgColumn[], search: string): SQL | undefined {
  const text = search.trim();
  if (text === '') return undefined;
  const start = text.length < anywhereLength ? '% ' : '%';
  return sql`${textOf(columns)} ilike ${`${start}${escaped(text)}%`}`;
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}
