import { areEqual, type FieldState, lastEdit, nodeOf, writeAgain } from '../core/index.ts';
import type { Looker } from './harvest-rows.ts';
import { isChosen } from './judge-hub.ts';
import type { KeptRow } from './kept-row.ts';
import type { RowStore } from './row-store.ts';
import { noUid, type TravellingTable } from './travelling-tables.ts';

/**
 * A row of the cloud has the name of one of this hub: they are the same thing. The hub's row becomes the cloud's, and whatever
 * names it does so from now on. A selection is another one that bears its number: this hub's gets the next free one.
 */
export async function adoptRow(store: RowStore, table: TravellingTable, row: KeptRow, looker: Looker): Promise<void> {
  // Their files have its name.
  if (table.name === 'records') return;
  const own = await store.findSame(table, row);
  if (own === undefined || !(await isOnlyHere(store, table, own, looker))) return;
  // It is here already, and took the name of another one: it stays as it is until that one gives it up.
  if (table.name !== 'selections' && (await store.readContents(table, [row])).size > 0) return;
  if (table.name === 'selections') {
    await store.renumberSelection(own);
  } else {
    await keepOwnValues(store, table, own, row);
    await store.renameRow(table.name, own, row.uid);
    await renameInStates(store, { table: table.name, from: own, to: row.uid }, looker);
  }
  await store.writeRows(table, [row]);
}

/** Whether nobody else has written a row: the cloud may know another one, which has lost its name meanwhile. */
async function isOnlyHere(store: RowStore, { name }: TravellingTable, uid: string, { node }: Looker): Promise<boolean> {
  const mine = (await store.loadRows(name, [{ uid, otherUid: noUid }])).get(uid);
  return mine !== undefined && mine.fromNode === null && nodeOf(lastEdit(mine.state)) === node;
}

/** What people wrote of the row here, where the cloud has other values: it is kept as what lost. */
async function keepOwnValues(store: RowStore, { name }: TravellingTable, own: string, row: KeptRow): Promise<void> {
  const mine = (await store.loadRows(name, [{ uid: own, otherUid: noUid }])).get(own);
  if (mine === undefined) return;
  const losses = Object.entries(mine.state.fields).flatMap(([field, { value, at }]) => {
    const theirs = row.state.fields[field];
    if (
      theirs === undefined ||
      value === null ||
      field === 'created_at' ||
      !isChosen(name, field) ||
      areEqual(value, theirs.value)
    )
      return [];
    const edit = (given: FieldState) => ({ value: given.value, at: given.at, isGone: false });
    return [{ field, kept: edit(theirs), lost: { value, at, isGone: false } }];
  });
  await store.keepConflicts([{ row: { ...row, editors: { ...mine.editors, ...row.editors } }, losses }]);
}

/** What is known to name the former uid names the new one; where it was told already, that is an edit. */
async function renameInStates(
  store: RowStore,
  { table, from, to }: { readonly table: string; readonly from: string; readonly to: string },
  { node, nowMs, offsetMs }: Looker,
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
      state: values.length === 0 ? kept.state : writeAgain(kept.state, again, { node, editedMs: nowMs + offsetMs }),
      fromNode: null,
    });
  }
  await store.saveRows(renamed);
}
