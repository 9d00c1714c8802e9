import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { currentHubKey } from '../../administration/tenancy/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { sqlMarks } from '../rows/sql-marks.ts';

/** Of `sync_files f`: it is to be sent, and nobody took it out of that. */
export const isWaiting = sql`f.state <> 'synced' and f.why_not is distinct from 'sync.withheld'`;

/** Of `sync_files f`: what somebody wants first, then the small ones, then the recent ones. */
export const sendingOrder = (startedAt: SQL): SQL => sql`f.is_first desc, f.size_bytes, ${startedAt} desc`;

const Rules = z.object({
  mostKilobytesPerSecond: z.number().nullable(),
  /** The link costs by the byte: of the files only what somebody wants first is moved. */
  isMetered: z.boolean(),
});
export type SendingRules = z.infer<typeof Rules>;
const rulesKey = 'sending';

/** How files of this hub go; kept beside the link, since they are about this place. */
export async function readSendingRules(db: Queryable): Promise<SendingRules> {
  const none: SendingRules = { mostKilobytesPerSecond: null, isMetered: false };
  return Rules.catch(none).parse(await sqlMarks(db).readMark(rulesKey));
}

export const writeSendingRules = (tx: Queryable, rules: SendingRules): Promise<void> =>
  sqlMarks(tx).writeMark(rulesKey, rules);

/** Whether an administrator lets this hub exchange anything with its cloud. */
export async function isExchanging(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from settings s join hubs h on to_jsonb(h.id) = s.value
    where s.key = ${currentHubKey} and h.cloud_enabled`);
  return rows.length > 0;
}
