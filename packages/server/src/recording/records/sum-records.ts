import { isRefusal, type RecordFilters, type RecordTotals, type Refusal } from '@sillage/contract';
import { and, type SQL, sql } from 'drizzle-orm';
import { type Db, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { visibleTo } from './find-records.ts';
import { narrowRecords } from './narrow-records.ts';
import type { SeenRecords } from './seen-records.ts';
import { ofListedSessions } from './session-records.ts';

const { records } = tables;

/** More rows are not read to add them up. */
const summedAtMost = 10_000;

/** How long and how large all records together are that the caller may see and the filters keep; null where they are too many. */
export async function sumRecords(
  db: Db,
  seenRecords: SeenRecords,
  viewer: Viewer,
  filters: RecordFilters,
  nowMs: number,
): Promise<RecordTotals | Refusal> {
  // A session is as long and as large as its records, which are added up once each.
  const whole = { ...filters, include_seances_subrecords: true };
  const narrowed = await narrowRecords(db, seenRecords, viewer, whole, nowMs);
  if (isRefusal(narrowed)) return narrowed;
  const { where } = narrowed;
  const someOf = (condition: SQL | undefined) => sql`(SELECT id, duration_seconds, size_bytes FROM ${records}
    ${condition === undefined ? sql`` : sql`WHERE ${condition}`} LIMIT ${summedAtMost + 1})`;
  const listed = someOf(where);
  const all =
    where === undefined ? listed : sql`${listed} UNION ${someOf(and(ofListedSessions(where), visibleTo(db, viewer)))}`;
  const { rows } = await db.execute<{ count: number; duration: number; size: number }>(sql`
    SELECT count(*)::integer AS count, coalesce(sum(duration_seconds), 0)::float8 AS duration,
      coalesce(sum(size_bytes), 0)::float8 AS size
    FROM (${all}) AS summed`);
  const [sums] = rows;
  if (sums === undefined || sums.count > summedAtMost) return { duration: null, size: null };
  return { duration: sums.duration, size: sums.size };
}
