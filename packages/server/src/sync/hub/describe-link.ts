import type { LedgerLink } from '@sillage/contract';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { sqlMarks } from '../rows/sql-marks.ts';
import { sayWhyNot } from '../say-why-not.ts';
import { readLink, readOutcome } from './keep-link.ts';
import { isExchanging, isWaiting } from './sending-rules.ts';

const Waiting = z.object({ bytes: z.coerce.number() });

/** How this hub and its cloud get on, as all may know it who see some of its records: nothing of where the cloud is, or of the code. */
export async function describeLink(
  db: Queryable,
  secrets: Secrets,
  { isSeen, bytesPerSecond }: { readonly isSeen: SQL; readonly bytesPerSecond: number | null },
): Promise<LedgerLink> {
  const { rows } = await db.execute(sql`select coalesce(sum(f.size_bytes - f.sent_bytes), 0) as bytes
    from sync_files f join records on records.uid = f.record_uid join clients c on c.id = records.client_id
    where ${isWaiting} and c.cloud_enabled and ${isSeen}`);
  const { lastOkMs, whyNot } = await readOutcome(sqlMarks(db));
  const said = {
    last_ok: lastOkMs === null ? null : new Date(lastOkMs).toISOString(),
    waiting_bytes: Waiting.parse(rows[0]).bytes,
    bytes_per_second: bytesPerSecond,
  };
  if ((await readLink(sqlMarks(db), secrets)) === undefined)
    return { ...said, state: 'none', why_not: sayWhyNot('sync.notLinked') };
  if (!(await isExchanging(db)) || whyNot?.code === 'sync.paused')
    return { ...said, state: 'paused', why_not: sayWhyNot('sync.paused') };
  if (whyNot === null) return { ...said, state: 'ok', why_not: null };
  return { ...said, state: 'cut', why_not: sayWhyNot(whyNot.code, whyNot.parameters) };
}
