import { z } from 'zod';
import { areEqual, type Content, editedAtMs, isAlive, observeRow } from '../core/index.ts';
import { withEditor } from './editors.ts';
import { type KeptRow, keyOf } from './kept-row.ts';
import { moveOwned } from './move-owned.ts';
import { ownerKey, ownerOf } from './owner-of-row.ts';
import type { ChangedRow, RowStore } from './row-store.ts';
import { type TravellingTable, travellingTable, travellingTables } from './travelling-tables.ts';

/** Who looks at the rows of this server. */
export interface Looker {
  /** This server in stamps. */
  readonly node: string;
  readonly nowMs: number;
  /** ms that the clock of the cloud is ahead of this one. */
  readonly offsetMs: number;
}

/** Who writes now, in the time of the cloud. */
export const observerOf = ({ node, nowMs, offsetMs }: Looker) => ({ node, editedMs: nowMs + offsetMs });

const positionKey = 'position';
const columnsKey = 'columns';
const KeptColumns = z.record(z.string(), z.array(z.string()));
const rowsAtOnce = 1000;

/**
 * Notes what people changed on this server since it was looked at last, each field with the moment of the edit. Answers how many
 * rows that were.
 */
export async function harvestRows(store: RowStore, looker: Looker): Promise<number> {
  const since = await store.readMark(positionKey);
  const position = await store.readPosition();
  const gained = await gainedColumns(store);
  if (since === position && gained.size === 0) return 0;
  const byTable = new Map<string, Map<string, ChangedRow>>();
  for await (const change of store.readChanges(since)) {
    const rows = byTable.get(change.table) ?? new Map<string, ChangedRow>();
    // A row that became another client's has an entry of each.
    const other = rows.get(keyOf(change));
    const changedMs = Math.max(change.changedMs, other?.changedMs ?? 0);
    const editedBy = change.editedBy ?? other?.editedBy ?? null;
    byTable.set(change.table, rows.set(keyOf(change), { ...change, changedMs, editedBy }));
  }
  const replays = await store.readReplayed();
  let edited = 0;
  for (const table of travellingTables) {
    const isDevice = table.name === 'devices' || table.name === 'device_users';
    const rows = [...(byTable.get(table.name)?.values() ?? [])].filter(({ uid }) => !isDevice || !replays.has(uid));
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      edited += await look(store, table, rows.slice(from, from + rowsAtOnce), looker, gained.get(table.name));
    }
  }
  for (const [table, names] of gained) await fillColumns(store, table, names);
  await store.writeMark(columnsKey, await store.readColumns());
  await store.writeMark(positionKey, position);
  return edited;
}

async function look(
  store: RowStore,
  table: TravellingTable,
  changed: readonly ChangedRow[],
  { node, nowMs, offsetMs }: Looker,
  gained: readonly string[] = [],
): Promise<number> {
  const known = await store.loadRows(table.name, changed);
  const contents = await store.readContents(table, changed);
  const people = await store.editorsById(changed.flatMap(({ editedBy }) => editedBy ?? []));
  const edited: KeptRow[] = [];
  for (const { changedMs, uid, otherUid, editedBy } of changed) {
    const before = known.get(keyOf({ uid, otherUid }));
    const content = seenContent(before, without(gained, contents.get(keyOf({ uid, otherUid }))));
    const editedMs = editedAtMs(changedMs, nowMs, offsetMs);
    const state = observeRow(before?.state, content, { node, editedMs });
    if (state === undefined || state === before?.state) continue;
    const clientUid = before?.clientUid ?? null;
    const heldFields = before?.heldFields ?? [];
    const editors = withEditor(state, before, people.get(editedBy ?? 0));
    const kept = { table: table.name, uid, otherUid, clientUid, state, editors };
    edited.push({ ...kept, held: null, heldFields, fromNode: null });
  }
  const owned = await withClients(store, table, edited);
  await store.saveRows(owned);
  await moveOwned(store, table, known, owned);
  return edited.length;
}

/**
 * Columns that the program has had since this version: what others said of them before is kept, and nobody has unset it here.
 */
async function gainedColumns(store: RowStore): Promise<ReadonlyMap<string, readonly string[]>> {
  const before = KeptColumns.safeParse(await store.readMark(columnsKey)).data;
  if (before === undefined) return new Map();
  const now = Object.entries(await store.readColumns());
  const gained = now.map(([table, names]) => [table, names.filter((name) => !before[table]?.includes(name))] as const);
  return new Map(gained.filter(([table, names]) => before[table] !== undefined && names.length > 0));
}

/** At the start of a program: columns that it gained are filled before anybody can write them. */
export async function fillNewColumns(store: RowStore, looker: Looker): Promise<void> {
  if ((await gainedColumns(store)).size > 0) await harvestRows(store, looker);
}

/** Makes the new columns what is kept of them. */
async function fillColumns(store: RowStore, name: string, gained: readonly string[]): Promise<void> {
  const table = travellingTable(name);
  if (table === undefined) return;
  for (let since = 0; ; ) {
    const rows = await store.rowsWith(name, gained, since, rowsAtOnce);
    await store.writeRows(table, rows);
    const last = rows.at(-1);
    if (last === undefined) return;
    since = last.seq;
  }
}

function without(names: readonly string[], content: Content | undefined): Content | undefined {
  return content && Object.fromEntries(Object.entries(content).filter(([name]) => !names.includes(name)));
}

/** What is not here because it could not be is no edit; nor is a password that was never told. */
function seenContent(before: KeptRow | undefined, content: Content | undefined): Content | undefined {
  if (before === undefined) return content && withoutUnset(content);
  if (content === undefined) {
    const isHeld = before.held !== null && isAlive(before.state);
    return isHeld
      ? Object.fromEntries(Object.entries(before.state.fields).map(([name, f]) => [name, f.value]))
      : undefined;
  }
  const values = Object.entries(content).map(([name, value]) => {
    const field = before.state.fields[name];
    const isHeld = value === null && field !== undefined && before.heldFields.includes(name);
    return [name, isHeld ? field.value : value] as const;
  });
  const seen = Object.fromEntries(values);
  return before.state.fields.password_hash === undefined ? withoutUnset(seen) : seen;
}

function withoutUnset(content: Content): Content {
  if (!areEqual(content.password_hash ?? null, null)) return content;
  const { password_hash: _, ...rest } = content;
  return rest;
}

/** Rows with whose they are, as far as that is known; a row that is gone stays whose it was. */
export async function withClients(
  store: Pick<RowStore, 'clientsOf'>,
  table: TravellingTable,
  rows: readonly KeptRow[],
): Promise<KeptRow[]> {
  const owners = rows.map((row) => ownerOf(table, row, row.state));
  const clients = await store.clientsOf(owners.filter((owner) => owner !== null && owner !== undefined));
  return rows.map((row, at) => {
    const owner = owners[at];
    if (owner === null) return { ...row, clientUid: null };
    const clientUid = (owner && clients.get(ownerKey(owner))) ?? row.clientUid;
    return { ...row, clientUid };
  });
}
