import { areEqual, type FieldState, isAlive, type RowState, textOf } from './row-state.ts';
import { hasSeen, joinSeen, lastSeenOf, never, nodeOf, type Seen, type Stamp, seenOfOthers } from './stamp.ts';

/** Two edits that were made without knowing of each other. Nothing of the one that lost is thrown away. */
export interface Loss {
  /** null: the row was deleted on one side and edited on the other. */
  readonly field: string | null;
  readonly kept: Edit;
  readonly lost: Edit;
}

/** `isGone`: the row was deleted; else a value, which is null where a whole row was edited. */
export interface Edit {
  readonly value: FieldState['value'];
  readonly at: Stamp;
  readonly isGone: boolean;
}

export interface Merged {
  readonly row: RowState;
  /** Whether the row is another one than `mine`. */
  readonly isNews: boolean;
  /** Whether `theirs` lacks something of it. */
  readonly isMore: boolean;
  readonly losses: readonly Loss[];
}

/**
 * Two states of a row as one: of each field and of the deletion the last edit. It is the same in whatever order and however
 * often states are merged.
 * @param ownNames names that this server has had in stamps
 */
export function mergeRow(
  mine: RowState | undefined,
  theirs: RowState,
  ownNames: ReadonlySet<string> = new Set(),
): Merged {
  if (mine === undefined) return { row: theirs, isNews: true, isMore: false, losses: [] };
  const fields: Record<string, FieldState> = { ...mine.fields };
  const losses: Loss[] = [];
  const hadSeen = whatTheyHadSeen(mine, ownNames);
  let [isNews, isMore] = [false, false];
  for (const [name, field] of Object.entries(theirs.fields)) {
    const own = mine.fields[name];
    if (own !== undefined && !isLater(field, own)) {
      if (isLater(own, field)) isMore = true;
    } else {
      fields[name] = field;
      isNews = true;
    }
    const loss = own && lossOf(name, own, field, hadSeen);
    if (loss) losses.push(loss);
  }
  if (Object.keys(mine.fields).some((name) => theirs.fields[name] === undefined)) isMore = true;
  const deleted = laterOf(mine.deleted, theirs.deleted);
  if (deleted?.at !== mine.deleted?.at) isNews = true;
  if (deleted?.at !== theirs.deleted?.at) isMore = true;
  const row = { fields, deleted };
  const gone = goneLoss(mine, theirs, row, { hadSeen, ownNames });
  return { row, isNews, isMore, losses: gone ? [...losses, gone] : losses };
}

/**
 * A server whose database was set back may give a stamp for a second time: which of the two values counts is told by the values
 * then, so that all servers choose the same one.
 */
function isLater(one: FieldState, other: FieldState): boolean {
  if (one.at !== other.at) return one.at > other.at;
  if (!areEqual(one.value, other.value)) return textOf(one.value) > textOf(other.value);
  return one.seen > other.seen;
}

function laterOf(one: RowState['deleted'], other: RowState['deleted']): RowState['deleted'] {
  if (one === null || other === null) return one ?? other;
  return one.at >= other.at ? one : other;
}

type HadSeen = typeof hasSeen;

/**
 * Whether the other side had seen an edit of this one. Who has seen a later edit of this server than it knows itself wrote before
 * its database was set back, and saw what has lost there since; of what it knows now nobody can tell that they saw it. What this
 * server wrote itself before it was set back follows an own edit only where nothing of others came between, or that had seen it:
 * else the edit had lost by then, and what told so was set back with it.
 */
function whatTheyHadSeen(mine: RowState, ownNames: ReadonlySet<string>): HadSeen {
  const known = allSeenIn(mine);
  return (writer, edit) => {
    const node = nodeOf(edit);
    if (!hasSeen(writer, edit)) return false;
    if (!ownNames.has(node)) return true;
    const last = lastSeenOf(writer.seen, node);
    if (nodeOf(writer.at) === node) return last >= edit || joinSeen(known, writer.seen) === known;
    return last <= lastSeenOf(known, node);
  };
}

/**
 * Whether this server deleted the row after it had heard of others what it does not know any more: set back since, it asks once more
 * whether what it has is meant to go (it may have given way to them, `giveWay`).
 */
function isOfLaterLife(
  { at, seen }: { readonly at: Stamp; readonly seen: Seen },
  mine: RowState,
  ownNames: ReadonlySet<string>,
): boolean {
  const known = allSeenIn(mine);
  return ownNames.has(nodeOf(at)) && joinSeen(known, seenOfOthers(seen, ownNames)) !== known;
}

const allSeenIn = ({ fields, deleted }: RowState): Seen =>
  joinSeen(...[...Object.values(fields), ...(deleted ? [deleted] : [])].flatMap(({ at, seen }) => [at, seen]));

/** Where neither writer had seen the other's edit. */
function lossOf(field: string, mine: FieldState, theirs: FieldState, hadSeen: HadSeen): Loss | undefined {
  if (hasSeen(mine, theirs.at) || hadSeen(theirs, mine.at) || areEqual(mine.value, theirs.value)) return undefined;
  const [kept, lost] = mine.at > theirs.at ? [mine, theirs] : [theirs, mine];
  const edit = ({ value, at }: FieldState): Edit => ({ value, at, isGone: false });
  return { field, kept: edit(kept), lost: edit(lost) };
}

/** One side deleted the row, the other one edited it since it had seen it last. */
function goneLoss(
  mine: RowState,
  theirs: RowState,
  row: RowState,
  { hadSeen, ownNames }: { readonly hadSeen: HadSeen; readonly ownNames: ReadonlySet<string> },
): Loss | undefined {
  const [deleter, editor, knew] = isAlive(mine) ? [theirs, mine, hadSeen] : [mine, theirs, hasSeen];
  const gone = deleter.deleted;
  if (gone === null || isAlive(deleter) || !isAlive(editor)) return undefined;
  if (editor.deleted?.at === gone.at) return undefined;
  const isLater = isAlive(mine) && isOfLaterLife(gone, mine, ownNames);
  const unseen = Object.values(editor.fields).filter(
    ({ at }) => !knew(gone, at) || (isLater && ownNames.has(nodeOf(at))),
  );
  if (unseen.length === 0) return undefined;
  const edited =
    unseen
      .map(({ at }) => at)
      .sort()
      .at(-1) ?? never;
  const deletion: Edit = { value: null, at: gone.at, isGone: true };
  const edit: Edit = { value: null, at: edited, isGone: false };
  return isAlive(row) ? { field: null, kept: edit, lost: deletion } : { field: null, kept: deletion, lost: edit };
}
