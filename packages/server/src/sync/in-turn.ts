import type { Db } from '../platform/database/index.ts';
import { codeOfCause } from './code-of-cause.ts';
import type { RowStore } from './rows/row-store.ts';
import { sqlRows } from './rows/sql-rows.ts';
import type { Savepoints } from './rows/write-rows.ts';

/** Work on the rows that are kept, one piece after the other: numbers of changes are then in the order in which they are there. */
export interface InTurn {
  /** In one snapshot; done again when somebody edited one of its rows meanwhile. */
  <T>(work: (tx: Savepoints) => Promise<T>): Promise<T>;
}

const serializationFailures: readonly unknown[] = ['40001', '40P01'];
const mostTries = 8;

export function workInTurn(db: Db): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  async function attempt<T>(work: (tx: Savepoints) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await db.transaction(work, { isolationLevel: 'repeatable read' });
      } catch (problem) {
        if (tries === mostTries || !serializationFailures.includes(codeOfCause(problem))) throw problem;
      }
    }
  }
  return (work) => {
    const turn = last.then(() => attempt(work));
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** The same, of the rows alone. */
export const storeInTurn =
  (inTurn: InTurn) =>
  <T>(work: (store: RowStore) => Promise<T>): Promise<T> =>
    inTurn((tx) => work(sqlRows(tx)));
