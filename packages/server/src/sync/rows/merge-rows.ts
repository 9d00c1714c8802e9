import type { Queryable } from '../../platform/database/index.ts';
import { type Content, isAlive, lastEdit, mergeRow, observeRow, type RowState, writeAgain } from '../core/index.ts';
import { adoptRow } from './adopt-row.ts';
import { onlyOf } from './editors.ts';
import { type Looker, withClients } from './harvest-rows.ts';
import { closeConflicts, keepConflicts, type LostEdits } from './keep-conflicts.ts';
import { type KeptRow, keyOf, loadRows, type RowKey, saveRows, stateOf, type WireRow } from './keep-states.ts';
import { sessionsOfRecords, takeOutOfSession } from './sessions-of-records.ts';
import { spareRows } from './spare-rows.ts';
import { noUid, type TravellingTable, travellingTables } from './travelling-tables.ts';
import { type Savepoints, writeRows } from './write-rows.ts';

/** Whether a row of another server is believed: a code says why not; values that it is told instead of its own; that the row stays gone. */
export type Verdict =
  | { readonly refused: string }
  | { readonly instead: Content }
  | { readonly stays: 'gone' }
  | undefined;

/** How a server judges what another one sent. */
export interface Judge {
  /** `known`: what it is here. `row`: as it would be, with whose it is. */
  (table: TravellingTable, known: KeptRow | undefined, row: KeptRow): Verdict;
}

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
export async function mergeRows(tx: Savepoints, given: readonly WireRow[], merging: Merging): Promise<RefusedRow[]> {
  const refused: RefusedRow[] = [];
  for (const table of travellingTables) {
    const rows = given.filter((row) => row.table === table.name);
    if (rows.length > 0) refused.push(...(await mergeTable(tx, table, rows, merging)));
  }
  const unknown = given.filter(({ table }) => !travellingTables.some(({ name }) => name === table));
  return [...refused, ...unknown.map((row) => ({ ...keyOfWire(row), table: row.table, reason: 'sync.unknownTable' }))];
}

const keyOfWire = ({ uid, other_uid: otherUid }: WireRow): RowKey => ({ uid, otherUid: otherUid ?? noUid });

async function mergeTable(
  tx: Savepoints,
  table: TravellingTable,
  rows: readonly WireRow[],
  merging: Merging,
): Promise<RefusedRow[]> {
  const known = await loadRows(tx, table.name, rows.map(keyOfWire));
  const came = await withClients(
    tx,
    table,
    rows.map((row) => asKept(row, known.get(keyOf(keyOfWire(row))), merging)),
  );
  const spared = merging.judge ? new Set<string>() : await spareRows(tx, table, known, came);
  const refused: RefusedRow[] = [];
  const news: KeptRow[] = [];
  const lost: LostEdits[] = [];
  for (const row of came) {
    if (spared.has(keyOf(row))) continue;
    const mine = known.get(keyOf(row));
    const verdict = merging.judge?.(table, mine, row);
    if (verdict && 'refused' in verdict) {
      refused.push({ table: table.name, uid: row.uid, otherUid: row.otherUid, reason: verdict.refused });
      continue;
    }
    const merged = mergeRow(mine?.state, row.state);
    const state = judged(merged.row, verdict, observerOf(merging));
    if (!merged.isNews && verdict === undefined) continue;
    news.push({ ...row, state, fromNode: merged.isMore || verdict ? null : merging.from });
    lost.push({ row, losses: merged.losses });
  }
  // Whose a row is, is told by what it became: an older edit may still name its former client.
  const owned = await withClients(tx, table, news);
  const kept = table.name === 'seance_records' ? await inOneSession(tx, owned, merging) : owned;
  await saveRows(tx, kept);
  await keepConflicts(tx, lost);
  await closeConflicts(tx, kept);
  const { clashes, unfit } = await writeRows(tx, table, kept);
  if (merging.judge === undefined) {
    for (const clash of clashes) await adoptRow(tx, table, clash, merging);
    return refused;
  }
  const because = (reason: string) => (row: RowKey) => ({
    ...{ table: table.name, uid: row.uid, otherUid: row.otherUid, reason },
  });
  return [...refused, ...clashes.map(because('sync.sameName')), ...unfit.map(because('sync.unfit'))];
}

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

const observerOf = ({ node, nowMs, offsetMs }: Looker) => ({ node, editedMs: nowMs + offsetMs });

function asKept(row: WireRow, known: KeptRow | undefined, { from, judge }: Merging): KeptRow {
  const { held = null, heldFields = [], clientUid = null } = known ?? {};
  const told = judge ? onlyOf(from, row.editors) : row.editors;
  const editors = { ...told, ...known?.editors };
  const state = stateOf(row);
  return { ...keyOfWire(row), table: row.table, state, editors, clientUid, held, heldFields, fromNode: from };
}

/** A record is part of one session: of two that were chosen at the same time, the later choice counts on every server. */
async function inOneSession(tx: Queryable, rows: readonly KeptRow[], merging: Merging): Promise<KeptRow[]> {
  const present = await sessionsOfRecords(tx, rows);
  const settled: KeptRow[] = [];
  for (const row of rows) {
    const other = present.find(({ uid, otherUid }) => uid === row.uid && otherUid !== row.otherUid);
    if (other === undefined || !isAlive(row.state)) {
      settled.push(row);
    } else if (lastEdit(row.state) > lastEdit(other.state)) {
      await takeOutOfSession(tx, other);
      settled.push(row);
    } else {
      const state: RowState = observeRow(row.state, undefined, observerOf(merging)) ?? row.state;
      settled.push({ ...row, state, fromNode: null });
    }
  }
  return settled;
}
