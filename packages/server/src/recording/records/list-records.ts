import { type RecordFilters, type Refusal, refuse } from '@sillage/contract';
import { and, count, desc, eq, exists, gte, ilike, inArray, lte, notExists, or, type SQL, sql } from 'drizzle-orm';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { type RecordRow, visibleTo } from './find-records.ts';
import { boundMs, isTimezone } from './zone-dates.ts';

const { records, recordUsers, users, devices } = tables;

/** One page of the records that the caller may see and the filters keep, newest first, and how many there are. */
export async function listRecords(
  db: Db,
  viewer: Viewer,
  filters: RecordFilters,
): Promise<{ rows: RecordRow[]; total: number } | Refusal> {
  const dates = dateBounds(filters);
  if ('code' in dates) return dates;
  const kept = and(visibleTo(db, viewer), ...keptBy(db, filters), ...dates);
  const page = db.select().from(records).where(kept).orderBy(desc(records.startedAt), desc(records.id)).$dynamic();
  // −1 and 0 rows a page mean all.
  const rows =
    filters.pageSize > 0 ? page.limit(filters.pageSize).offset((filters.pageId - 1) * filters.pageSize) : page;
  const [found, [counted]] = await Promise.all([rows, db.select({ n: count() }).from(records).where(kept)]);
  return { rows: found, total: counted?.n ?? 0 };
}

function keptBy(db: Queryable, filters: RecordFilters): (SQL | undefined)[] {
  const oneOf = (ids: readonly number[], condition: (ids: number[]) => SQL) =>
    ids.length === 0 ? undefined : condition([...ids]);
  const athlete = (condition?: SQL) =>
    db
      .select({ one: sql`1` })
      .from(recordUsers)
      .innerJoin(users, eq(users.id, recordUsers.userId))
      .where(and(eq(recordUsers.recordId, records.id), condition));
  return [
    filters.type === 'new' ? notExists(athlete()) : filters.type === 'associated' ? exists(athlete()) : undefined,
    oneOf(filters.clientIds, (ids) => inArray(records.clientId, ids)),
    oneOf(filters.groupIds, (ids) => inArray(records.groupId, ids)),
    oneOf(filters.deviceIds, (ids) => inArray(records.deviceId, ids)),
    oneOf(filters.sportIds, (ids) => inArray(records.sportId, ids)),
    oneOf(filters.userIds, (ids) => exists(athlete(inArray(users.id, ids)))),
    // No exercise and no scenario exists in the database yet: naming one keeps nothing.
    oneOf([...filters.exerciseIds, ...filters.scenario_ids], () => sql`false`),
    filters.onlyFavorite ? eq(records.favorite, true) : undefined,
    filters.record_type.length === 0 ? undefined : inArray(records.recordType, filters.record_type),
    filters.search.trim() === '' ? undefined : matches(db, filters.search.trim(), athlete),
  ];
}

function matches(db: Queryable, search: string, athlete: (condition: SQL) => Parameters<typeof exists>[0]) {
  const pattern = `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const named = db
    .select({ id: devices.id })
    .from(devices)
    .where(or(ilike(devices.name, pattern), sql`${devices.number}::text like ${pattern}`));
  return or(
    ilike(records.basename, pattern),
    ilike(records.comment, pattern),
    ilike(records.exerciseName, pattern),
    inArray(records.deviceId, named),
    exists(athlete(sql`${users.firstname} || ' ' || ${users.lastname} ilike ${pattern}`)),
  );
}

function dateBounds(filters: RecordFilters): SQL[] | Refusal {
  const { timezone, minDate, maxDate } = filters;
  if (!isTimezone(timezone)) return refuse('request.invalid', {}, { timezone: 'unknown' });
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
