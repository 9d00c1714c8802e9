import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Clock } from '../clock/index.ts';
import type { Database, Queryable } from './database.ts';

/** ms; longest that a database which was away is asked what became of a transaction. */
const undoneMs = 60_000;
const againMs = 500;

/** The number by which a transaction is asked for later. */
export async function transactionId(tx: Queryable): Promise<string> {
  const { rows } = await tx.execute(sql`select pg_current_xact_id()::text as id`);
  return String(rows[0]?.id);
}

/**
 * Whether a transaction that failed left nothing for sure. A connection that breaks at the commit says nothing about it: files
 * are only taken back when their rows are not there.
 */
export async function wasUndone(
  { database, clock }: { readonly database: Pick<Database, 'db'>; readonly clock: Pick<Clock, 'monotonicMs'> },
  transaction: string,
): Promise<boolean> {
  const deadlineMs = clock.monotonicMs() + undoneMs;
  while (clock.monotonicMs() < deadlineMs) {
    const answer = await database.db
      .execute(sql`select pg_xact_status(${transaction}::xid8) as status`)
      .catch(() => undefined);
    const status = answer?.rows[0]?.status;
    if (status === 'aborted') return true;
    if (status === 'committed') return false;
    await sleep(againMs);
  }
  return false;
}
