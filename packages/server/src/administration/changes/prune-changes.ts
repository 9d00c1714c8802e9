import { sql } from 'drizzle-orm';
import type { Db, Queryable } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { forgetDeletions } from '../../platform/rows-by-uid/index.ts';

/** ms */
const pruneEveryMs = 10 * 60_000;

/**
 * Deletes marks older than an hour that a newer one of the same name and client covers: only the newest is ever asked
 * for. Marks that another process deletes at this moment are left to it.
 */
export async function pruneChanges(db: Queryable): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from changes where id in (
      select id from changes
      where changed_at < clock_timestamp() - interval '1 hour' and id not in (
        select distinct on (table_name, client_id) id from changes
        order by table_name, client_id, changed_at desc, id desc
      )
      for update skip locked
    )`);
  return rowCount ?? 0;
}

/** Keeps the marks and the log of changes short while the server runs; answers how to stop. */
export function keepChangesShort({ db, log }: { readonly db: Db; readonly log: Log }): { close(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    const failed = (error: unknown) =>
      log.warn({ error: String(error) }, 'marks of changes were not pruned; the next try will come');
    running = Promise.all([pruneChanges(db).catch(failed), forgetDeletions(db).catch(failed)]);
  }, pruneEveryMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
