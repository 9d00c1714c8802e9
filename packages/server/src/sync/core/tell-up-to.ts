/** Bounds of a message. */
export interface MessageBounds {
  readonly rows: number;
  /** Of all rows as JSON; one row alone may have more. */
  readonly characters: number;
}

export interface Message<Wire> {
  readonly rows: readonly Wire[];
  /** Number of the change up to which the other server knows all once it has this. */
  readonly next: number;
  readonly more: boolean;
}

/**
 * What is told of changed rows at once. `found`: at most `rows` of them, in the order of their numbers, from `since` on.
 * `head`: number of the last change of all, whether it is told or not.
 */
export function tellUpTo<Row extends { readonly seq: number }, Wire>(
  found: readonly Row[],
  wireOf: (row: Row) => Wire,
  { since, head, bounds }: { readonly since: number; readonly head: number; readonly bounds: MessageBounds },
): Message<Wire> {
  const rows: Wire[] = [];
  let [next, characters] = [since, 0];
  for (const row of found) {
    const wire = wireOf(row);
    characters += JSON.stringify(wire).length;
    if (rows.length > 0 && characters > bounds.characters) return { rows, next, more: true };
    rows.push(wire);
    next = row.seq;
  }
  const more = found.length === bounds.rows;
  return { rows, next: more ? next : head, more };
}
