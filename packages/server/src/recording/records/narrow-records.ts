import { isRefusal, limits, type RecordFilters, type Refusal, refuse } from '@sillage/contract';
import { and, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { readTimezone } from '../../administration/tenancy/index.ts';
import { type Db, isOneOf, isOneOfMany, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { visibleTo } from './find-records.ts';
import { searchedAmongSeen, searchedRecords } from './search-records.ts';
import type { SeenRecords } from './seen-records.ts';
import { ofListedSessions, ofSessions, withoutTheirSession } from './session-records.ts';
import { boundMs } from './zone-dates.ts';

const { records, recordUsers, seanceRecords } = tables;

/** The records that the caller may see and the filters keep. */
export type NarrowedRecords = AmongSeen | Walked;

/** What a coach or an athlete sees, where that is gathered. */
interface AmongSeen {
  readonly kind: 'seen';
  /** Newest first. */
  readonly ids: readonly number[];
  /** Undefined: all of them. */
  readonly narrowing: SQL | undefined;
  /** Of the records table. */
  readonly where: SQL | undefined;
}

/** Of whole clients: rows are met by walking an index. */
interface Walked {
  readonly kind: 'walked';
  /** The condition on clients, and the others. */
  readonly among: SQL | undefined;
  readonly narrowing: SQL | undefined;
  readonly where: SQL | undefined;
  readonly isSearched: boolean;
  /** What the kept counts answer: whole clients, whatever the types. */
  readonly counted: ReturnType<typeof wholeClients> | undefined;
  /** Of the counted, those that are left out: their session is in the list. */
  readonly leftOut: number;
}

export async function narrowRecords(
  db: Db,
  seenRecords: SeenRecords,
  viewer: Viewer,
  filters: RecordFilters,
  nowMs: number,
): Promise<NarrowedRecords | Refusal> {
  const dates = await dateBounds(db, viewer, filters);
  if (isRefusal(dates)) return dates;
  const kept = [...dates, ...keptBy(filters), ofType(filters.type), ofRecordTypes(filters)];
  const isWhole = [...dates, ...keptBy(filters)].every((condition) => condition === undefined);
  const hides = await hidesRecords(db, filters);
  const seen = await seenRecords(viewer);
  const { search } = filters;
  const isSearched = search.trim() !== '';
  const timezone = isSearched ? await zoneOf(db, viewer, filters) : limits.defaultTimezone;
  const clientIds = clientsOf(viewer, filters);
  const asked = { search, timezone, nowMs, clientIds };
  if (seen !== undefined) {
    const ofOthers = clientIds?.length === 0 ? sql`false` : undefined;
    const asIs = and(...kept, ofOthers, await searchedAmongSeen(db, seen, asked));
    const amongSeen = isOneOfMany(records.id, seen);
    const narrowing = hides ? and(asIs, withoutTheirSession(and(amongSeen, asIs))) : asIs;
    return { kind: 'seen', ids: seen, narrowing, where: and(amongSeen, narrowing) };
  }
  const among = clientIds && isOneOf(records.clientId, clientIds);
  const searched = await searchedRecords(db, asked, among);
  // Who sees whole clients sees everything among theirs.
  const seesWhole = viewer.scope === 'everything' || viewer.scope === 'client';
  const asIs = and(seesWhole ? undefined : visibleTo(db, viewer), ...kept, searched);
  const listed = and(among, asIs);
  const narrowing = hides ? and(asIs, withoutTheirSession(listed)) : asIs;
  const isCounted = isWhole && searched === undefined && seesWhole;
  const counted = isCounted ? wholeClients(clientIds, filters) : undefined;
  return {
    kind: 'walked',
    among,
    narrowing,
    where: and(among, narrowing),
    isSearched: searched !== undefined,
    counted,
    leftOut: hides && counted ? await db.$count(records, and(listed, ofListedSessions(listed))) : 0,
  };
}

/** Whether some records may be left out for the sake of their session. */
async function hidesRecords(db: Queryable, { include_seances_subrecords, seanceIds }: RecordFilters): Promise<boolean> {
  if (include_seances_subrecords || seanceIds.length > 0) return false;
  return (await db.select({ id: seanceRecords.recordId }).from(seanceRecords).limit(1)).length > 0;
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

function wholeClients(clientIds: readonly number[] | undefined, { type, record_type }: RecordFilters) {
  const states = { all: undefined, new: [0], associated: [1] }[type];
  return { clientIds, names: record_type.length === 0 ? undefined : typesNamed(record_type), states };
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
    oneOf(filters.seanceIds, ofSessions),
    oneOf(filters.scenario_ids, (ids) => isOneOf(records.scenarioId, ids)),
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
