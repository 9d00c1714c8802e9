import { isRefusal, type RecordFilters, type Refusal, refuse } from '@sillage/contract';
import type { SQL } from 'drizzle-orm';
import {
  type Db,
  isOneOf,
  pageOfKept,
  type Queryable,
  readPageIds,
  searchPage,
  type Total,
  tables,
} from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import type { RecordRow } from './find-records.ts';
import { type NarrowedRecords, narrowRecords } from './narrow-records.ts';
import type { SeenRecords } from './seen-records.ts';
import { rowsByDate, rowsByOther, type SortedRows, sortedAtMost } from './sort-records.ts';

const { records } = tables;

/** The ids of a page of the records that the caller may see and the filters keep, in the order asked for, and how many there are. */
export async function listRecords(
  db: Db,
  seenRecords: SeenRecords,
  viewer: Viewer,
  filters: RecordFilters,
  nowMs: number,
): Promise<PageOfIds | Refusal> {
  const narrowed = await narrowRecords(db, seenRecords, viewer, filters, nowMs);
  if (isRefusal(narrowed)) return narrowed;
  return narrowed.kind === 'seen' ? amongSeen(db, narrowed, filters) : walked(db, narrowed, filters);
}

/** Records in the order of their ids; those that are gone meanwhile are left out. */
export async function readRecords(db: Queryable, ids: readonly number[]): Promise<RecordRow[]> {
  const rows = await db.select().from(records).where(isOneOf(records.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

type PageOfIds = { ids: number[] } & Total;
type Narrowed<K extends NarrowedRecords['kind']> = Extract<NarrowedRecords, { kind: K }>;

/** A page of what a coach or an athlete sees. */
async function amongSeen(
  db: Queryable,
  { ids: seen, narrowing, where }: Narrowed<'seen'>,
  filters: RecordFilters,
): Promise<PageOfIds> {
  const { pageId, pageSize, sort_desc } = filters;
  const byOther = rowsByOther(filters);
  if (narrowing === undefined && byOther === undefined) {
    const sorted = sort_desc ? seen : seen.toReversed();
    const ids = pageSize > 0 ? sorted.slice((pageId - 1) * pageSize, pageId * pageSize) : [...sorted];
    return { ids, total: seen.length, isEstimate: false };
  }
  const { rows, order } = byOther ?? rowsByDate(sort_desc);
  return { ...(await pageOfKept(db, { kept: rows(where), order, pageId, pageSize })), isEstimate: false };
}

/** Rows are met by walking the index of the order, or of a filter; in another order than the date's they are gathered. */
async function walked(
  db: Queryable,
  { among, narrowing, where, isSearched, count }: Narrowed<'walked'>,
  filters: RecordFilters,
): Promise<PageOfIds | Refusal> {
  const byOther = rowsByOther(filters);
  if (byOther !== undefined) return sortedByOther(db, filters, byOther, where, await count());
  const descending = filters.sort_desc;
  const order = [
    { column: records.startedAt, descending },
    { column: records.id, descending },
  ];
  const { pageId, pageSize } = filters;
  const page = { table: records, order, pageId, pageSize };
  const found = isSearched ? await searchPage(db, { ...page, among, where: narrowing }) : undefined;
  if (found !== undefined) return found;
  return readPageIds(db, { ...page, id: records.id, where, counted: await count() });
}

async function sortedByOther(
  db: Queryable,
  { pageId, pageSize }: RecordFilters,
  { rows, order }: SortedRows,
  where: SQL | undefined,
  { total }: Total,
): Promise<PageOfIds | Refusal> {
  if (total > sortedAtMost) return refuse('list.tooLongToSort', { count: total, maximum: sortedAtMost });
  return { ...(await pageOfKept(db, { kept: rows(where), order, pageId, pageSize })), isEstimate: false };
}
