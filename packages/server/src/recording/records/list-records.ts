import { type RecordFilters, type Refusal, refuse } from '@sillage/contract';
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
import { searchedAmongSeen, searchedRecords } from './search-records.ts';
import type { SeenRecords } from './seen-records.ts';
import { boundMs } from './zone-dates.ts';

const { records, recordUsers } = tables;

/** The ids of a page of the records that the caller may see and the filters keep, newest first, and how many there are. */
export async function listRecords(
  db: Db,
  seenRecords: SeenRecords,
  viewer: Viewer,
  filters: RecordFilters,
): Promise<PageOfIds | Refusal> {
  const dates = await dateBounds(db, viewer, filters);
  if ('code' in dates) return dates;
  const kept = [...dates, ...keptBy(filters)];
  const seen = await seenRecords(viewer);
  return seen === undefined ? walked(db, viewer, filters, kept) : amongSeen(db, seen, viewer, filters, kept);
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
  viewer: Viewer,
  filters: RecordFilters,
  kept: readonly (SQL | undefined)[],
): Promise<PageOfIds> {
  const { pageId, pageSize, search, type } = filters;
  const ofOthers = clientsOf(viewer, filters)?.length === 0 ? sql`false` : undefined;
  const searched = await searchedAmongSeen(db, seen, search);
  const narrowing = and(...kept, ofOthers, ofType(type), ofRecordTypes(filters), searched);
  if (narrowing === undefined) {
    const ids = pageSize > 0 ? seen.slice((pageId - 1) * pageSize, pageId * pageSize) : [...seen];
    return { ids, total: seen.length, isEstimate: false };
  }
  const rows = sql`SELECT ${records.id} AS id, ${records.startedAt} AS started_at FROM ${records}
    WHERE ${and(isOneOfMany(records.id, seen), narrowing)}`;
  const page = await pageOfKept(db, { kept: rows, order: sql`started_at DESC, id DESC`, pageId, pageSize });
  return { ...page, isEstimate: false };
}

/** Rows are met by walking the index of the order, or of a filter. */
async function walked(
  db: Queryable,
  viewer: Viewer,
  filters: RecordFilters,
  kept: readonly (SQL | undefined)[],
): Promise<PageOfIds> {
  const clientIds = clientsOf(viewer, filters);
  const among = clientIds && isOneOf(records.clientId, clientIds);
  const searched = await searchedRecords(db, filters.search, among);
  const isWhole = [...kept, searched].every((condition) => condition === undefined);
  // Who sees whole clients sees everything among theirs.
  const seesWhole = viewer.scope === 'everything' || viewer.scope === 'client';
  const seen = seesWhole ? undefined : visibleTo(db, viewer);
  const narrowing = and(seen, ...kept, searched, ofType(filters.type), ofRecordTypes(filters));
  const order = [
    { column: records.startedAt, descending: true },
    { column: records.id, descending: true },
  ];
  const { pageId, pageSize } = filters;
  const page = { table: records, order, pageId, pageSize };
  const found = searched && (await searchPage(db, { ...page, among, where: narrowing }));
  if (found !== undefined) return found;
  const where = and(among, narrowing);
  const counted =
    isWhole && seesWhole ? await countWhole(db, clientIds, filters) : await countOrEstimate(db, records, where);
  return readPageIds(db, { ...page, id: records.id, where, counted });
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

async function dateBounds(db: Queryable, { principal }: Viewer, filters: RecordFilters): Promise<SQL[] | Refusal> {
  const { minDate, maxDate } = filters;
  if (!minDate && !maxDate) return [];
  const timezone = filters.timezone ?? (await readTimezone(db, principal.clientId));
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
