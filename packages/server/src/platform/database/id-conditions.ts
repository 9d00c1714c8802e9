import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** The column is one of the ids: one parameter, however many they are. */
export function isOneOf(column: PgColumn, ids: readonly number[]): SQL {
  return sql`${column} = ANY (${arrayOf(ids)})`;
}

/** Whether a column is one of thousands of ids: the planner, which would weigh each of them, does not get to see them. */
export function isOneOfMany(column: PgColumn, ids: readonly number[]): SQL {
  return sql`${column} = ANY ((SELECT ${arrayOf(ids)})::integer[])`;
}

const arrayOf = (ids: readonly number[]): SQL => sql`${`{${ids.join(',')}}`}::integer[]`;

/**
 * The column is one of the query's values: for the condition that leads to rows by an index, which then is walked once in
 * the order of the values. As a condition on rows that are looked at anyway, `IN (…)` is faster.
 */
export function isAnyOf(column: SQLWrapper, values: SQL): SQL {
  return sql`${column} = ANY (ARRAY(${values}))`;
}
