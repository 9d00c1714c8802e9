import { z } from 'zod';
import { isJson, type Json, type RowState, seenPattern, stampPattern } from '../core/index.ts';
import { Editors } from './editors.ts';
import type { KeptRow, RowKey } from './kept-row.ts';
import { noUid } from './travelling-tables.ts';

/** `z.json()` costs a look-up of each value: it can name itself. */
export const JsonValue = z.custom<Json>(isJson);
const Stamp = z.string().regex(stampPattern);
const Seen = z.string().regex(seenPattern);
/** Value, stamp, stamps that were seen. */
const AnyFields = z.record(z.string().max(64), z.tuple([JsonValue, Stamp, Seen]));
/** Compiled: the first exchange of a hub reads each of a hundred thousand rows some times. */
export const Fields = z.compile(AnyFields);

/** A row on its way: as it is kept. */
export const WireRow = z.compile(
  z.object({
    table: z.string().max(64),
    uid: z.uuid(),
    other_uid: z.uuid().nullable(),
    fields: AnyFields,
    deleted: z.tuple([Stamp, Seen]).nullable(),
    // Servers before this one say nothing of it.
    editors: Editors.default({}),
  }),
);
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

export function packed({ fields }: RowState): WireRow['fields'] {
  return Object.fromEntries(Object.entries(fields).map(([name, { value, at, seen }]) => [name, [value, at, seen]]));
}

export const keyOfWire = ({ uid, other_uid: otherUid }: WireRow): RowKey => ({ uid, otherUid: otherUid ?? noUid });

/** A password that was chosen on a hub is one of the hub; that of an administrator is told to nobody. */
export function withoutPassword(row: WireRow): WireRow {
  if (row.table !== 'users') return row;
  const { password_hash: _, ...fields } = row.fields;
  return { ...row, fields };
}

export const uidsOfRecords = (rows: readonly WireRow[]): string[] =>
  rows.filter(({ table }) => table === 'records').map(({ uid }) => uid);
