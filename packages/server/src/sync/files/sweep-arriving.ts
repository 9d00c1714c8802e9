import { sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { sweepReplaced } from './replaced-copies.ts';

const everyMs = 3600_000;
const restsEveryMs = 60_000;
/** minutes without a byte of it, after which an original is not being sent: its hub is away, or somebody took it out. */
const restMinutes = 5;
/** days that a hub may be away in the middle of a file, before it begins that file anew. */
const restDays = 30;

interface Dependencies {
  readonly database: Pick<Database, 'db'>;
  readonly folder: Pick<DataFolder, 'arriving' | 'files'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
}

/**
 * Removes pieces of originals that nobody sends or wants any more, copies that were kept long enough, and what is known of
 * originals of records that are gone: at the start, and each hour until `close`.
 */
export function keepArrivingSwept(dependencies: Dependencies): { close(): Promise<void> } {
  let sweeping = Promise.resolve();
  const sweep = () => {
    sweeping = sweepArriving(dependencies).catch((error: unknown) =>
      dependencies.log.warn({ error: String(error) }, 'pieces of originals were not swept'),
    );
  };
  const rest = () => {
    sweeping = sweeping
      .then(() => noteResting(dependencies))
      .catch((error: unknown) => dependencies.log.warn({ error: String(error) }, 'pieces of originals were not swept'));
  };
  sweep();
  const timers = [setInterval(sweep, everyMs).unref(), setInterval(rest, restsEveryMs).unref()];
  return {
    async close() {
      for (const timer of timers) clearInterval(timer);
      await sweeping;
    },
  };
}

/** A hub sends it, or did. */
const isOfHub = sql`(state = 'sending' or (state <> 'synced' and from_node is not null))`;

/** Of what is begun and not gone on with. */
export const restingState = sql.raw("case when confirmed_sha256 is null then 'needs_sending' else 'resend' end");

/** In the cloud: what no hub goes on with waits for being sent, as far as it came. */
export async function noteResting({ database: { db } }: Pick<Dependencies, 'database'>): Promise<void> {
  await db.execute(sql`update sync_files set state = ${restingState} where state = 'sending' and from_node is not null
    and last_try_at < now() - make_interval(mins => ${restMinutes})`);
}

export async function sweepArriving({ database: { db }, folder, clock, log }: Dependencies): Promise<void> {
  // Without any record the folder may be another database's, and all stays.
  const { rows: someRecord } = await db.execute(sql`select 1 from records limit 1`);
  if (someRecord.length === 0) return;
  // Of records that were deleted.
  for (const table of ['sync_files', 'sync_wanted']) {
    await db.execute(
      sql`delete from ${sql.identifier(table)} f where not exists (select 1 from records r where r.uid = f.record_uid)`,
    );
  }
  await sweepReplaced(folder, clock.nowMs(), async (uids) => {
    const { rows: found } = await db.execute(sql`select uid from records where original_purged is null
      and uid::text in (select jsonb_array_elements_text(${JSON.stringify(uids)}::jsonb))`);
    return new Set(found.map(({ uid }) => String(uid)));
  });
  const { arriving } = folder;
  const names = await arriving.list();
  const { rows } = await db.execute(sql`select record_uid from sync_wanted union all select record_uid from sync_files
    where ${isOfHub} and last_try_at > now() - make_interval(days => ${restDays})`);
  const awaited = new Set(rows.map(({ record_uid: uid }) => String(uid)));
  for (const name of names) {
    if (awaited.has(name)) continue;
    await arriving.delete(name);
    await db.execute(sql`update sync_files set sent_bytes = 0 where record_uid::text = ${name} and ${isOfHub}`);
    log.warn({ name }, 'a piece of an original that nobody goes on with is removed');
  }
}
