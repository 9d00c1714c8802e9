import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/index.ts';
import { changesSince, readPosition, readRows } from '../../platform/rows-by-uid/index.ts';
import { areEqual, type Content, editedAtMs, isAlive, observeRow } from '../core/index.ts';
import { editorsById, withEditor } from './editors.ts';
import { type KeptRow, keyOf, loadRows, type RowKey, readMark, saveRows, writeMark } from './keep-states.ts';
import { clientsOfOwners, ownerKey, ownerOf } from './owner-of-row.ts';
import { readContents } from './read-contents.ts';
import { noUid, type TravellingTable, travellingTables } from './travelling-tables.ts';

/** Who looks at the rows of this server. */
export interface Looker {
  /** This server in stamps. */
  readonly node: string;
  readonly nowMs: number;
  /** ms that the clock of the cloud is ahead of this one. */
  readonly offsetMs: number;
}

interface Changed extends RowKey {
  readonly changedMs: number;
  /** Local id; null: nobody in particular. */
  readonly editedBy: number | null;
}

const positionKey = 'position';
const rowsAtOnce = 1000;

/**
 * Notes what people changed on this server since it was looked at last, each field with the moment of the edit. In one
 * `repeatable read` transaction. Answers how many rows that were.
 */
export async function harvestRows(tx: Queryable, looker: Looker): Promise<number> {
  const since = await readMark(tx, positionKey);
  const position = await readPosition(tx);
  if (since === position) return 0;
  const changes = typeof since === 'string' ? await changesSince(tx, since) : undefined;
  const byTable = new Map<string, Map<string, Changed>>();
  for await (const { table, uid, otherUid, changedAt, editedBy } of changes ?? everyRow(tx)) {
    const rows = byTable.get(table) ?? new Map<string, Changed>();
    const key = { uid, otherUid: otherUid ?? noUid };
    // A row that became another client's has an entry of each.
    const other = rows.get(keyOf(key));
    const changedMs = Math.max(changedAt.getTime(), other?.changedMs ?? 0);
    byTable.set(table, rows.set(keyOf(key), { ...key, changedMs, editedBy: editedBy ?? other?.editedBy ?? null }));
  }
  const replays = await devicesOfReplays(tx);
  let edited = 0;
  for (const table of travellingTables) {
    const isDevice = table.name === 'devices' || table.name === 'device_users';
    const rows = [...(byTable.get(table.name)?.values() ?? [])].filter(({ uid }) => !isDevice || !replays.has(uid));
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      edited += await look(tx, table, rows.slice(from, from + rowsAtOnce), looker);
    }
  }
  await writeMark(tx, positionKey, position);
  return edited;
}

/** Virtual devices are gone with the replay that they play: no other server hears of them. */
async function devicesOfReplays(tx: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await tx.execute(sql`select uid from devices where other_data @> '{"replay": true}'::jsonb`);
  return new Set(rows.map(({ uid }) => String(uid)));
}

/** Nobody knows what changed: all that the log has ever heard of, and all that is known. */
async function* everyRow(tx: Queryable) {
  const all = sql`select table_name, uid, other_uid, max(changed_at) as changed_at from (
      select table_name, uid, other_uid, changed_at from row_changes
      union all select table_name, uid, nullif(other_uid, ${noUid}::uuid), now() from sync_rows s where not exists (
        select 1 from row_changes l where l.table_name = s.table_name and l.uid = s.uid
          and coalesce(l.other_uid, ${noUid}::uuid) = s.other_uid)) every
    group by 1, 2, 3`;
  for await (const { table_name: table, uid, other_uid: other, changed_at: changedAt } of readRows(tx, all)) {
    const otherUid = other === null ? null : String(other);
    yield { table: String(table), uid: String(uid), otherUid, changedAt: new Date(String(changedAt)), editedBy: null };
  }
}

async function look(
  tx: Queryable,
  table: TravellingTable,
  changed: readonly Changed[],
  { node, nowMs, offsetMs }: Looker,
): Promise<number> {
  const known = await loadRows(tx, table.name, changed);
  const contents = await readContents(tx, table, changed);
  const people = await editorsById(
    tx,
    changed.flatMap(({ editedBy }) => editedBy ?? []),
  );
  const edited: KeptRow[] = [];
  for (const { changedMs, uid, otherUid, editedBy } of changed) {
    const before = known.get(keyOf({ uid, otherUid }));
    const content = seenContent(before, contents.get(keyOf({ uid, otherUid })));
    const editedMs = editedAtMs(changedMs, nowMs, offsetMs);
    const state = observeRow(before?.state, content, { node, editedMs });
    if (state === undefined || state === before?.state) continue;
    const clientUid = before?.clientUid ?? null;
    const heldFields = before?.heldFields ?? [];
    const editors = withEditor(state, before, people.get(editedBy ?? 0));
    edited.push({
      table: table.name,
      uid,
      otherUid,
      clientUid,
      state,
      editors,
      held: null,
      heldFields,
      fromNode: null,
    });
  }
  await saveRows(tx, await withClients(tx, table, edited));
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
export async function withClients(tx: Queryable, table: TravellingTable, rows: readonly KeptRow[]): Promise<KeptRow[]> {
  const owners = rows.map((row) => ownerOf(table, row, row.state));
  const clients = await clientsOfOwners(
    tx,
    owners.filter((owner) => owner !== null && owner !== undefined),
  );
  return rows.map((row, at) => {
    const owner = owners[at];
    if (owner === null) return { ...row, clientUid: null };
    const clientUid = (owner && clients.get(ownerKey(owner))) ?? row.clientUid;
    return { ...row, clientUid };
  });
}
