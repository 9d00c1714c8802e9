import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/index.ts';
import { sqlMarks } from '../rows/sql-marks.ts';
import { isTold } from '../rows/told-rows.ts';
import { readProgress } from './keep-link.ts';

/** Rows that the cloud does not have as they are here. */
export async function countWaitingRows(tx: Queryable): Promise<number> {
  const progress = await readProgress(sqlMarks(tx));
  const { rows } =
    await tx.execute(sql`select count(*) as n from sync_rows where seq > ${progress?.sent ?? 0} and ${isTold}
    and from_node is distinct from ${progress?.cloudNode ?? null}::uuid`);
  return z.coerce.number().parse(rows[0]?.n);
}
