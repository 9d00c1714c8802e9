import { contentOf, giveWay, isAlive, lastEdit, mergeRow, writeAgain } from '../core/index.ts';
import { type Looker, observerOf } from './harvest-rows.ts';
import { isChosen } from './judge-hub.ts';
import type { LostEdits } from './keep-conflicts.ts';
import { type KeptRow, keyOf } from './kept-row.ts';
import type { RowStore } from './row-store.ts';
import { noUid, type TravellingTable, travellingTables } from './travelling-tables.ts';
import { keyOfWire, stateOf, type WireRow } from './wire-row.ts';

interface Orphaning extends Looker {
  readonly given: readonly WireRow[];
  readonly from: string;
}

/**
 * Another server deleted rows on which others hang here that it did not know: a record that was given a selection meanwhile, an
 * athlete who was given a record. They go with it, and are kept as what lost, so that somebody here can choose them.
 */
export async function keepOrphans(
  store: RowStore,
  { name }: Pick<TravellingTable, 'name'>,
  gone: readonly KeptRow[],
  { given, from, ...looker }: Orphaning,
): Promise<void> {
  if (gone.length === 0) return;
  const deletions = new Map(gone.map(({ uid, state }) => [uid, state.deleted?.at ?? '']));
  const children = await store.childrenOf(name, [...deletions.keys()]);
  for (const table of travellingTables) {
    const keys = children.filter((child) => child.table === table.name);
    if (keys.length === 0) continue;
    const known = await store.loadRows(table.name, keys);
    const lost = keys.flatMap(({ parentUid, ...key }) => {
      const row = known.get(keyOf(key));
      // Who deleted it knew what came from there, and what it says itself to be deleted.
      const isUnknown = row && isAlive(row.state) && row.fromNode !== from && !isToldGone(given, row);
      return isUnknown ? [{ row, deletedAt: deletions.get(parentUid) ?? '' }] : [];
    });
    await store.saveRows(
      lost.map(({ row, deletedAt }) => ({
        ...row,
        state: giveWay(row.state, [deletedAt], observerOf(looker)),
        fromNode: null,
      })),
    );
    await store.keepConflicts(
      lost.map(({ row, deletedAt }) => ({
        row,
        losses: [
          {
            field: null,
            kept: { value: null, at: deletedAt, isGone: true },
            lost: { value: null, at: lastEdit(row.state), isGone: false },
          },
        ],
      })),
    );
  }
}

const isToldGone = (given: readonly WireRow[], row: KeptRow): boolean =>
  given.some((wire) => wire.table === row.table && keyOf(keyOfWire(wire)) === keyOf(row) && !isAlive(stateOf(wire)));

/**
 * Rows whose deletion was not agreed to here came back elsewhere: what hung on them was deleted there meanwhile and stayed here,
 * and is told anew.
 */
export async function tellKeptChildren(
  store: RowStore,
  { name }: Pick<TravellingTable, 'name'>,
  back: readonly KeptRow[],
  looker: Looker & { readonly ownNames: ReadonlySet<string> },
): Promise<void> {
  if (back.length === 0) return;
  const spared = await store.sparedUids(looker.ownNames);
  const uids = back.map(({ uid }) => uid).filter((uid) => spared.has(uid));
  const children = uids.length === 0 ? [] : await store.childrenOf(name, uids);
  for (const table of travellingTables) {
    const known = await store.loadRows(
      table.name,
      children.filter((child) => child.table === table.name),
    );
    const again = [...known.values()].flatMap((row) => {
      const content = contentOf(row.state);
      const state = content && writeAgain(row.state, content, observerOf(looker));
      return state ? [{ ...row, state, fromNode: null }] : [];
    });
    await store.saveRows(again);
  }
}

/**
 * Of rows that stay here although they were deleted elsewhere, those that hang on a client or a record whose own deletion an edit
 * outlived: it comes back elsewhere without them, and they are told as edited after their deletion, with what was edited elsewhere
 * before it. Answers them with the edits of both sides that did not know of each other.
 */
export async function tellOutlived(
  store: RowStore,
  { name }: Pick<TravellingTable, 'name'>,
  known: ReadonlyMap<string, KeptRow>,
  stay: readonly KeptRow[],
  looker: Looker & { readonly ownNames: ReadonlySet<string> },
): Promise<{ readonly row: KeptRow; readonly losses: LostEdits['losses'] }[]> {
  const parentsOf = ({ uid, otherUid, clientUid, state }: KeptRow): (readonly [string, unknown])[] => [
    ['clients', name === 'clients' ? undefined : clientUid],
    ['records', state.fields.record_id?.value],
    ...(otherUid === noUid ? [] : [['records', uid] as const, ['records', otherUid] as const]),
  ];
  const outlived = new Set<unknown>();
  for (const table of ['clients', 'records']) {
    const uids = new Set(
      stay.flatMap(parentsOf).flatMap(([of, uid]) => (of === table && typeof uid === 'string' ? uid : [])),
    );
    if (uids.size === 0) continue;
    const parents = await store.loadRows(
      table,
      [...uids].map((uid) => ({ uid, otherUid: noUid })),
    );
    for (const { uid, state } of parents.values()) if (state.deleted !== null && isAlive(state)) outlived.add(uid);
  }
  return stay.flatMap((row) => {
    const mine = known.get(keyOf(row));
    if (mine === undefined || !isAlive(mine.state) || !parentsOf(mine).some(([, uid]) => outlived.has(uid))) return [];
    const { row: merged, losses } = mergeRow(mine.state, row.state, looker.ownNames);
    const content = Object.fromEntries(Object.entries(merged.fields).map(([field, { value }]) => [field, value]));
    const state = writeAgain(merged, content, observerOf(looker));
    const editors = { ...mine.editors, ...row.editors };
    return [
      {
        row: { ...mine, state, editors, fromNode: null },
        losses: losses.filter(({ field }) => field !== null && isChosen(name, field)),
      },
    ];
  });
}
