import { and, eq, getTableName, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Queryable } from './database.ts';
import { rowCounts } from './schema/counts.ts';

/** How many rows a list has in all. */
export interface Total {
  readonly total: number;
  /** Counting would take too long: the database's own guess, never below what is known. */
  readonly isEstimate: boolean;
}

/** The planner's unit is a page read from disk in order; so many are a few milliseconds of rows in memory. */
const defaultAffordableCost = 2_000;
/** As far as rows are counted one by one when all would take too long. */
const countedAtMost = 2_000;
/** Tables whose rows are counted by triggers as they come and go. */
const countedTables = new Set(['tasks', 'records', 'users']);

/** How many rows of a table a list has in all; for lists that are long, `countOrEstimate` says how sure that is. */
export async function countRows(db: Queryable, table: PgTable, where: SQL | undefined): Promise<number> {
  return (await countOrEstimate(db, table, where)).total;
}

/** Counts when that is affordable; else up to a bound, and beyond it the planner's estimate. */
export async function countOrEstimate(
  db: Queryable,
  table: PgTable,
  where: SQL | undefined,
  affordableCost = defaultAffordableCost,
): Promise<Total> {
  const source = getTableName(table);
  if (where === undefined && countedTables.has(source)) {
    return { total: await countKept(db, { source }), isEstimate: false };
  }
  const kept = sql`SELECT 1 FROM ${table}${where === undefined ? sql`` : sql` WHERE ${where}`}`;
  const { rows, cost } = await explain(db, kept);
  if (cost <= affordableCost) return { total: await countOf(db, kept), isEstimate: false };
  const boundedCost = cost * Math.min(1, countedAtMost / Math.max(rows, 1));
  const known = boundedCost > affordableCost ? 0 : await countOf(db, sql`${kept} LIMIT ${countedAtMost + 1}`);
  if (known > 0 && known <= countedAtMost) return { total: known, isEstimate: false };
  return { total: Math.max(rows, known), isEstimate: true };
}

/** Counts row by row, as far as a bound. */
export async function countAtMost(
  db: Queryable,
  table: PgTable,
  where: SQL | undefined,
  bound: number,
): Promise<number> {
  return countOf(db, sql`SELECT 1 FROM ${table}${where === undefined ? sql`` : sql` WHERE ${where}`} LIMIT ${bound}`);
}

/** Of a counted table: which rows. An empty list keeps nothing; what is left out keeps all. */
export interface CountedRows {
  readonly source: string;
  readonly clientIds?: readonly number[] | undefined;
  readonly names?: readonly string[] | undefined;
  /** Of users: who have one of these. */
  readonly roles?: readonly string[] | undefined;
  readonly states?: readonly number[] | undefined;
}

/** How many rows there are, exactly and whatever their number: see `row_counts`. */
export async function countKept(db: Queryable, kept: CountedRows): Promise<number> {
  return (await countByState(db, kept)).reduce((sum, { n }) => sum + n, 0);
}

/** Kept counts, by state. */
export async function countByState(
  db: Queryable,
  { source, clientIds, names, roles, states }: CountedRows,
): Promise<{ state: number; n: number }[]> {
  return db
    .select({ state: rowCounts.state, n: sql<number>`sum(${rowCounts.n})::integer` })
    .from(rowCounts)
    .where(
      and(
        eq(rowCounts.source, source),
        clientIds && inArray(rowCounts.clientId, [...clientIds]),
        names && inArray(rowCounts.name, [...names]),
        roles && sql`string_to_array(${rowCounts.name}, ',') && ${sql.param([...roles])}::text[]`,
        states && inArray(rowCounts.state, [...states]),
      ),
    )
    .groupBy(rowCounts.state);
}

const Plan = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number(), 'Total Cost': z.number() }) })]);

/** How many rows the planner expects of a query. */
export async function estimateRows(db: Queryable, query: SQL): Promise<number> {
  return (await explain(db, query)).rows;
}

async function explain(db: Queryable, query: SQL): Promise<{ rows: number; cost: number }> {
  const { rows } = await db.execute<{ 'QUERY PLAN': unknown }>(sql`EXPLAIN (FORMAT JSON) ${query}`);
  const [{ Plan: plan }] = Plan.parse(rows[0]?.['QUERY PLAN']);
  return { rows: plan['Plan Rows'], cost: plan['Total Cost'] };
}

async function countOf(db: Queryable, query: SQL): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`SELECT count(*)::integer AS n FROM (${query}) AS kept`);
  return rows[0]?.n ?? 0;
}
