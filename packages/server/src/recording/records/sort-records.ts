import type { RecordFilters } from '@sillage/contract';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type SortedRows, tables } from '../../platform/database/index.ts';

const { devices, groups, records, recordUsers, sports, users } = tables;

/** More rows are not gathered to sort them by what no index holds. */
export const sortedAtMost = 40_000;

interface Sort {
  /** What rows are compared by, beside `FROM records`. */
  readonly key: SQL;
  readonly join: SQL;
}

type Asked = Pick<RecordFilters, 'sort_by' | 'sort_desc' | 'language'>;

/** A session is as large, and as long, as its records. */
const ofSession = (own: PgColumn, ofRecords: SQL) => sql`CASE WHEN ${records.source} <> 'seance' THEN ${own} ELSE (
  SELECT ${ofRecords} FROM seance_records JOIN records r ON r.id = seance_records.record_id
  WHERE seance_records.seance_id = ${records.id}) END`;

/** In which at least one of its records ran. */
const sessionSeconds = sql`(SELECT coalesce(sum(extract(epoch FROM upper(ran) - lower(ran))), 0)::float8
  FROM unnest(range_agg(tstzrange(r.started_at, r.started_at + make_interval(secs => r.duration_seconds)))) AS ran)`;

/** Texts are compared as they are read: without case and accents. */
const text = (value: SQL) => sql`nullif(plain_text(${value}), '')`;

/** Undefined for the date, which indexes hold. */
function sortOf({ sort_by, language }: Asked): Sort | undefined {
  const none = sql``;
  switch (sort_by) {
    case 'date':
      return undefined;
    case 'duration':
      return { key: ofSession(records.durationSeconds, sessionSeconds), join: none };
    case 'size':
      return { key: ofSession(records.sizeBytes, sql`coalesce(sum(r.size_bytes), 0)::bigint`), join: none };
    case 'exercise':
      return { key: text(sql`${records.exerciseName}`), join: none };
    case 'sport':
      return {
        key: text(sql`${sports.displayName} ->> ${language}`),
        join: sql`LEFT JOIN ${sports} ON ${eq(sports.id, records.sportId)}`,
      };
    case 'group':
      return { key: text(sql`${groups.name}`), join: sql`LEFT JOIN ${groups} ON ${eq(groups.id, records.groupId)}` };
    case 'device':
      return {
        key: text(sql`${devices.name}`),
        join: sql`LEFT JOIN ${devices} ON ${eq(devices.id, records.deviceId)}`,
      };
    case 'athletes':
      // The first of them as they are shown.
      return {
        key: sql`(SELECT min(plain_text(${users.lastname} || ' ' || ${users.firstname})) FROM ${recordUsers}
          JOIN ${users} ON ${eq(users.id, recordUsers.userId)} WHERE ${eq(recordUsers.recordId, records.id)})`,
        join: none,
      };
  }
}

/** By date, of rows that are gathered. */
export function rowsByDate(descending: boolean): SortedRows {
  const direction = sql.raw(descending ? 'DESC' : 'ASC');
  return {
    rows: (where) =>
      sql`SELECT ${records.id} AS id, ${records.startedAt} AS started_at FROM ${records}${whereOf(where)}`,
    order: sql`started_at ${direction}, id ${direction}`,
  };
}

/** By something else, rows without it last; of the same, the newest first. Undefined for the date. */
export function rowsByOther(asked: Asked): SortedRows | undefined {
  const sort = sortOf(asked);
  if (sort === undefined) return undefined;
  const { key, join } = sort;
  return {
    rows: (where) =>
      sql`SELECT ${records.id} AS id, ${records.startedAt} AS started_at, ${key} AS key FROM ${records} ${join}${whereOf(where)}`,
    order: sql`key ${sql.raw(asked.sort_desc ? 'DESC' : 'ASC')} NULLS LAST, started_at DESC, id DESC`,
  };
}

const whereOf = (where: SQL | undefined) => (where === undefined ? sql`` : sql` WHERE ${where}`);
