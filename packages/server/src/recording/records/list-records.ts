import { limits, type RecordFilters, type Refusal, refuse } from '@sillage/contract';
import { and, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { readTimezone } from '../../administration/tenancy/index.ts';
import {
  countKept,
  countOrEstimate,
  type Db,
  isOneOf,
  isOneOfMany,
  pageOfKept,
  type Queryable,
  readPageIds,
  searchPage,
  type Total,
  tables,
} from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { type RecordRow, visibleTo } from './find-records.ts';
import type { RecordSearch } from './record-search.ts';
import { searchedAmongSeen, searchedRecords } from './search-records.ts';
import type { SeenRecords } from './seen-records.ts';
import { rowsByDate, rowsByOther, type SortedRows, sortedAtMost } from './sort-records.ts';
import { boundMs } from './zone-dates.ts';

const { records, recordUsers } = tables;

/** The ids of a page of the records that the caller may see and the filters keep, in the order asked for, and how many there are. */
export async function listRecords(
  db: Db,
  seenRecords: SeenRecords,
  viewer: Viewer,
  filters: RecordFilters,
  nowMs: number,
): Promise<PageOfIds | Refusal> {
  const dates = await dateBounds(db, viewer, filters);
  if ('code' in dates) return dates;
  const kept = [...dates, ...keptBy(filters)];
  const seen = await seenRecords(viewer);
  const { search } = filters;
  const isSearched = search.trim() !== '';
  const timezone = isSearched ? await zoneOf(db, viewer, filters) : limits.defaultTimezone;
  const asked: Asked = {
    viewer,
    filters,
    kept,
    search: { search, timezone, nowMs, clientIds: clientsOf(viewer, filters) },
  };
  return seen === undefined ? walked(db, asked) : amongSeen(db, seen, asked);
}

interface Asked {
  readonly viewer: Viewer;
  readonly filters: RecordFilters;
  readonly kept: readonly (SQL | undefined)[];
  readonly search: RecordSearch;
}

/** Records in the order of their ids; those that are gone meanwhile are left out. */
export async function readRecords(db: Queryable, ids: readonly number[]): Promise<RecordRow[]> {
  const rows = await db.select().from(records).where(isOneOf(records.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

type PageOfIds = { ids: number[] } & Total;

/** A page of what a coach or an athlete sees. */
async function amongSeen(
  db: Queryable,
  seen: readonly number[],
  { viewer, filters, kept, search }: Asked,
): Promise<PageOfIds> {
  const { pageId, pageSize, type, sort_desc } = filters;
  const ofOthers = clientsOf(viewer, filters)?.length === 0 ? sql`false` : undefined;
  const searched = await searchedAmongSeen(db, seen, search);
  const narrowing = and(...kept, ofOthers, ofType(type), ofRecordTypes(filters), searched);
  const byOther = rowsByOther(filters);
  if (narrowing === undefined && byOther === undefined) {
    const sorted = sort_desc ? seen : seen.toReversed();
    const ids = pageSize > 0 ? sorted.slice((pageId - 1) * pageSize, pageId * pageSize) : [...sorted];
    return { ids, total: seen.length, isEstimate: false };
  }
  const { rows, order } = byOther ?? rowsByDate(sort_desc);
  const page = await pageOfKept(db, {
    kept: rows(and(isOneOfMany(records.id, seen), narrowing)),
    order,
    pageId,
    pageSize,
  });
  return { ...page, isEstimate: false };
}

/** Rows are met by walking the index of the order, or of a filter; in another order than the date's they are gathered. */
async function walked(db: Queryable, { viewer, filters, kept, search }: Asked): Promise<PageOfIds | Refusal> {
  const clientIds = clientsOf(viewer, filters);
  const among = clientIds && isOneOf(records.clientId, clientIds);
  const searched = await searchedRecords(db, search, among);
  const isWhole = [...kept, searched].every((condition) => condition === undefined);
  // Who sees whole clients sees everything among theirs.
  const seesWhole = viewer.scope === 'everything' || viewer.scope === 'client';
  const seen = seesWhole ? undefined : visibleTo(db, viewer);
  const narrowing = and(seen, ...kept, searched, ofType(filters.type), ofRecordTypes(filters));
  const where = and(among, narrowing);
  const count = () => (isWhole && seesWhole ? countWhole(db, clientIds, filters) : countOrEstimate(db, records, where));
  const byOther = rowsByOther(filters);
  if (byOther !== undefined) return sortedByOther(db, filters, byOther, where, await count());
  const descending = filters.sort_desc;
  const order = [
    { column: records.startedAt, descending },
    { column: records.id, descending },
  ];
  const { pageId, pageSize } = filters;
  const page = { table: records, order, pageId, pageSize };
  const found = searched && (await searchPage(db, { ...page, among, where: narrowing }));
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

/** The clients that a list is about; undefined = all. Of others nothing is kept. */
function clientsOf({ scope, principal }: Viewer, { clientIds }: RecordFilters): number[] | undefined {
  if (scope === 'everything') return clientIds.length === 0 ? undefined : clientIds;
  return clientIds.length === 0 || clientIds.includes(principal.clientId) ? [principal.clientId] : [];
}

function ofType(type: RecordFilters['type']): SQL | undefined {
  switch (type) {
    case 'new':
      return sql`NOT ${records.hasAthlete}`;
    case 'associated':
      return sql`${records.hasAthlete}`;
    case 'all':
      return undefined;
  }
}

/** `miniphyling` and the like name products of the mini family. */
const typesNamed = (names: readonly string[]) => names.map((name) => (name.startsWith('mini') ? 'mini' : name));

function ofRecordTypes({ record_type }: RecordFilters): SQL | undefined {
  return record_type.length === 0 ? undefined : inArray(records.recordType, typesNamed(record_type));
}

async function countWhole(
  db: Queryable,
  clientIds: readonly number[] | undefined,
  { type, record_type }: RecordFilters,
): Promise<Total> {
  const states = { all: undefined, new: [0], associated: [1] }[type];
  const names = record_type.length === 0 ? undefined : typesNamed(record_type);
  return { total: await countKept(db, { source: 'records', clientIds, names, states }), isEstimate: false };
}

function keptBy(filters: RecordFilters): (SQL | undefined)[] {
  const oneOf = (ids: readonly number[], condition: (ids: readonly number[]) => SQL) =>
    ids.length === 0 ? undefined : condition(ids);
  return [
    oneOf(filters.groupIds, (ids) => isOneOf(records.groupId, ids)),
    oneOf(filters.deviceIds, (ids) => isOneOf(records.deviceId, ids)),
    oneOf(filters.sportIds, (ids) => isOneOf(records.sportId, ids)),
    oneOf(
      filters.userIds,
      (ids) =>
        sql`${records.id} IN (SELECT ${recordUsers.recordId} FROM ${recordUsers} WHERE ${isOneOf(recordUsers.userId, ids)})`,
    ),
    oneOf(filters.exerciseIds, (ids) => isOneOf(records.exerciseId, ids)),
    // No scenario can run on this version: none has a record.
    oneOf(filters.scenario_ids, () => sql`false`),
    filters.onlyFavorite ? sql`${records.favorite}` : undefined,
  ];
}

/** In which the days of a request are meant. */
async function zoneOf(db: Queryable, { principal }: Viewer, { timezone }: RecordFilters): Promise<string> {
  return timezone ?? readTimezone(db, principal.clientId);
}

async function dateBounds(db: Queryable, viewer: Viewer, filters: RecordFilters): Promise<SQL[] | Refusal> {
  const { minDate, maxDate } = filters;
  if (!minDate && !maxDate) return [];
  const timezone = await zoneOf(db, viewer, filters);
  const bounds: SQL[] = [];
  if (minDate) {
    const ms = boundMs(minDate, timezone, 'first');
    if (ms === undefined) return refuse('request.invalid', {}, { minDate: 'date' });
    bounds.push(gte(records.startedAt, new Date(ms)));
  }
  if (maxDate) {
    const ms = boundMs(maxDate, timezone, 'last');
    if (ms === undefined) return refuse('request.invalid', {}, { maxDate: 'date' });
    bounds.push(lte(records.startedAt, new Date(ms)));
  }
  return bounds;
}
