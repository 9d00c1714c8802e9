import { never, nodeOf, type Seen, type Stamp } from './stamp.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export function isJson(value: unknown): value is Json {
  if (typeof value !== 'object' || value === null) return value === null || isScalar(value);
  return Object.values(value).every(isJson);
}

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

/** A value as somebody wrote it. */
export interface FieldState {
  readonly value: Json;
  readonly at: Stamp;
  /** Edits of others that its writer had seen: whoever wrote another one wrote at the same time. */
  readonly seen: Seen;
}

/**
 * All that is known of a row: each field with its last edit, and the last deletion. A deleted row keeps its fields, so that it
 * comes back as it was.
 */
export interface RowState {
  readonly fields: Readonly<Record<string, FieldState>>;
  readonly deleted: { readonly at: Stamp; readonly seen: Seen } | null;
}

/** The row as others see it; undefined when it is not there. */
export type Content = Readonly<Record<string, Json>>;

export function lastEdit({ fields }: RowState): Stamp {
  let last = never;
  for (const { at } of Object.values(fields)) if (at > last) last = at;
  return last;
}

/** The last edit of a row by one server. */
export function lastEditBy({ fields }: RowState, node: string): Stamp {
  let last = never;
  for (const { at } of Object.values(fields)) if (at > last && nodeOf(at) === node) last = at;
  return last;
}

/** A row is there unless it was deleted after its last edit. */
export function isAlive(row: RowState): boolean {
  return row.deleted === null || lastEdit(row) > row.deleted.at;
}

export function contentOf(row: RowState): Content | undefined {
  if (!isAlive(row)) return undefined;
  return Object.fromEntries(Object.entries(row.fields).map(([name, { value }]) => [name, value]));
}

/** A value as text, the same whatever the order of its keys. */
export function textOf(value: Json): string {
  return JSON.stringify(value, (_, one: Json) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

/** Whether two values are the same, whatever the order of their keys. */
export function areEqual(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [mine, theirs] = [Object.entries(one), new Map(Object.entries(other))];
  if (Array.isArray(one) !== Array.isArray(other) || mine.length !== theirs.size) return false;
  return mine.every(([key, value]) => {
    const same = theirs.get(key);
    return same !== undefined && areEqual(value, same);
  });
}
