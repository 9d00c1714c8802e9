import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/index.ts';

/** Puts records in the queue of the hub; those that the cloud has are sent anew and replaced. Answers how many. */
export async function queueChosen(db: Db, ids: readonly number[], isSeen: SQL, isFirst: boolean): Promise<number> {
  const { rowCount } = await db.execute(sql`insert into sync_files as f (record_uid, state, size_bytes, is_first)
    select records.uid, 'needs_sending', records.size_bytes, ${isFirst} from records
    where records.id in (select value::integer from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
      and records.source <> 'seance' and records.original_purged is null and ${isSeen}
    on conflict (record_uid) do update set is_first = excluded.is_first, why_not = null, free_asked = false,
      state = case when f.confirmed_sha256 is not null or f.why_not = 'sync.otherOriginal' then 'resend' else f.state end,
      sent_bytes = case when f.state = 'synced' then 0 else f.sent_bytes end`);
  return rowCount ?? 0;
}

/** Wants originals that are not here back from the cloud, or no more. Answers how many. */
export async function wantChosen(db: Db, ids: readonly number[], isSeen: SQL, isWanted: boolean): Promise<number> {
  const those = sql`from records where records.id in
      (select value::integer from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) and ${isSeen}`;
  const { rowCount } = await db.execute(
    isWanted
      ? sql`insert into sync_wanted (record_uid) select records.uid ${those} and records.source <> 'seance'
          and records.original_purged is null and records.decode_state in ('done', 'error') on conflict (record_uid) do update set why_not = null`
      : sql`delete from sync_wanted where record_uid in (select records.uid ${those})`,
  );
  return rowCount ?? 0;
}

/**
 * Takes records out of the queue. What the cloud has confirmed stays there, and is what counts again; the others stay here until
 * somebody sends them, also on a hub that sends by itself.
 */
export async function cancelChosen(db: Db, ids: readonly number[], isSeen: SQL): Promise<number> {
  const those = sql`record_uid in (select records.uid from records
    where records.id in (select value::integer from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) and ${isSeen})`;
  const kept =
    await db.execute(sql`update sync_files set state = 'synced', sha256 = confirmed_sha256, sent_bytes = size_bytes,
    why_not = null, is_first = false where ${those} and state <> 'synced' and confirmed_sha256 is not null`);
  const withheld = await db.execute(sql`update sync_files set state = 'needs_sending', why_not = 'sync.withheld',
    is_first = false where ${those} and confirmed_sha256 is null and why_not is distinct from 'sync.withheld'`);
  return (kept.rowCount ?? 0) + (withheld.rowCount ?? 0);
}
