import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/index.ts';
import { type Json, type RowState, stampPattern } from '../core/index.ts';
import { Editors, editorsOf } from './editors.ts';
import { noUid } from './travelling-tables.ts';

/** A row or a pair, wherever it is. */
export interface RowKey {
  readonly uid: string;
  readonly otherUid: string;
}

/** What this server keeps of a row. */
export interface KeptRow extends RowKey {
  readonly table: string;
  readonly clientUid: string | null;
  readonly state: RowState;
  /** Who made its edits, by their stamps. */
  readonly editors: Editors;
  readonly held: string | null;
  readonly heldFields: readonly string[];
  readonly fromNode: string | null;
}

export const keyOf = ({ uid, otherUid }: RowKey): string => (otherUid === noUid ? uid : `${uid} ${otherUid}`);

const JsonValue: z.ZodType<Json> = z.json();
const Stamp = z.string().regex(stampPattern);
const Seen = z.union([z.literal(''), Stamp]);
/** Value, stamp, stamp that was seen. */
const Fields = z.record(z.string().max(64), z.tuple([JsonValue, Stamp, Seen]));

/** A row on its way: as it is kept. */
export const WireRow = z.object({
  table: z.string().max(64),
  uid: z.uuid(),
  other_uid: z.uuid().nullable(),
  fields: Fields,
  deleted: z.tuple([Stamp, Seen]).nullable(),
  // Servers before this one say nothing of it.
  editors: Editors.default({}),
});
export type WireRow = z.infer<typeof WireRow>;

export function wireRow({
  table,
  uid,
  otherUid,
  state,
  editors,
}: Pick<KeptRow, 'table' | 'uid' | 'otherUid' | 'state' | 'editors'>): WireRow {
  return {
    table,
    uid,
    other_uid: otherUid === noUid ? null : otherUid,
    fields: packed(state),
    deleted: state.deleted === null ? null : [state.deleted.at, state.deleted.seen],
    editors,
  };
}

export function stateOf({ fields, deleted }: Pick<WireRow, 'fields' | 'deleted'>): RowState {
  const entries = Object.entries(fields).map(([name, [value, at, seen]]) => [name, { value, at, seen }] as const);
  return { fields: Object.fromEntries(entries), deleted: deleted && { at: deleted[0], seen: deleted[1] } };
}

function packed({ fields }: RowState): WireRow['fields'] {
  return Object.fromEntries(Object.entries(fields).map(([name, { value, at, seen }]) => [name, [value, at, seen]]));
}

/** A password that was chosen on a hub is one of the hub; that of an administrator is told to nobody. */
export function withoutPassword(row: WireRow): WireRow {
  if (row.table !== 'users') return row;
  const { password_hash: _, ...fields } = row.fields;
  return { ...row, fields };
}

export const uidsOfRecords = (rows: readonly WireRow[]): string[] =>
  rows.filter(({ table }) => table === 'records').map(({ uid }) => uid);

const columns = sql.raw(
  'table_name, uid, other_uid, client_uid, fields, editors, deleted_at, deleted_seen, held, held_fields, from_node, seq',
);

/** The rows of a table with these keys, by their keys. */
export async function loadRows(tx: Queryable, table: string, keys: readonly RowKey[]): Promise<Map<string, KeptRow>> {
  const uids = keys.map(({ uid, otherUid }) => ({ uid, other_uid: otherUid }));
  const { rows } = await tx.execute(sql`select ${columns} from sync_rows s
    where table_name = ${table} and (uid, other_uid) in
      (select k.uid, k.other_uid from jsonb_to_recordset(${JSON.stringify(uids)}::jsonb) as k(uid uuid, other_uid uuid))`);
  return new Map(rows.map(readKept).map((row) => [keyOf(row), row]));
}

export function readKept(row: Record<string, unknown>): KeptRow & { readonly seq: number } {
  const deleted = row.deleted_at === null ? null : { at: String(row.deleted_at), seen: String(row.deleted_seen ?? '') };
  return {
    table: String(row.table_name),
    uid: String(row.uid),
    otherUid: String(row.other_uid),
    clientUid: row.client_uid === null ? null : String(row.client_uid),
    state: { ...stateOf({ fields: Fields.parse(row.fields), deleted: null }), deleted },
    editors: Editors.parse(row.editors),
    held: row.held === null ? null : String(row.held),
    heldFields: z.array(z.string()).parse(row.held_fields),
    fromNode: row.from_node === null ? null : String(row.from_node),
    seq: Number(row.seq),
  };
}

/** Keeps rows; each counts as changed, and is told to others. */
export async function saveRows(tx: Queryable, rows: readonly KeptRow[]): Promise<void> {
  if (rows.length === 0) return;
  const from = await takeNumbers(tx, rows.length);
  const given = rows.map((row, at) => ({
    ...{ table_name: row.table, uid: row.uid, other_uid: row.otherUid, client_uid: row.clientUid },
    ...{
      fields: packed(row.state),
      editors: editorsOf(row.state, row.editors),
      deleted_at: row.state.deleted?.at ?? null,
    },
    ...{ deleted_seen: row.state.deleted?.seen ?? null, held: row.held, held_fields: row.heldFields },
    ...{ from_node: row.fromNode, seq: from + at },
  }));
  await tx.execute(sql`insert into sync_rows (${columns})
    select ${columns} from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r(table_name text, uid uuid, other_uid uuid,
      client_uid uuid, fields jsonb, editors jsonb, deleted_at text, deleted_seen text, held text, held_fields text[], from_node uuid, seq bigint)
    on conflict (table_name, uid, other_uid) do update set client_uid = excluded.client_uid, fields = excluded.fields,
      editors = excluded.editors,      deleted_at = excluded.deleted_at, deleted_seen = excluded.deleted_seen, held = excluded.held,
      held_fields = excluded.held_fields, from_node = excluded.from_node, seq = excluded.seq, refused = null, changed_at = now()`);
}

/** Notes whether rows are among those of the program; nobody else is told of that. */
export async function noteHeld(
  tx: Queryable,
  table: string,
  rows: readonly (RowKey & { readonly held: string | null; readonly heldFields: readonly string[] })[],
): Promise<void> {
  if (rows.length === 0) return;
  const given = rows.map(({ uid, otherUid, held, heldFields }) => ({
    ...{ uid, other_uid: otherUid, held },
    held_fields: heldFields,
  }));
  await tx.execute(sql`update sync_rows s set held = r.held, held_fields = r.held_fields
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r(uid uuid, other_uid uuid, held text, held_fields text[])
    where s.table_name = ${table} and s.uid = r.uid and s.other_uid = r.other_uid
      and (s.held, s.held_fields) is distinct from (r.held, r.held_fields)`);
}

/** Numbers of changes, each given once; rows are kept by one after the other (`in-turn`), so what has a lower one is there. */
async function takeNumbers(tx: Queryable, count: number): Promise<number> {
  const { rows } =
    await tx.execute(sql`insert into sync_marks as m (key, value) values ('head', to_jsonb(${count}::bigint))
    on conflict (key) do update set value = to_jsonb((m.value #>> '{}')::bigint + ${count}) returning value`);
  return Number(rows[0]?.value) - count + 1;
}

export async function readMark(tx: Queryable, key: string): Promise<unknown> {
  const { rows } = await tx.execute(sql`select value from sync_marks where key = ${key}`);
  return rows[0]?.value;
}

export async function writeMark(tx: Queryable, key: string, value: unknown): Promise<void> {
  await tx.execute(sql`insert into sync_marks (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value`);
}
