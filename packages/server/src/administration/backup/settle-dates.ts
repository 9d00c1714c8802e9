import { AppliedSteps } from '@sillage/contract';
import { startOfRecord } from '@sillage/domain';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/index.ts';
import { readRows, resolvedRows, rowIds, type StagedTable } from '../../platform/rows-by-uid/index.ts';
import { isKept } from './choose-rows.ts';

/**
 * Dates of records that are here and in the backup. Samples count from `start_us`, which belongs to the file: it comes with
 * the file. `started_at` is what its device, its file or a person said of it, and comes back like everything that people
 * say, as long as both speak of the same zero: a backup made before a file was decoded only knows when it was uploaded. A date
 * that is marked as wrong never replaces one that is not. A record that is cut off elsewhere here than in the backup begins so
 * much earlier or later: its steps here say so until it is decoded again. A session follows its records by itself.
 * @param placed records whose source came with the backup
 */
export async function settleDates(
  tx: Queryable,
  staged: readonly StagedTable[],
  placed: ReadonlySet<string>,
): Promise<void> {
  const columns = staged.find(({ table }) => table.name === 'records')?.columns;
  if (columns === undefined) return;
  const isWrong = columns.some(({ name }) => name === 'wrong_time') ? sql`r.wrong_time` : sql`false`;
  const placedUids = sql`select value::uuid from jsonb_array_elements_text(${JSON.stringify([...placed])}::jsonb)`;
  if (columns.some(({ name }) => name === 'applied_steps')) await findOtherCuts(tx);
  else await tx.execute(noOtherCuts);
  const begun = sql`select t.id, r.started_at + coalesce(c.us, 0) * interval '1 microsecond' as started_at, r.start_us, ${isWrong} as wrong_time, t.uid in (${placedUids}) as is_placed,
      t.start_us = r.start_us as is_same_zero, t.wrong_time and not ${isWrong} or t.wrong_time = ${isWrong} as is_better
    from records t join ${sql.raw(rowIds)} i on i.id = t.id and i.kind = 'records' and i.how = 'known'
      join ${sql.raw(resolvedRows('records'))} r on r.uid = i.uid left join ${sql.raw(otherCuts)} c on c.id = t.id
    where ${isKept(sql`t.decode_state`)} and t.source <> 'seance'`;
  await tx.execute(sql`update records t
    set start_us = b.start_us,
      started_at = case when b.is_better then b.started_at else t.started_at end,
      wrong_time = t.wrong_time and b.wrong_time
    from (${begun}) b where t.id = b.id and (b.is_placed or b.is_same_zero)
      and (t.start_us <> b.start_us or b.is_better and (t.started_at, t.wrong_time) is distinct from (b.started_at, b.wrong_time))`);
}

const otherCuts = 'other_cuts';
const noOtherCuts = sql.raw(
  `create temp table ${otherCuts} (id integer primary key, us double precision not null) on commit drop`,
);

/** By how many µs records begin later here than their rows in the backup say, for the sake of other steps. */
async function findOtherCuts(tx: Queryable): Promise<void> {
  await tx.execute(noOtherCuts);
  const rows = sql`select t.id, t.applied_steps as here, r.applied_steps as there
    from records t join ${sql.raw(rowIds)} i on i.id = t.id and i.kind = 'records' and i.how = 'known'
      join ${sql.raw(resolvedRows('records'))} r on r.uid = i.uid
    where t.applied_steps is distinct from r.applied_steps`;
  for await (const { id, here, there } of readRows(tx, rows)) {
    const us = cutUs(here) - cutUs(there);
    if (us !== 0) await tx.execute(sql`insert into ${sql.raw(otherCuts)} values (${Number(id)}, ${us})`);
  }
}

function cutUs(applied: unknown): number {
  const steps = AppliedSteps.nullable().parse(applied);
  return steps === null ? 0 : Math.round(startOfRecord(steps.times) * 1e6);
}
