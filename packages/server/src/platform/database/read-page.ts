import { asc, desc, inArray, type SQL } from 'drizzle-orm';
import type { PgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core';
import { countRows } from './count-rows.ts';
import type { Queryable } from './database.ts';
import { ofPage, type PageRequest } from './page-rows.ts';

/** Rows, and how many there are on all pages. */
export interface Listed<T> {
  readonly items: T[];
  readonly total: number;
}

interface Asked<Q extends PgSelect> {
  readonly table: PgTable & { readonly id: PgColumn };
  /** What is read of the rows, without condition and order (`.$dynamic()`). */
  readonly select: Q;
  readonly where: SQL | undefined;
  readonly sortBy: readonly (PgColumn | SQL)[];
  readonly query: PageRequest & { readonly sort_desc: boolean };
}

/** A page of a table's rows in the order asked for; by id where that is the same, so that no page repeats a row. */
export async function readPage<Q extends PgSelect>(
  db: Queryable,
  { table, select, where, sortBy, query }: Asked<Q>,
): Promise<Listed<Awaited<Q>[number]>> {
  const direction = query.sort_desc ? desc : asc;
  const orderBy = [...sortBy, table.id].map((column) => direction(column));
  const page = ofPage(select.where(where).orderBy(...orderBy), query);
  const [items, total] = await Promise.all([page, countRows(db, table, where)]);
  return { items, total };
}

/** A list's filter: the column is one of the values; none asked for keeps all. */
export function isAskedFor(column: PgColumn, values: readonly (number | string)[]): SQL | undefined {
  return values.length === 0 ? undefined : inArray(column, [...values]);
}
