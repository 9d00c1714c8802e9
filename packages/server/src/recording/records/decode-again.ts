import { isRefusal, type Refusal, refuse } from '@sillage/contract';
import { isAwaitedState, isInWork, type RecordState } from '@sillage/domain';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import { stored } from '../../platform/files/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { decodeJobName } from '../life/index.ts';
import type { RecordDependencies } from './dependencies.ts';
import { findRecord, isAwaited } from './find-records.ts';
import { isSession } from './session-records.ts';

const { records, tasks } = tables;

/** Makes the signals of a record again from its journal or its file; a decoding that waits or runs is not doubled. */
export async function decodeAgain(
  { database, folder, life, ingest }: RecordDependencies,
  viewer: Viewer & { readonly frontUid?: string | undefined },
  id: number,
): Promise<{ task_id: number } | Refusal> {
  const record = await findRecord(database.db, viewer, id);
  if (isRefusal(record)) return record;
  if (isSession(record)) return refuse('record.isSession');
  // One that could not be read is tried again.
  if (record.film?.facts) return refuse('record.isVideo');
  if (isAwaited(record)) {
    const outcome = await ingest.finishRecord(id);
    if (isRefusal(outcome)) return outcome;
  }
  if (record.originalPurged !== null) return refuse('record.originalPurged');
  if (!(await folder.files.has(stored.source(record)))) return refuse('record.noSource');
  return life.inTransaction(async (tx) => {
    // Who asks at the same moment waits here, and then gets the same task.
    const [locked] = await tx
      .select({ state: records.decodeState, originalPurged: records.originalPurged })
      .from(records)
      .where(eq(records.id, id))
      .for('update');
    if (!locked || isAwaitedState(locked.state)) return refuse('record.stillRecording');
    if (locked.originalPurged !== null) return refuse('record.originalPurged');
    const begun = await taskUnderWay(tx, id, locked.state);
    if (begun !== undefined) return { task_id: begun };
    const { frontUid: callerFrontUid, principal } = viewer;
    const queued = await life.queueDecoding(tx, record, { asker: { callerFrontUid, userId: principal.userId } });
    if (queued === undefined) throw new Error('a record that is held was not queued');
    return { task_id: queued };
  });
}

/**
 * The decoding that will tell how the record ends. One that runs has told it already when the record neither waits nor is
 * being decoded.
 */
async function taskUnderWay(tx: Queryable, id: number, state: RecordState): Promise<number | undefined> {
  const isEnding = !isInWork(state);
  const [begun] = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(
      and(
        eq(tasks.name, decodeJobName),
        inArray(tasks.executing, isEnding ? [0, 1] : [0, 1, 2]),
        sql`${id} = any(${tasks.recordIds})`,
      ),
    )
    .orderBy(desc(tasks.id))
    .limit(1);
  return begun?.id;
}
