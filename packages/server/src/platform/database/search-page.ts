import { and, asc, desc, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { estimateRows, type Total } from './count-rows.ts';
import type { Queryable } from './database.ts';
import { pageOfKept } from './page-of-kept.ts';
import type { PageRequest } from './page-rows.ts';
import { type SortKey, windowOf } from './read-page-ids.ts';

/** More expected rows of a table are not gathered and sorted for a page: they are walked in the order of an index. */
const gatheredAtMost = 20_000;
/** Fewer are gathered in a few milliseconds: no need to look for them at the list's ends. */
const gatheredGladly = 2_000;
/** Rows from an end of a list that are looked at for a page near it: as many times what an even spread would need. */
const skimmed = { times: 4, atLeast: 500, atMost: 10_000 };

interface Searched extends PageRequest {
  readonly table: PgTable;
  /** Among which rows: an index gives them in the list's order. */
  readonly among: SQL | undefined;
  readonly where: SQL | undefined;
  /** The last one is the id. */
  readonly order: readonly SortKey[];
}

/**
 * The ids of a page of what a search finds, and the total; undefined when it finds much, but not near the page. Never
 * walks the order's index far: what a search finds may all lie behind everything else.
 */
export async function searchPage(db: Queryable, page: Searched): Promise<({ ids: number[] } & Total) | undefined> {
  const expected = await estimateRows(db, sql`SELECT 1 FROM ${page.table}${whereOf(and(page.among, page.where))}`);
  const listed = await estimateRows(db, sql`SELECT 1 FROM ${page.table}${whereOf(page.among)}`);
  const near = expected > gatheredGladly ? await skim(db, page, expected, listed) : undefined;
  if (near !== undefined) return near;
  if (expected > gatheredAtMost) return undefined;
  return gather(db, { ...page, among: listed > gatheredAtMost ? looselyOf(page.among) : page.among });
}

/**
 * A condition written so that no index answers it: of many rows the planner would collect all by one before it looks at the few
 * that the search leads to.
 */
function looselyOf(condition: SQL | undefined): SQL | undefined {
  return condition && sql`(${condition}) IS TRUE`;
}

const whereOf = (condition: SQL | undefined) => (condition === undefined ? sql`` : sql` WHERE ${condition}`);

/** A full page among the first or last rows; the total is what the planner expects. */
async function skim(
  db: Queryable,
  { table, among, where, order, ...request }: Searched,
  total: number,
  listed: number,
): Promise<({ ids: number[] } & Total) | undefined> {
  const { offset, limit, fromEnd } = windowOf({ ...request, total });
  if (limit === undefined || limit === 0) return undefined;
  const needed = skimmed.times * (offset + limit) * Math.max(1, listed / total);
  if (needed > skimmed.atMost) return undefined;
  const sorted = sql.join(
    order.map(({ column, descending }) => (descending !== fromEnd ? desc : asc)(column)),
    sql`, `,
  );
  const name = sql.identifier(getTableName(table));
  const id = order.at(-1)?.column;
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT ${id} AS id FROM (SELECT * FROM ${table}${whereOf(among)} ORDER BY ${sorted} LIMIT ${Math.max(skimmed.atLeast, Math.ceil(needed))}) AS ${name}
    ${whereOf(where)} ORDER BY ${sorted} LIMIT ${limit} OFFSET ${offset}`);
  if (rows.length < limit) return undefined;
  const ids = rows.map((row) => row.id);
  return { ids: fromEnd ? ids.reverse() : ids, total, isEstimate: true };
}

/** In one pass over all that is found. */
async function gather(
  db: Queryable,
  { table, among, where, order, pageId, pageSize }: Searched,
): Promise<{ ids: number[] } & Total> {
  const names = order.map((_, i) => sql.raw(i === order.length - 1 ? 'id' : `k${i}`));
  const keys = order.map(({ column }, i) => sql`${column} AS ${names[i]}`);
  const sorted = order.map(({ descending }, i) => sql`${names[i]} ${sql.raw(descending ? 'DESC' : 'ASC')}`);
  const kept = sql`SELECT ${sql.join(keys, sql`, `)} FROM ${table}${whereOf(and(among, where))}`;
  const page = await pageOfKept(db, { kept, order: sql.join(sorted, sql`, `), pageId, pageSize });
  return { ...page, isEstimate: false };
}
