import { type Refusal, refuse } from '@sillage/contract';
import { and, type ColumnBaseConfig, eq, type SQL } from 'drizzle-orm';
import type { PgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/database/index.ts';

type IdColumn = PgColumn<ColumnBaseConfig<'number', string> & { data: number; notNull: true }>;

/** Adds a row; its id. */
export async function insertRow<T extends PgTable & { readonly id: IdColumn }>(
  db: Queryable,
  table: T,
  row: PgInsertValue<T>,
): Promise<number> {
  const [made] = await db.insert(table).values(row).returning({ id: table.id });
  if (made === undefined) throw new Error('the row was not inserted');
  return made.id;
}

/** Changes the columns that are given, and no others: what somebody else changes meanwhile stays. */
export async function updateRow<T extends PgTable & { readonly id: IdColumn }>(
  db: Queryable,
  table: T,
  id: number,
  columns: PgUpdateSetSource<T>,
): Promise<void> {
  if (Object.values(columns).every((value) => value === undefined)) return;
  await db.update(table).set(columns).where(eq(table.id, id));
}

/** The row that a query finds, or `entity.notFound`. */
export async function foundIn<T>(rows: PromiseLike<readonly T[]>): Promise<T | Refusal> {
  const [found] = await rows;
  return found ?? refuse('entity.notFound');
}

/** Deletes a row, or `entity.notFound`, also when it is out of reach. */
export async function deleteRow(
  db: Queryable,
  table: PgTable & { readonly id: PgColumn },
  id: number,
  inReach?: SQL | undefined,
): Promise<Refusal | undefined> {
  const { rowCount } = await db.delete(table).where(and(eq(table.id, id), inReach));
  return rowCount === 0 ? refuse('entity.notFound') : undefined;
}

/** The columns that are given: one that is undefined keeps its value, or has its default. */
export function givenColumns<T extends object>(columns: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  // Every entry was one of T's; `Object.fromEntries` forgets the names.
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
