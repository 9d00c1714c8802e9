import { type AwaitedState, keptStates, mayFollow, type RecordState, recordStates } from '@sillage/domain';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { type Database, type Db, type Queryable, tables } from '../../platform/database/index.ts';
import type { Jobs, TaskAbout } from '../../platform/jobs/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { collectChanges, type ReadableRecord, type RecordChange } from './collect-changes.ts';

const { records, seanceRecords } = tables;
type Columns = 'decodeState' | 'signalsVersion';

export type NewRecord = Omit<typeof records.$inferInsert, Columns>;

/** What is kept with a move, in the same statement. */
interface Moving {
  /** The states from which it happens; all from which the table allows it unless said. */
  readonly from?: readonly RecordState[];
  readonly set?: Omit<PgUpdateSetSource<typeof records>, Columns>;
}

/** Whoever wants a record's decoding. */
type Asker = Pick<TaskAbout, 'callerFrontUid' | 'userId'>;

/** The only place that changes the state of records, queues their decoding and tells of them. */
export interface Life {
  /** Runs `work` in a transaction; what it changes of records is told once it is there for good. */
  inTransaction<T>(work: (tx: Queryable) => Promise<T>, db?: Db): Promise<T>;
  /** Adds a record whose blocks come from a device. Answers its id. */
  begin(tx: Queryable, record: NewRecord, state: AwaitedState): Promise<number>;
  /** Adds a record of a file, with the task that decodes it. */
  beginOfFile(
    tx: Queryable,
    record: NewRecord,
    asker?: Asker,
  ): Promise<{ readonly id: number; readonly taskId: number }>;
  /** Adds a session, which has no samples of its own to wait for. Answers its id. */
  beginOfSession(tx: Queryable, record: NewRecord & { readonly source: 'seance' }): Promise<number>;
  /**
   * Brings a record to another state. False when it is gone, or in a state from which that does not happen. To wait it
   * needs the task that ends its waiting: {@link queueDecoding}.
   * @param tx of {@link inTransaction}, or the database itself
   */
  move(
    tx: Queryable,
    record: { readonly id: number },
    to: Exclude<RecordState, 'waiting'>,
    moving?: Moving,
  ): Promise<boolean>;
  /** As {@link move} to `done`, with other signals than before. */
  becomeReadable(tx: Queryable, record: { readonly id: number }, set?: Moving['set']): Promise<boolean>;
  /** Lets a record wait, with the task that decodes it. Undefined when it is gone, or in none of the states `from`. */
  queueDecoding(
    tx: Queryable,
    record: { readonly id: number; readonly clientId: number },
    queueing?: Moving & { readonly asker?: Asker },
  ): Promise<number | undefined>;
  /** Tells of what is no state: a name, that a device is away, that records are gone. */
  tell(tx: Queryable, change: RecordChange): void;
  /** Whoever shows records. Told after the fact. */
  onChanged(listener: (change: RecordChange) => void): void;
  /** Whoever works with signals. Told after the fact; not of records that a restore brings with signals and their version. */
  onReadable(listener: (record: ReadableRecord) => void): void;
}

export const decodeJobName = 'decode';

/** States from which the table allows this one; a record that is in it already may enter it again. */
const before = (to: RecordState) => recordStates.filter((from) => from === to || mayFollow(from, to));

export function createLife({
  database,
  jobs,
  log,
}: {
  readonly database: Pick<Database, 'db' | 'patientDb'>;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly log: Pick<Log, 'error'>;
}): Life {
  const changes = collectChanges(database, log);

  async function write(tx: Queryable, id: number, to: RecordState, { from, set }: Moving, newSignals: boolean) {
    const wrong = from?.find((state) => state !== to && !mayFollow(state, to));
    if (wrong !== undefined) throw new Error(`a record never goes from ${wrong} to ${to}`);
    const [moved] = await tx
      .update(records)
      .set({
        ...set,
        decodeState: to,
        // Nothing is done with samples whose original is not here.
        ...(to !== 'error' && { originalElsewhere: false }),
        ...(newSignals && { signalsVersion: sql`${records.signalsVersion} + 1` }),
      })
      .where(and(eq(records.id, id), inArray(records.decodeState, [...(from ?? before(to))])))
      .returning({
        id: records.id,
        uid: records.uid,
        clientId: records.clientId,
        signalsVersion: records.signalsVersion,
      });
    if (moved === undefined) return false;
    const reason = to === 'done' || to === 'error' ? 'decoded' : 'updated';
    changes.tell(tx, { clientId: moved.clientId, recordIds: [id], reason }, newSignals ? moved : undefined);
    if (reason === 'decoded') await tellSession(tx, moved);
    return true;
  }

  /** A session begins and lasts as its records do. */
  async function tellSession(tx: Queryable, { id, clientId }: { readonly id: number; readonly clientId: number }) {
    const [session] = await tx
      .select({ id: seanceRecords.seanceId })
      .from(seanceRecords)
      .where(eq(seanceRecords.recordId, id));
    if (session !== undefined) changes.tell(tx, { clientId, recordIds: [session.id], reason: 'updated' });
  }

  async function insert(tx: Queryable, record: NewRecord, decodeState: RecordState): Promise<number> {
    const [row] = await tx
      .insert(records)
      .values({ ...record, decodeState })
      .returning({ id: records.id });
    if (row === undefined) throw new Error('the record was not inserted');
    changes.tell(tx, { clientId: record.clientId, recordIds: [row.id], reason: 'created' });
    return row.id;
  }

  const enqueue = (tx: Queryable, id: number, clientId: number, asker: Asker = {}) =>
    jobs.enqueue(decodeJobName, { recordId: id }, { clientId, recordIds: [id], ...asker }, tx);

  return {
    inTransaction: changes.inTransaction,
    begin: insert,
    async beginOfFile(tx, record, asker) {
      const id = await insert(tx, record, 'waiting');
      return { id, taskId: await enqueue(tx, id, record.clientId, asker) };
    },
    beginOfSession: (tx, record) => insert(tx, record, 'done'),
    move: (tx, { id }, to, moving = {}) => write(tx, id, to, moving, false),
    becomeReadable: (tx, { id }, set = {}) => write(tx, id, 'done', { set }, true),
    async queueDecoding(tx, { id, clientId }, { asker, from = keptStates, set = {} } = {}) {
      return (await write(tx, id, 'waiting', { from, set }, false)) ? enqueue(tx, id, clientId, asker) : undefined;
    },
    tell: changes.tell,
    onChanged: changes.onChanged,
    onReadable: changes.onReadable,
  };
}
