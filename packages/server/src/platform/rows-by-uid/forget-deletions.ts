import { sql } from 'drizzle-orm';
import type { Queryable } from '../database/index.ts';
import { forgottenKey } from './read-changes.ts';

/** Longer than a season: a hub that was away all winter still hears what was deleted. */
const rememberedDays = 400;
/** Some 250 MB of entries; the oldest of more are forgotten. */
const rememberedAtMost = 1_000_000;

/**
 * Forgets deletions beyond how long and how many are remembered. Whoever read the log before them is told to compare
 * everything (`changesSince`). Answers how many were forgotten.
 */
export async function forgetDeletions(db: Queryable, atMost = rememberedAtMost): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    with forgotten as (
      delete from row_changes where is_deleted and changed_at <= greatest(
        clock_timestamp() - ${rememberedDays} * interval '1 day',
        (select changed_at from row_changes where is_deleted order by changed_at desc offset ${atMost} limit 1))
      returning xact
    ), newest as (select max(xact) as xact, count(*)::integer as n from forgotten), told as (
      insert into settings as s (key, value) select ${forgottenKey}, to_jsonb(xact::text) from newest where n > 0
      on conflict (key) do update set value = excluded.value
        where (excluded.value #>> '{}')::xid8 > (s.value #>> '{}')::xid8
    )
    select n from newest`);
  return rows[0]?.n ?? 0;
}
