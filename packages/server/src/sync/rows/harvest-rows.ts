import { areEqual, type Content, editedAtMs, isAlive, observeRow } from '../core/index.ts';
import { type KeptRow, keyOf } from './kept-row.ts';
import { ownerKey, ownerOf } from './owner-of-row.ts';
import type { ChangedRow, RowStore } from './row-store.ts';
import { type TravellingTable, travellingTables } from './travelling-tables.ts';

/** Who looks at the rows of this server. */
export interface Looker {
  /** This server in stamps. */
  readonly node: string;
  readonly nowMs: number;
  /** ms that the clock of the cloud is ahead of this one. */
  readonly offsetMs: number;
}

const positionKey = 'position';
const rowsAtOnce = 400;

/**
 * Notes what people changed on this server since it was looked at last, each field with the moment of the edit. Answers how many
 * rows that were.
 */
export async function harvestRows(store: RowStore, looker: Looker): Promise<number> {
  const since = await store.readMark(positionKey);
  const position = await store.readPosition();
  if (since === position) return 0;
  const byTable = new Map<string, Map<string, ChangedRow>>();
  for await (const change of store.readChanges(since)) {
    const rows = byTable.get(change.table) ?? new Map<string, ChangedRow>();
    const changedMs = Math.max(change.changedMs, rows.get(keyOf(change))?.changedMs ?? 0);
    byTable.set(change.table, rows.set(keyOf(change), { ...change, changedMs }));
  }
  const replays = await store.readReplayed();
  let edited = 0;
  for (const table of travellingTables) {
    const isDevice = table.name === 'devices' || table.name === 'device_users';
    const rows = [...(byTable.get(table.name)?.values() ?? [])].filter(({ uid }) => !isDevice || !replays.has(uid));
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      edited += await look(store, table, rows.slice(from, from + rowsAtOnce), looker);
    }
  }
  await store.writeMark(positionKey, position);
  return edited;
}

async function look(
  store: RowStore,
  table: TravellingTable,
  changed: readonly ChangedRow[],
  { node, nowMs, offsetMs }: Looker,
): Promise<number> {
  const known = await store.loadRows(table.name, changed);
  const contents = await store.readContents(table, changed);
  const edited: KeptRow[] = [];
  for (const { changedMs, uid, otherUid } of changed) {
    const before = known.get(keyOf({ uid, otherUid }));
    const content = seenContent(before, contents.get(keyOf({ uid, otherUid })));
    const editedMs = editedAtMs(changedMs, nowMs, offsetMs);
    const state = observeRow(before?.state, content, { node, editedMs });
    if (state === undefined || state === before?.state) continue;
    const clientUid = before?.clientUid ?? null;
    const heldFields = before?.heldFields ?? [];
    edited.push({ table: table.name, uid, otherUid, clientUid, state, held: null, heldFields, fromNode: null });
  }
  await store.saveRows(await withClients(store, table, edited));
  return edited.length;
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
