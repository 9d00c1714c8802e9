import type { PgSelect } from 'drizzle-orm/pg-core';

/** As lists are asked for; −1 or 0 rows a page mean all. */
export interface PageRequest {
  readonly pageId: number;
  readonly pageSize: number;
}

/** Limits a query (`.$dynamic()`) to the page. */
export function ofPage<Q extends PgSelect>(query: Q, page: PageRequest): Q {
  return page.pageSize > 0 ? query.limit(page.pageSize).offset((page.pageId - 1) * page.pageSize) : query;
}
