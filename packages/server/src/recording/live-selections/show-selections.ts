import { type LiveSelection, limits } from '@sillage/contract';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { readShown } from './write-selections.ts';

/** ms after which what is shown is read again: people add selections to a running record by its own endpoints, too. */
const readAgainMs = 2000;
/** ms after which the selections of a record at which nobody looks are forgotten. */
const forgetMs = 60_000;

export interface ShownSelections {
  /** Those of a running record, as far as they were read: to be asked again and again while somebody looks. */
  of(recordId: number): readonly LiveSelection[];
  /** They changed: reads them now. */
  changed(recordId: number): Promise<void>;
}

interface Shown {
  list: readonly LiveSelection[];
  readMs: number;
  askedMs: number;
}

/** The selections of running records in memory, so that they can go with each message of their curves. */
export function showSelections({
  database,
  clock,
  log,
}: {
  readonly database: Pick<Database, 'db'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly log: Pick<Log, 'warn'>;
}): ShownSelections {
  const shown = new Map<number, Shown>();

  async function read(recordId: number, entry: Shown): Promise<void> {
    entry.readMs = clock.monotonicMs();
    const list = await readShown(database.db, recordId);
    entry.list = list.slice(-limits.liveSelectionsShown);
  }

  function entryOf(recordId: number, atMs: number): Shown {
    const known = shown.get(recordId);
    if (known !== undefined) return known;
    for (const [id, { askedMs }] of shown) if (atMs - askedMs > forgetMs) shown.delete(id);
    const entry: Shown = { list: [], readMs: Number.NEGATIVE_INFINITY, askedMs: atMs };
    shown.set(recordId, entry);
    return entry;
  }

  return {
    of(recordId) {
      const atMs = clock.monotonicMs();
      const entry = entryOf(recordId, atMs);
      entry.askedMs = atMs;
      if (atMs - entry.readMs >= readAgainMs) {
        read(recordId, entry).catch((error: unknown) =>
          log.warn({ record: recordId, error: String(error) }, 'the selections of a running record were not read'),
        );
      }
      return entry.list;
    },
    changed: (recordId) => read(recordId, entryOf(recordId, clock.monotonicMs())),
  };
}
