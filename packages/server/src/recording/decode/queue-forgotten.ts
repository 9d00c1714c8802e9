import { pendingStates } from '@sillage/domain';
import { and, eq, inArray, notExists, sql } from 'drizzle-orm';
import { type Database, tables } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { decodeJobName, type Life } from '../life/index.ts';

const { records, tasks } = tables;

/** As tasks are numbered: waiting, asked to run, running. */
const open = [0, 1, 2];

/**
 * Queues the decoding of records that wait for one that no task will do: its task was ended by force, and the program or
 * the database with it. For the start, before tasks run.
 */
export async function queueForgotten({
  database,
  life,
  log,
}: {
  readonly database: Pick<Database, 'db'>;
  readonly life: Pick<Life, 'inTransaction' | 'queueDecoding'>;
  readonly log: Log;
}): Promise<void> {
  const { db } = database;
  const itsTask = and(
    eq(tasks.name, decodeJobName),
    inArray(tasks.executing, open),
    sql`${tasks.recordIds} @> array[${records.id}]`,
  );
  const forgotten = await db
    .select({ id: records.id, clientId: records.clientId })
    .from(records)
    .where(
      and(
        inArray(records.decodeState, [...pendingStates]),
        notExists(db.select({ id: tasks.id }).from(tasks).where(itsTask)),
      ),
    );
  for (const record of forgotten) {
    await life.inTransaction((tx) => life.queueDecoding(tx, record, { from: pendingStates }));
    log.warn({ recordId: record.id }, 'a record waited for a decoding that nobody did; it is queued');
  }
}
