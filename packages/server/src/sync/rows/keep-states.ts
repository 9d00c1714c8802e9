import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/database/index.ts';
import { Editors, editorsOf } from './editors.ts';
import { type KeptRow, keyOf, type RowKey } from './kept-row.ts';
import type { NumberedRow } from './row-store.ts';
import { noUid } from './travelling-tables.ts';
import { Fields, packed, stateOf } from './wire-row.ts';

const columns = sql.raw(
  'table_name, uid, other_uid, client_uid, fields, editors, deleted_at, deleted_seen, held, held_fields, from_node, seq',
);

const HeldFields = z.array(z.string());

/** The rows of a table with these keys, by their keys. */
export async function loadRows(tx: Queryable, table: string, keys: readonly RowKey[]): Promise<Map<string, KeptRow>> {
  const uids = keys.map(({ uid, otherUid }) => ({ uid, other_uid: otherUid }));
  const { rows } = await tx.execute(sql`select ${columns} from sync_rows s
    where table_name = ${table} and (uid, other_uid) in
      (select k.uid, k.other_uid from jsonb_to_recordset(${JSON.stringify(uids)}::jsonb) as k(uid uuid, other_uid uuid))`);
  return new Map(rows.map(readKept).map((row) => [keyOf(row), row]));
}

export function readKept(row: Record<string, unknown>): NumberedRow {
  const deleted = row.deleted_at === null ? null : { at: String(row.deleted_at), seen: String(row.deleted_seen ?? '') };
  return {
    table: String(row.table_name),
    uid: String(row.uid),
    otherUid: String(row.other_uid),
    clientUid: row.client_uid === null ? null : String(row.client_uid),
    state: { ...stateOf({ fields: Fields.parse(row.fields), deleted: null }), deleted },
    editors: Editors.parse(row.editors),
    held: row.held === null ? null : String(row.held),
    heldFields: HeldFields.parse(row.held_fields),
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
    ...{ fields: packed(row.state), editors: editorsOf(row.state, row.editors) },
    deleted_at: row.state.deleted?.at ?? null,
    ...{ deleted_seen: row.state.deleted?.seen ?? null, held: row.held, held_fields: row.heldFields },
    ...{ from_node: row.fromNode, seq: from + at },
  }));
  await tx.execute(sql`insert into sync_rows (${columns})
    select ${columns} from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r(table_name text, uid uuid, other_uid uuid,
      client_uid uuid, fields jsonb, editors jsonb, deleted_at text, deleted_seen text, held text, held_fields text[], from_node uuid, seq bigint)
    on conflict (table_name, uid, other_uid) do update set client_uid = excluded.client_uid, fields = excluded.fields,
      editors = excluded.editors, deleted_at = excluded.deleted_at, deleted_seen = excluded.deleted_seen, held = excluded.held,
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

/** What is kept of rows that bear or name this uid. */
export async function rowsNaming(tx: Queryable, uid: string): Promise<KeptRow[]> {
  const { rows } = await tx.execute(sql`select * from sync_rows
    where strpos(fields::text, ${uid}) > 0 or client_uid = ${uid} or (other_uid <> ${noUid}::uuid and (uid = ${uid} or other_uid = ${uid}))`);
  return rows.map(readKept);
}

/** In the order of their numbers, what is kept of rows of a table that have one of these fields. */
export async function rowsWith(
  tx: Queryable,
  table: string,
  fields: readonly string[],
  since: number,
  most: number,
): Promise<NumberedRow[]> {
  const { rows } = await tx.execute(sql`select * from sync_rows where table_name = ${table} and seq > ${since}
    and exists (select 1 from jsonb_array_elements_text(${JSON.stringify(fields)}::jsonb) f where fields ? f.value)
    order by seq limit ${most}`);
  return rows.map(readKept);
}

export async function forgetRow(tx: Queryable, { table, uid, otherUid }: KeptRow): Promise<void> {
  await tx.execute(sql`delete from sync_rows where table_name = ${table} and uid = ${uid} and other_uid = ${otherUid}`);
}

/** In the order of their numbers, rows of a table that are not here as they are known, wholly or in part. */
export async function heldRows(tx: Queryable, table: string, since: number, most: number): Promise<NumberedRow[]> {
  const { rows } = await tx.execute(sql`select * from sync_rows
    where table_name = ${table} and seq > ${since} and (held is not null or held_fields <> '{}') order by seq limit ${most}`);
  return rows.map(readKept);
}

export async function forgetTold(tx: Queryable): Promise<void> {
  await tx.execute(sql`update sync_rows set from_node = null where from_node is not null`);
  await tx.execute(sql`update sync_files set state = 'needs_sending', confirmed_sha256 = null, confirmed_at = null,
    sent_bytes = 0 where freed_at is null`);
}

export async function whyRefused(
  tx: Queryable,
  { table, uid, otherUid }: RowKey & { readonly table: string },
): Promise<string | null> {
  const { rows } = await tx.execute(
    sql`select refused from sync_rows where table_name = ${table} and uid = ${uid} and other_uid = ${otherUid}`,
  );
  return z
    .string()
    .nullable()
    .parse(rows[0]?.refused ?? null);
}

/** Notes at rows why the cloud does not believe them. */
export async function noteRefused(
  tx: Queryable,
  refused: readonly (RowKey & { readonly table: string; readonly reason: string })[],
): Promise<void> {
  if (refused.length === 0) return;
  const given = refused.map(({ otherUid, ...row }) => ({ ...row, other_uid: otherUid }));
  await tx.execute(sql`update sync_rows s set refused = r.reason
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r("table" text, uid uuid, other_uid uuid, reason text)
    where s.table_name = r."table" and s.uid = r.uid and s.other_uid = r.other_uid`);
}

/** Numbers of changes, each given once; rows are kept by one after the other (`in-turn`), so what has a lower one is there. */
async function takeNumbers(tx: Queryable, count: number): Promise<number> {
  const { rows } =
    await tx.execute(sql`insert into sync_marks as m (key, value) values ('head', to_jsonb(${count}::bigint))
    on conflict (key) do update set value = to_jsonb((m.value #>> '{}')::bigint + ${count}) returning value`);
  return Number(rows[0]?.value) - count + 1;
}
