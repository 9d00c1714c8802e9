import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from './database.ts';

/** More are no list to hand back to the database; rows are then found by walking an index, where many are met soon. */
export const few = 10_000;

/**
 * The ids that any of the queries (`SELECT id …`) finds, or undefined when they are many. Conditions that no single index
 * answers are asked one by one: each has its own.
 */
export async function fewIds(db: Queryable, queries: readonly SQL[]): Promise<number[] | undefined> {
  const ids = new Set<number>();
  for (const query of queries) {
    const { rows } = await db.execute<{ id: number }>(sql`SELECT id FROM (${query}) AS found LIMIT ${few + 1}`);
    for (const { id } of rows) ids.add(id);
    if (ids.size > few) return undefined;
  }
  return [...ids];
}
