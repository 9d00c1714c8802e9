import { areEqual, giveWay, lastEdit, nodeOf, writeAgain } from '../core/index.ts';
import { readNames } from '../identity.ts';
import { type Looker, observerOf } from './harvest-rows.ts';
import { isChosen } from './judge-hub.ts';
import type { KeptRow } from './kept-row.ts';
import type { RowStore } from './row-store.ts';
import { noUid, type TravellingTable, travellingTable } from './travelling-tables.ts';

/** Rows of a table that are looked at after a refusal. */
const mostHeld = 500;

/**
 * A row of the cloud has the name of one of this hub: they are the same thing. The hub's row becomes the cloud's, and whatever
 * names it does so from now on. A selection is another one that bears its number: this hub's gets the next free one.
 */
export async function adoptRow(store: RowStore, table: TravellingTable, row: KeptRow, looker: Looker): Promise<void> {
  // Their files have its name.
  if (table.name === 'records') return;
  const own = await store.findSame(table, row);
  if (own === undefined) return;
  if (table.name === 'selections') await store.renumberSelection(own);
  else if (!(await takePlace(store, table, { own, row }, looker))) return;
  await store.writeRows(table, [row]);
}

/** The cloud has said of rows here that others bear their names there: what came of those meanwhile takes their place now. */
export async function adoptRefused(
  store: RowStore,
  refused: readonly { readonly table: string; readonly uid: string; readonly reason: string }[],
  looker: Looker,
): Promise<void> {
  const clashing = refused.filter(({ reason }) => reason === 'sync.sameName');
  for (const [name, rows] of Map.groupBy(clashing, ({ table }) => table)) {
    const table = travellingTable(name);
    const uids = new Set(rows.map(({ uid }) => uid));
    const held = table ? await store.heldRows(table, 0, mostHeld) : [];
    for (const row of held) {
      if (table === undefined || row.held !== 'clash') continue;
      const own = await store.findSame(table, row);
      if (own !== undefined && uids.has(own)) await adoptRow(store, table, row, looker);
    }
  }
}

/** Answers whether the row of the cloud has the place of this hub's now; else it waits until that one gives its name up. */
async function takePlace(
  store: RowStore,
  table: TravellingTable,
  { own, row }: { readonly own: string; readonly row: KeptRow },
  looker: Looker,
): Promise<boolean> {
  const mine = (await store.loadRows(table.name, [{ uid: own, otherUid: noUid }])).get(own);
  if (mine === undefined || (await store.readContents(table, [row])).size > 0) return false;
  // Written elsewhere, too, it is another one than the cloud's, which has lost its name there meanwhile; unless the cloud says that it has not.
  const ownNames = await readNames(store);
  const isOnlyHere = mine.fromNode === null && ownNames.has(nodeOf(lastEdit(mine.state)));
  const isSameThere = isOnlyHere || (await store.whyRefused(mine)) === 'sync.sameName';
  if (!isSameThere) return false;
  await keepOwnValues(store, mine, row);
  await store.renameRow(table.name, own, row.uid);
  // Told before, it would come back in the cloud as another one once the name is free there.
  const place = Object.values(row.state.fields).map(({ at }) => at);
  const state = giveWay(mine.state, place, observerOf(looker));
  await store.saveRows([{ ...mine, state, held: null, heldFields: [] }]);
  await renameInStates(store, { table: table.name, from: own, to: row.uid }, looker);
  return true;
}

/** What people wrote of the row here, where the cloud has other values: it is kept as what lost. */
async function keepOwnValues(store: RowStore, mine: KeptRow, row: KeptRow): Promise<void> {
  const losses = Object.entries(mine.state.fields).flatMap(([field, { value, at }]) => {
    const theirs = row.state.fields[field];
    const isWritten = value !== null && field !== 'created_at' && isChosen(row.table, field);
    if (theirs === undefined || !isWritten || areEqual(value, theirs.value)) return [];
    const kept = { value: theirs.value, at: theirs.at, isGone: false };
    return [{ field, kept, lost: { value, at, isGone: false } }];
  });
  await store.keepConflicts([{ row: { ...row, editors: { ...mine.editors, ...row.editors } }, losses }]);
}

/** What is known to name the former uid names the new one; where it was told already, that is an edit. */
async function renameInStates(
  store: RowStore,
  { table, from, to }: { readonly table: string; readonly from: string; readonly to: string },
  looker: Looker,
): Promise<void> {
  const renamed: KeptRow[] = [];
  for (const kept of await store.rowsNaming(from)) {
    const values = Object.entries(kept.state.fields).filter(([, { value }]) => value === from);
    const again = Object.fromEntries(values.map(([name]) => [name, to]));
    const isPair = kept.otherUid !== noUid && (kept.uid === from || kept.otherUid === from);
    if (isPair) await store.forgetRow(kept);
    const swap = (uid: string) => (uid === from ? to : uid);
    renamed.push({
      ...kept,
      uid: isPair ? swap(kept.uid) : kept.uid,
      otherUid: isPair ? swap(kept.otherUid) : kept.otherUid,
      clientUid: kept.clientUid === from && table === 'clients' ? to : kept.clientUid,
      state: values.length === 0 ? kept.state : writeAgain(kept.state, again, observerOf(looker)),
      fromNode: null,
    });
  }
  await store.saveRows(renamed);
}
