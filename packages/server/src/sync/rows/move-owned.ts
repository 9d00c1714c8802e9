import { isAlive } from '../core/index.ts';
import { type KeptRow, keyOf } from './kept-row.ts';
import { ownerOf } from './owner-of-row.ts';
import type { RowStore } from './row-store.ts';
import { type TravellingTable, travellingTable } from './travelling-tables.ts';

/** Rows became another client's, a device that was passed on for instance: so do those that are whose they are, and its hubs hear of them. */
export async function moveOwned(
  store: RowStore,
  { name }: Pick<TravellingTable, 'name'>,
  before: ReadonlyMap<string, KeptRow>,
  now: readonly KeptRow[],
): Promise<void> {
  for (const row of now) {
    const former = before.get(keyOf(row))?.clientUid ?? null;
    if (former === null || former === row.clientUid) continue;
    const naming = await store.rowsNaming(row.uid);
    // What the former client deleted stays its own.
    const owned = naming.filter((one) => {
      if (!isAlive(one.state)) return false;
      const table = travellingTable(one.table);
      const owner = table && ownerOf(table, one, one.state);
      return owner?.table === name && owner.uid === row.uid;
    });
    await store.saveRows(owned.map((one) => ({ ...one, clientUid: row.clientUid })));
  }
}
