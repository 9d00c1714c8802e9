import type { RecordUpdate } from '@sillage/contract';
import { shareLoop } from '../../platform/clock/index.ts';
import type { Database, Db, Queryable } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log/index.ts';

/** Records of one client to which the same happened. */
export interface RecordChange {
  readonly clientId: number;
  readonly recordIds: readonly number[];
  /** `selected`: only its selections are others. */
  readonly reason: RecordUpdate['reason'] | 'selected';
}

/** A record whose signals are others than before. */
export interface ReadableRecord {
  readonly id: number;
  readonly uid: string;
  readonly clientId: number;
  /** Another number than that of its earlier signals. */
  readonly signalsVersion: number;
}

interface Collected {
  readonly changes: RecordChange[];
  readonly readable: ReadableRecord[];
}

/** Records told of at once. */
const toldAtOnce = 500;

/** What happens to records in a transaction is told when it is there for good, else at once. */
export function collectChanges(database: Pick<Database, 'db' | 'patientDb'>, log: Pick<Log, 'error'>) {
  const listeners: ((change: RecordChange) => void)[] = [];
  const readers: ((record: ReadableRecord) => void)[] = [];
  const transactions = new WeakMap<Queryable, Collected>();

  /** What happened stays, whatever becomes of those who hear of it. */
  function tell<T>(all: readonly ((told: T) => void)[], told: T): void {
    for (const listener of all) {
      try {
        listener(told);
      } catch (error) {
        log.error({ error: String(error) }, 'who is told of records failed');
      }
    }
  }

  async function tellAll({ changes, readable }: Collected): Promise<void> {
    const pause = shareLoop();
    for (const same of Map.groupBy(changes, ({ clientId, reason }) => `${clientId} ${reason}`).values()) {
      const [first] = same;
      const all = [...new Set(same.flatMap(({ recordIds }) => recordIds))];
      for (let at = 0; first !== undefined && at < all.length; at += toldAtOnce) {
        tell(listeners, { ...first, recordIds: all.slice(at, at + toldAtOnce) });
        await pause();
      }
    }
    for (const record of readable) {
      tell(readers, record);
      await pause();
    }
  }

  return {
    tell(tx: Queryable, change: RecordChange, readable?: ReadableRecord): void {
      const collected = transactions.get(tx);
      if (collected !== undefined) {
        collected.changes.push(change);
        if (readable !== undefined) collected.readable.push(readable);
      } else if (tx === database.db || tx === database.patientDb) {
        tell(listeners, change);
        if (readable !== undefined) tell(readers, readable);
      } else throw new Error('records change in a transaction that nobody would tell of');
    },
    async inTransaction<T>(work: (tx: Queryable) => Promise<T>, db: Db = database.db): Promise<T> {
      const collected: Collected = { changes: [], readable: [] };
      const result = await db.transaction((tx) => {
        transactions.set(tx, collected);
        return work(tx);
      });
      await tellAll(collected);
      return result;
    },
    onChanged: (listener: (change: RecordChange) => void) => void listeners.push(listener),
    onReadable: (listener: (record: ReadableRecord) => void) => void readers.push(listener),
  };
}
