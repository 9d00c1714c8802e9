import { and, getTableName, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type CountedRows, countKept, countOrEstimate, type Total } from './count-rows.ts';
import type { Queryable } from './database.ts';
import { pageOfKept } from './page-of-kept.ts';
import type { PageRequest } from './page-rows.ts';
import { readPageIds, type SortKey } from './read-page-ids.ts';
import { searchPage } from './search-page.ts';

interface Kept extends PageRequest {
  readonly table: PgTable & { readonly id: PgColumn };
  /** Which rows the caller sees, as far as an index gives them in the list's order. */
  readonly seen: SQL | undefined;
  /** Which of them are asked for. */
  readonly narrowing: SQL | undefined;
  /** Which rows these are by the kept counts, where they answer that: then the total is exact, however many there are. */
  readonly counted?: Omit<CountedRows, 'source'> | undefined;
  /** How many of these rows `narrowing` leaves out all the same. */
  readonly leftOut?: number;
}

/** In an order that an index holds. */
interface IndexedList extends Kept {
  /** The last one is the id. */
  readonly order: readonly SortKey[];
  /** What narrows the list may keep few rows, which lie anywhere in its order: they are looked for before the order is walked. */
  readonly searched?: boolean;
}

/** A query of the rows that a condition keeps, each once: `id` and what they are ordered by. */
export interface SortedRows {
  readonly rows: (where: SQL | undefined) => SQL;
  readonly order: SQL;
}

/** In an order that no index holds: all rows that are kept are gathered and sorted. */
interface GatheredList extends Kept {
  readonly gathered: SortedRows;
}

interface BoundedList extends GatheredList {
  /** Longer lists are not gathered. */
  readonly atMost: number;
}

type PageOfIds = { ids: number[] } & Total;
/** How many there are of a list that is longer than it is gathered. */
type TooMany = { readonly tooMany: number };

/**
 * The ids of a page of a list that may be long, in order, and how many there are in all. How that is found out is chosen
 * here: totals by kept counts, by counting or as the planner's estimate; pages by walking the order's index from the nearer
 * end, by what a search finds, or by gathering all.
 */
export async function longList(db: Queryable, list: BoundedList): Promise<PageOfIds | TooMany>;
export async function longList(db: Queryable, list: IndexedList | GatheredList): Promise<PageOfIds>;
export async function longList(
  db: Queryable,
  list: IndexedList | GatheredList | BoundedList,
): Promise<PageOfIds | TooMany> {
  if ('atMost' in list) {
    const { total } = await countAll(db, list);
    if (total > list.atMost) return { tooMany: total };
  }
  if ('gathered' in list) return gather(db, list);
  const { table, seen: among, narrowing, order, pageId, pageSize } = list;
  const page = { table, order, pageId, pageSize };
  const isLookedFor = list.searched === true && list.counted === undefined;
  const found = isLookedFor ? await searchPage(db, { ...page, among, where: narrowing }) : undefined;
  if (found !== undefined) return found;
  return readPageIds(db, { ...page, id: table.id, where: and(among, narrowing), counted: await countAll(db, list) });
}

async function gather(
  db: Queryable,
  { gathered, seen, narrowing, pageId, pageSize }: GatheredList,
): Promise<PageOfIds> {
  const kept = gathered.rows(and(seen, narrowing));
  return { ...(await pageOfKept(db, { kept, order: gathered.order, pageId, pageSize })), isEstimate: false };
}

async function countAll(db: Queryable, { table, seen, narrowing, counted, leftOut = 0 }: Kept): Promise<Total> {
  if (counted === undefined) return countOrEstimate(db, table, and(seen, narrowing));
  const kept = await countKept(db, { source: getTableName(table), ...counted });
  // Both were counted one after the other.
  return { total: Math.max(0, kept - leftOut), isEstimate: false };
}
