import { isRefusal, type RecordFilters, type RecordTotals, type Refusal } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import { type Db, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { narrowRecords } from './narrow-records.ts';
import type { SeenRecords } from './seen-records.ts';

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
  const narrowed = await narrowRecords(db, seenRecords, viewer, filters, nowMs);
  if (isRefusal(narrowed)) return narrowed;
  const where = narrowed.where === undefined ? sql`` : sql`WHERE ${narrowed.where}`;
  const { rows } = await db.execute<{ count: number; duration: number; size: number }>(sql`
    SELECT count(*)::integer AS count, coalesce(sum(duration_seconds), 0)::float8 AS duration,
      coalesce(sum(size_bytes), 0)::float8 AS size
    FROM (SELECT duration_seconds, size_bytes FROM ${records} ${where} LIMIT ${summedAtMost + 1}) AS summed`);
  const [sums] = rows;
  if (sums === undefined || sums.count > summedAtMost) return { duration: null, size: null };
  return { duration: sums.duration, size: sums.size };
}
