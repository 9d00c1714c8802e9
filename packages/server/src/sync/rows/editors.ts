import { SyncEditors } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Queryable } from '../../platform/database/index.ts';
import { nodeOf, type RowState } from '../core/index.ts';

export const Editors = SyncEditors;
/** Who made edits, by their stamps. What the program did, and what was done before servers noted it, is not in it. */
export type Editors = Readonly<z.infer<typeof SyncEditors>>;
export type Editor = Editors[string];

/** Those that a row still shows something of. */
export function editorsOf(state: RowState, editors: Editors): Editors {
  const stamps = new Set(stampsOf(state));
  return Object.fromEntries(Object.entries(editors).filter(([at]) => stamps.has(at)));
}

/** With somebody as who made the edits of a row that were not there before. */
export function withEditor(
  after: RowState,
  before: { readonly state: RowState; readonly editors: Editors } | undefined,
  editor: Editor | undefined,
): Editors {
  const known = new Set(before && stampsOf(before.state));
  const editors: Record<string, Editor> = { ...before?.editors };
  if (editor === undefined) return editors;
  for (const at of stampsOf(after)) if (!known.has(at)) editors[at] = editor;
  return editors;
}

const stampsOf = ({ fields, deleted }: RowState): string[] => [
  ...Object.values(fields).map(({ at }) => at),
  ...(deleted === null ? [] : [deleted.at]),
];

/** What a hub says of its own edits; of those of others the cloud knows. */
export const onlyOf = (node: string, editors: Editors): Editors =>
  Object.fromEntries(Object.entries(editors).filter(([at]) => nodeOf(at) === node));

/** People as others read them, by their local ids. */
export async function editorsById(tx: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, Editor>> {
  if (ids.length === 0) return new Map();
  const { rows } =
    await tx.execute(sql`select id, uid, left(concat_ws(' ', firstname, lastname), 200) as name from users
    where id in (select value::integer from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`);
  return new Map(rows.map(({ id, uid, name }) => [Number(id), { uid: String(uid), name: String(name) }]));
}
