import type { RecordUpdate } from '@sillage/contract';
import type { Database, Db, Queryable } from '../../platform/database/index.ts';
import type { ReadableRecord } from './create-life.ts';

/** Records of one client to which the same happened. */
export interface RecordChange {
  readonly clientId: number;
  readonly recordIds: readonly number[];
  readonly reason: RecordUpdate['reason'];
}

interface Collected {
  readonly changes: RecordChange[];
  readonly readable: ReadableRecord[];
}

/** Records told of at once. */
const toldAtOnce = 500;

/** What happens to records in a transaction is told when it is there for good, else at once. */
export function collectChanges(database: Pick<Database, 'db' | 'patientDb'>) {
  const listeners: ((change: RecordChange) => void)[] = [];
  const readers: ((record: ReadableRecord) => void)[] = [];
  const transactions = new WeakMap<Queryable, Collected>();

  function tellAll({ changes, readable }: Collected): void {
    for (const same of Map.groupBy(changes, ({ clientId, reason }) => `${clientId} ${reason}`).values()) {
      const [first] = same;
      const all = [...new Set(same.flatMap(({ recordIds }) => recordIds))];
      for (let at = 0; first !== undefined && at < all.length; at += toldAtOnce) {
        const change = { ...first, recordIds: all.slice(at, at + toldAtOnce) };
        for (const listener of listeners) listener(change);
      }
    }
    for (const record of readable) for (const reader of readers) reader(record);
  }

  return {
    tell(tx: Queryable, change: RecordChange, readable?: ReadableRecord): void {
      const collected = transactions.get(tx);
      if (collected !== undefined) {
        collected.changes.push(change);
        if (readable !== undefined) collected.readable.push(readable);
      } else if (tx === database.db || tx === database.patientDb) {
        tellAll({ changes: [change], readable: readable === undefined ? [] : [readable] });
      } else throw new Error('records change in a transaction that nobody would tell of');
    },
    async inTransaction<T>(work: (tx: Queryable) => Promise<T>, db: Db = database.db): Promise<T> {
      const collected: Collected = { changes: [], readable: [] };
      const result = await db.transaction((tx) => {
        transactions.set(tx, collected);
        return work(tx);
      });
      tellAll(collected);
      return result;
    },
    onChanged: (listener: (change: RecordChange) => void) => void listeners.push(listener),
    onReadable: (listener: (record: ReadableRecord) => void) => void readers.push(listener),
  };
}
