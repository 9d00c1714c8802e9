import { isAlive, writeAgain } from '../core/index.ts';
import type { KeptRow } from '../rows/kept-row.ts';
import { keyOf } from '../rows/kept-row.ts';
import { parentsOf } from '../rows/parents-of.ts';
import type { RowStore } from '../rows/row-store.ts';
import { type TravellingTable, travellingTable } from '../rows/travelling-tables.ts';

/**
 * What a row cannot be without and was deleted is there again, with who it needs itself: the record of a selection that somebody
 * wants back. Each is written as it was. Answers them.
 */
export async function reviveParents(
  store: RowStore,
  table: TravellingTable,
  row: KeptRow,
  observer: { readonly node: string; readonly editedMs: number },
): Promise<KeptRow[]> {
  const revived: KeptRow[] = [];
  for (const { name, key } of parentsOf(table, row)) {
    const parent = travellingTable(name);
    const known = parent && (await store.loadRows(name, [key])).get(keyOf(key));
    if (parent === undefined || known === undefined || isAlive(known.state)) continue;
    revived.push(...(await reviveParents(store, parent, known, observer)));
    const all = Object.entries(known.state.fields).map(([field, { value }]) => [field, value] as const);
    const again = { ...known, state: writeAgain(known.state, Object.fromEntries(all), observer), fromNode: null };
    await store.saveRows([again]);
    await store.writeRows(parent, [again]);
    revived.push(again);
  }
  return revived;
}
