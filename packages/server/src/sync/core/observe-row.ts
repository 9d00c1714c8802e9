import { areEqual, type Content, isAlive, lastEdit, lastEditBy, type RowState } from './row-state.ts';
import { joinSeen, never, nodeOf, type Seen, type Stamp, stampAfter } from './stamp.ts';

/** Who looks at the rows of this server, and when the row was changed there. */
export interface Observer {
  readonly node: string;
  /** ms since 1970, of the person's edit, in the time that all servers share. */
  readonly editedMs: number;
}

/**
 * Who saw an edit of a server has seen those that it made of the row before: in one row a server gives no stamp below a former one
 * of its own, also where its clock was set back.
 */
const laterOf = (one: Stamp, other: Stamp): Stamp => (one > other ? one : other);

/** Of an edit that follows `before`, by who sees it as it is. */
function seenBy(before: { readonly at: Stamp; readonly seen: Seen } | undefined, node: string): Seen {
  if (before === undefined) return never;
  return nodeOf(before.at) === node ? before.seen : joinSeen(before.seen, before.at);
}

/**
 * What is known of a row after this server was looked at: what differs from what was known is an edit of this server.
 * `undefined` as content: the row is not there. Answers the same object when nothing was edited.
 */
export function observeRow(
  before: RowState | undefined,
  content: Content | undefined,
  { node, editedMs }: Observer,
): RowState | undefined {
  if (content === undefined) return before && isAlive(before) ? deleteRow(before, { node, editedMs }) : before;
  const known: RowState = before ?? { fields: {}, deleted: null };
  const wasAlive = before !== undefined && isAlive(before);
  // A row that is there again was edited after its deletion, in all its fields.
  const gone = wasAlive ? never : (known.deleted?.at ?? never);
  const floor = laterOf(gone, lastEditBy(known, node));
  const fields = { ...known.fields };
  let isEdited = false;
  for (const [name, value] of Object.entries(content)) {
    const field = known.fields[name];
    if (wasAlive && field !== undefined && areEqual(field.value, value)) continue;
    const after = laterOf(floor, field?.at ?? never);
    fields[name] = { value, at: stampAfter(after, editedMs, node), seen: seenBy(field, node) };
    isEdited = true;
  }
  return isEdited ? { fields, deleted: known.deleted } : before;
}

function deleteRow(before: RowState, { node, editedMs }: Observer): RowState {
  const last = lastEdit(before);
  const after = before.deleted !== null && before.deleted.at > last ? before.deleted.at : last;
  const seen = joinSeen(...Object.values(before.fields).map((field) => seenBy(field, node)));
  return { ...before, deleted: { at: stampAfter(after, editedMs, node), seen } };
}

/**
 * A row goes here because of what others did, and is deleted knowing these edits of theirs: so a server that was set back since sees
 * that it is no deletion of one who looked at the row alone (`mergeRow`).
 */
export function giveWay(before: RowState, to: readonly Stamp[], observer: Observer): RowState {
  const gone = observeRow(before, undefined, observer);
  if (gone === undefined || gone === before || gone.deleted === null) return before;
  const { at, seen } = gone.deleted;
  return { ...gone, deleted: { at, seen: joinSeen(seen, ...to) } };
}

/** Values of these fields as if they were written now, by who has seen what is there and `seen`: whatever anybody wrote before is older. */
export function writeAgain(row: RowState, values: Content, observer: Observer, seen: readonly Stamp[] = []): RowState {
  const floor = laterOf(row.deleted?.at ?? never, lastEditBy(row, observer.node));
  const fields = { ...row.fields };
  for (const [name, value] of Object.entries(values)) {
    const field = row.fields[name];
    const after = laterOf(floor, field?.at ?? never);
    const at = stampAfter(after, observer.editedMs, observer.node);
    fields[name] = { value, at, seen: joinSeen(seenBy(field, observer.node), ...seen) };
  }
  return { fields, deleted: row.deleted };
}
