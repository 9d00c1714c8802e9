import { isRefusal, type RecordFilters, type Refusal, refuse } from '@sillage/contract';
import { type Db, isOneOf, longList, type Queryable, type Total, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import type { RecordRow } from './find-records.ts';
import { type NarrowedRecords, narrowRecords } from './narrow-records.ts';
import type { SeenRecords } from './seen-records.ts';
import { rowsByDate, rowsByOther, sortedAtMost } from './sort-records.ts';

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
  const gathered = byOther ?? rowsByDate(sort_desc);
  return longList(db, { table: records, gathered, seen: where, narrowing: undefined, pageId, pageSize });
}

/** Rows are met by walking the index of the order, or of a filter; in another order than the date's they are gathered. */
async function walked(
  db: Queryable,
  { among, narrowing, isSearched, counted, leftOut }: Narrowed<'walked'>,
  filters: RecordFilters,
): Promise<PageOfIds | Refusal> {
  const { pageId, pageSize, sort_desc: descending } = filters;
  const page = { table: records, seen: among, narrowing, counted, leftOut, pageId, pageSize };
  const gathered = rowsByOther(filters);
  if (gathered === undefined) {
    const order = [
      { column: records.startedAt, descending },
      { column: records.id, descending },
    ];
    return longList(db, { ...page, order, searched: isSearched });
  }
  const found = await longList(db, { ...page, gathered, atMost: sortedAtMost });
  return 'ids' in found ? found : refuse('list.tooLongToSort', { count: found.tooMany, maximum: sortedAtMost });
}
