import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/index.ts';
import type { Stamp } from '../core/index.ts';

/** A client or a record whose deletion elsewhere was not agreed to here. */
export interface Spared {
  /** When somebody chose so: ms since 1970; null: nobody has yet. */
  readonly chosenMs: number | null;
  /** The last of the deletions that were not agreed to. */
  readonly deletedAt: Stamp;
}

/**
 * Those, by their uids.
 * @param names of this server in stamps: what it deleted itself is gone by its own will
 */
export async function sparedUids(tx: Queryable, names: ReadonlySet<string>): Promise<ReadonlyMap<string, Spared>> {
  const { rows } =
    await tx.execute(sql`select uid, case when bool_or(settled is null) then null else extract(epoch from max(settled_at)) * 1000 end as ms,
      max(lost_at) as deleted_at
    from sync_conflicts where table_name in ('clients', 'records')
      and field is null and lost ? 'is_gone' and settled is distinct from 'restored'
      and split_part(lost_at, '.', 3) not in (select value from jsonb_array_elements_text(${JSON.stringify([...names])}::jsonb)) group by uid`);
  return new Map(
    rows.map(({ uid, ms, deleted_at: deletedAt }) => [
      String(uid),
      { chosenMs: ms === null ? null : Number(ms), deletedAt: String(deletedAt) },
    ]),
  );
}

/** Of these records those that are being received, or whose original nobody else is known to have. */
export async function onlyHere(tx: Queryable, uids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await tx.execute(sql`select r.uid from records r left join sync_files f on f.record_uid = r.uid
    where r.source <> 'seance' and r.original_purged is null
      and (r.decode_state in ('recording', 'repairing') or f.confirmed_sha256 is null or f.state <> 'synced')
      and r.uid in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(uids)}::jsonb))`);
  return new Set(rows.map(({ uid }) => String(uid)));
}
