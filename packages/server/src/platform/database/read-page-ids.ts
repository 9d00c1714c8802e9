import { asc, desc, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { countAtMost, type Total } from './count-rows.ts';
import type { Queryable } from './database.ts';
import type { PageRequest } from './page-rows.ts';

export interface SortKey {
  readonly column: PgColumn;
  readonly descending: boolean;
}

interface PageOfIds extends PageRequest {
  readonly table: PgTable;
  readonly id: PgColumn;
  readonly where: SQL | undefined;
  /** The last one is unique. */
  readonly order: readonly SortKey[];
  /** A page near the end is read from the end; where the total is an estimate, only one that lies deep. */
  readonly counted: Total;
}

/**
 * As far as an estimated list is walked from its beginning. Deeper pages are counted from its end: the last page is the
 * last one indeed, and where pages in between begin is as near as the estimate.
 */
const walkedAtMost = 2_000;

/**
 * The ids of a page, in order, and the total in the light of them. Only ids are read on the way to a page that lies deep,
 * which an index answers alone, and never more than half of them. A page behind the last one, where an estimate led to
 * it, is the last one.
 */
export async function readPageIds(db: Queryable, page: PageOfIds): Promise<{ ids: number[] } & Total> {
  const found = await readWindow(db, page);
  if (found.ids.length > 0 || !page.counted.isEstimate || page.pageId === 1) return found;
  const before = (page.pageId - 1) * page.pageSize;
  const counted: Total =
    before < walkedAtMost
      ? { total: await countAtMost(db, page.table, page.where, before), isEstimate: false }
      : { total: Math.min(page.counted.total, before), isEstimate: true };
  return readWindow(db, { ...page, pageId: Math.max(1, Math.ceil(counted.total / page.pageSize)), counted });
}

async function readWindow(db: Queryable, page: PageOfIds): Promise<{ ids: number[] } & Total> {
  const { counted } = page;
  const isNear = counted.isEstimate && (page.pageId - 1) * page.pageSize < walkedAtMost;
  const { offset, limit, fromEnd } = windowOf({ ...page, total: isNear ? undefined : counted.total });
  if (limit === 0) return { ids: [], ...counted };
  const order = page.order.map(({ column, descending }) => (descending !== fromEnd ? desc(column) : asc(column)));
  const query = db
    .select({ id: page.id })
    .from(page.table)
    .where(page.where)
    .orderBy(...order)
    .offset(offset)
    .$dynamic();
  const rows = await (limit === undefined ? query : query.limit(limit));
  const ids = rows.map(({ id }) => Number(id));
  return { ids: fromEnd ? ids.reverse() : ids, ...(isNear ? totalSeen(page, ids.length) : counted) };
}

/** A page that is not full is the last one: then the total is known after all. */
function totalSeen({ pageId, pageSize, counted }: PageOfIds, found: number): Total {
  const before = pageSize > 0 ? (pageId - 1) * pageSize : 0;
  if (found === 0 && before > 0) return counted;
  if (pageSize <= 0 || found < pageSize) return { total: before + found, isEstimate: false };
  return { total: Math.max(counted.total, before + found), isEstimate: true };
}

/** Which rows, counted from the nearer end. `limit` undefined = all. */
export function windowOf({ pageId, pageSize, total }: PageRequest & { readonly total: number | undefined }): {
  readonly offset: number;
  readonly limit: number | undefined;
  readonly fromEnd: boolean;
} {
  if (pageSize <= 0) return { offset: 0, limit: undefined, fromEnd: false };
  const offset = (pageId - 1) * pageSize;
  if (total === undefined || offset < total / 2) return { offset, limit: pageSize, fromEnd: false };
  const limit = Math.min(pageSize, Math.max(0, total - offset));
  return { offset: total - offset - limit, limit, fromEnd: true };
}
