import type { RowStore } from './row-store.ts';
import { travellingTables } from './travelling-tables.ts';

const atOnce = 500;

/** Rows that waited for others to come are tried once more; after them those that do not heal by themselves. */
export async function retryHeld(store: RowStore): Promise<void> {
  for (const table of travellingTables) {
    const rows = await store.heldRows(table, atOnce);
    if (rows.length > 0) await store.writeRows(table, rows);
  }
}
