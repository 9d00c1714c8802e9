import type { FreeableFiles } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/index.ts';

const Counted = z.object({ kind: z.enum(['free', 'chosen', 'unconfirmed']), count: z.int(), bytes: z.coerce.number() });

/** Records with files here, and whether these may be freed. */
const judged = (keepDays: number, nowMs: number) => sql`select r.uid, r.size_bytes,
    case when f.state is distinct from 'synced' or f.confirmed_sha256 is null then 'unconfirmed'
      when r.source = 'journal' and (r.missing_blocks is distinct from 0 or r.sync_failed) then 'chosen'
      when r.favorite or r.started_at > ${new Date(nowMs - keepDays * 86_400_000).toISOString()}::timestamptz
        or r.decode_state not in ('done', 'error') then 'chosen'
      else 'free' end as kind
  from records r left join sync_files f on f.record_uid = r.uid
  where r.source <> 'seance' and r.size_bytes > 0 and f.freed_at is null and r.original_purged is null`;

export async function readFreeable(db: Queryable, keepDays: number, nowMs: number): Promise<FreeableFiles> {
  const { rows } = await db.execute(sql`select kind, count(*)::integer as count, sum(size_bytes) as bytes
    from (${judged(keepDays, nowMs)}) j group by kind`);
  const none = { count: 0, bytes: 0 };
  const all: FreeableFiles = { free: none, chosen: none, unconfirmed: none };
  for (const { kind, count, bytes } of z.array(Counted).parse(rows)) all[kind] = { count, bytes };
  return all;
}

/** Lets those go that may be freed; the hub asks the cloud before each. */
export async function askToFree(db: Queryable, keepDays: number, nowMs: number): Promise<FreeableFiles['free']> {
  const { free } = await readFreeable(db, keepDays, nowMs);
  await db.execute(sql`update sync_files f set free_asked = true
    from (${judged(keepDays, nowMs)}) j where j.uid = f.record_uid and j.kind = 'free'`);
  return free;
}
