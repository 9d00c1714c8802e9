import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * What `containsIndexedText` looks in, as one expression: an index on it (trigrams) answers searches. A space comes first,
 * so that a space before a search means the beginning of a word.
 */
export function textOf(columns: readonly PgColumn[]): SQL {
  const parts = columns.map((column) => {
    const text = column.getSQLType() === 'text' ? sql`${column}` : sql`${column}::text`;
    return column.notNull ? sql`' ' || ${text}` : sql`' ' || coalesce(${text}, '')`;
  });
  return sql`(${sql.join(parts, sql` || `)})`;
}

/** The same for an index, where a column has no table before its name. */
export function searchable(...columns: readonly { readonly name: string; readonly notNull: boolean }[]): SQL {
  const parts = columns.map(({ name, notNull }) => (notNull ? `' ' || ${name}` : `' ' || coalesce(${name}, '')`));
  return sql.raw(`(${parts.join(' || ')}) gin_trgm_ops`);
}
