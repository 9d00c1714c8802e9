import { isAlive, lastEdit, mergeRow, observeRow, type RowState, writeAgain } from '../core/index.ts';
import { readNames } from '../identity.ts';
import { adoptRow } from './adopt-row.ts';
import { onlyOf } from './editors.ts';
import { type Looker, observerOf, withClients } from './harvest-rows.ts';
import { isChosen, type Judge, type Verdict } from './judge-hub.ts';
import type { LostEdits } from './keep-conflicts.ts';
import { keepOrphans, tellKeptChildren, tellOutlived } from './keep-orphans.ts';
import { type KeptRow, keyOf, type RowKey } from './kept-row.ts';
import { moveOwned } from './move-owned.ts';
import type { RowStore } from './row-store.ts';
import { spareRows } from './spare-rows.ts';
import { type TravellingTable, travellingTables } from './travelling-tables.ts';
import { keyOfWire, stateOf, type WireRow } from './wire-row.ts';

export interface RefusedRow extends RowKey {
  readonly table: string;
  readonly reason: string;
}

interface Merging extends Looker {
  /** Who sent the rows. */
  readonly from: string;
  /** Undefined: all is believed but deleted clients and records whose original is only here, as a hub believes its cloud, and takes the cloud's row where two share a name. */
  readonly judge: Judge | undefined;
}

/** Merges rows of another server into those that are kept, and makes those of the program what they became. */
export async function mergeRows(store: RowStore, given: readonly WireRow[], merging: Merging): Promise<RefusedRow[]> {
  const refused: RefusedRow[] = [];
  const ownNames = await readNames(store);
  for (const table of travellingTables) {
    refused.push(...(await mergeTable(store, table, given, { ...merging, ownNames })));
  }
  const unknown = given.filter(({ table }) => !travellingTables.some(({ name }) => name === table));
  return [...refused, ...unknown.map((row) => ({ ...keyOfWire(row), table: row.table, reason: 'sync.unknownTable' }))];
}

async function mergeTable(
  store: RowStore,
  table: TravellingTable,
  given: readonly WireRow[],
  merging: Merging & { readonly ownNames: ReadonlySet<string> },
): Promise<RefusedRow[]> {
  const rows = given.filter((row) => row.table === table.name);
  if (rows.length === 0) return [];
  const known = await store.loadRows(table.name, rows.map(keyOfWire));
  const came = await withClients(
    store,
    table,
    rows.map((row) => asKept(row, known.get(keyOf(keyOfWire(row))), merging)),
  );
  const spared = merging.judge ? new Set<string>() : await spareRows(store, table, known, came, merging.ownNames);
  const refused: RefusedRow[] = [];
  const news: KeptRow[] = [];
  const lost: LostEdits[] = [];
  for (const row of came) {
    if (spared.has(keyOf(row))) continue;
    const mine = known.get(keyOf(row));
    const verdict = merging.judge?.(table, mine, row);
    if (verdict && 'refused' in verdict) {
      refused.push(refusedAs(verdict.refused, row));
      continue;
    }
    const merged = mergeRow(mine?.state, row.state, merging.ownNames);
    const state = judged(merged.row, verdict, observerOf(merging));
    if (!merged.isNews && verdict === undefined) {
      const reason = merging.judge && reasonOfHeld(mine?.held);
      if (reason) refused.push(refusedAs(reason, row));
      continue;
    }
    news.push({ ...row, state, fromNode: merged.isMore || verdict ? null : merging.from });
    lost.push({ row, losses: merged.losses.filter(({ field }) => isToChoose(table, field, verdict)) });
  }
  // Whose a row is, is told by what it became: an older edit may still name its former client.
  const owned = await withClients(store, table, news);
  const kept = table.name === 'seance_records' ? await inOneSession(store, owned, merging) : owned;
  const gone = news.filter((row) => !isAlive(row.state) && isAlive(known.get(keyOf(row))?.state ?? row.state));
  await keepOrphans(store, table, gone, { given, ...merging });
  const back = came.filter((row) => isBack(known.get(keyOf(row)), row));
  if (merging.judge === undefined) await tellKeptChildren(store, table, back, merging);
  const stay = came.filter((row) => spared.has(keyOf(row)));
  const outlived = await tellOutlived(store, table, known, stay, merging);
  const settled = [...kept, ...outlived.map(({ row }) => row)];
  await store.saveRows(settled);
  await moveOwned(store, table, known, kept);
  await store.keepConflicts([...lost, ...outlived]);
  await store.closeConflicts(kept);
  const { clashes, unfit } = await store.writeRows(table, settled);
  if (merging.judge === undefined) {
    for (const clash of clashes) await adoptRow(store, table, clash, merging);
    return refused;
  }
  const because = (reason: string) => (row: KeptRow) => refusedAs(reason, row);
  return [...refused, ...clashes.map(because('sync.sameName')), ...unfit.map(because('sync.unfit'))];
}

/** Why a row that the cloud knows is not among its own, as its hub is told each time it tells it. */
const reasonOfHeld = (held: string | null | undefined): string | undefined =>
  held === 'clash' ? 'sync.sameName' : held === 'unfit' ? 'sync.unfit' : undefined;

const refusedAs = (reason: string, { table, uid, otherUid }: KeptRow): RefusedRow => ({ table, uid, otherUid, reason });

/** What the judge has settled is no question for people. */
function isToChoose({ name }: TravellingTable, field: string | null, verdict: Verdict): boolean {
  if (verdict !== undefined && ('stays' in verdict || (field === null && 'instead' in verdict))) return false;
  const isSettled = verdict !== undefined && 'instead' in verdict && field !== null && field in verdict.instead;
  return isChosen(name, field) && !isSettled;
}

/** Alive on both sides, but for a deletion there of which this server did not let itself be told. */
const isBack = (mine: KeptRow | undefined, { state }: KeptRow): boolean =>
  mine !== undefined &&
  isAlive(mine.state) &&
  isAlive(state) &&
  (state.deleted?.at ?? '') > (mine.state.deleted?.at ?? '');

function judged(
  row: RowState,
  verdict: Exclude<Verdict, { refused: string }>,
  observer: ReturnType<typeof observerOf>,
) {
  if (verdict === undefined) return row;
  return 'stays' in verdict
    ? (observeRow(row, undefined, observer) ?? row)
    : writeAgain(row, verdict.instead, observer);
}

function asKept(row: WireRow, known: KeptRow | undefined, { from, judge }: Merging): KeptRow {
  const { held = null, heldFields = [], clientUid = null } = known ?? {};
  const told = judge ? onlyOf(from, row.editors) : row.editors;
  const editors = { ...told, ...known?.editors };
  const state = stateOf(row);
  return { ...keyOfWire(row), table: row.table, state, editors, clientUid, held, heldFields, fromNode: from };
}

/** A record is part of one session: of two that were chosen at the same time, the later choice counts on every server. */
async function inOneSession(store: RowStore, rows: readonly KeptRow[], merging: Merging): Promise<KeptRow[]> {
  const present = await store.sessionsOf(rows);
  const settled: KeptRow[] = [];
  for (const row of rows) {
    const other = present.find(({ uid, otherUid }) => uid === row.uid && otherUid !== row.otherUid);
    if (other === undefined || !isAlive(row.state)) {
      settled.push(row);
    } else if (lastEdit(row.state) > lastEdit(other.state)) {
      await store.takeOutOfSession(other);
      settled.push(row);
    } else {
      const state: RowState = observeRow(row.state, undefined, observerOf(merging)) ?? row.state;
      settled.push({ ...row, state, fromNode: null });
    }
  }
  return settled;
}
