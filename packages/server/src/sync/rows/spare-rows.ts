import { isAlive, lastEdit, mergeRow, msOf, never } from '../core/index.ts';
import { type KeptRow, keyOf } from './kept-row.ts';
import type { RowStore } from './row-store.ts';
import { noUid, type TravellingTable } from './travelling-tables.ts';

/**
 * The rows that stay although the other server deleted them: a client is not deleted with its records because it is elsewhere,
 * nor a record whose original the other server does not have. Somebody is asked here instead, and all that is the client's or
 * the record's stays until they choose its deletion.
 * @param ownNames of this server in stamps
 */
export async function spareRows(
  store: RowStore,
  { name }: Pick<TravellingTable, 'name'>,
  known: ReadonlyMap<string, KeptRow>,
  came: readonly KeptRow[],
  ownNames: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const deleted = came.flatMap((row) => {
    const mine = known.get(keyOf(row));
    return mine && isAlive(mine.state) && !isAlive(mergeRow(mine.state, row.state).row) ? [{ mine, row }] : [];
  });
  if (deleted.length === 0) return new Set();
  const asked = name === 'clients' ? deleted : name === 'records' ? await onlyHere(store, deleted) : [];
  await store.keepConflicts(
    asked.map(({ mine, row }) => ({
      row: { ...mine, editors: { ...mine.editors, ...row.editors } },
      losses: [
        {
          field: null,
          kept: { value: null, at: lastEdit(mine.state), isGone: false },
          lost: { value: null, at: row.state.deleted?.at ?? '', isGone: true },
        },
      ],
    })),
  );
  const spared = await store.sparedUids(ownNames);
  const gone = await goneOf(store, [...spared.keys()]);
  // What is deleted after somebody chose is another deletion.
  const isSpared = ({ mine, row }: Deleted) =>
    [mine.clientUid, ...uidsNamed(mine)].some((uid) => {
      const found = spared.get(uid ?? '');
      const deletedAt = row.state.deleted?.at ?? never;
      if (found === undefined || found.chosenMs === null) return found !== undefined;
      return uid === row.uid ? deletedAt <= found.deletedAt : !gone.has(uid) && msOf(deletedAt) <= found.chosenMs;
    });
  return new Set(deleted.filter(isSpared).map(({ row }) => keyOf(row)));
}

/** Those of these clients and records that are deleted here by now. */
async function goneOf(store: RowStore, uids: readonly string[]): Promise<ReadonlySet<unknown>> {
  const keys = uids.map((uid) => ({ uid, otherUid: noUid }));
  const gone = new Set<unknown>();
  for (const table of keys.length === 0 ? [] : ['clients', 'records']) {
    for (const { uid, state } of (await store.loadRows(table, keys)).values()) if (!isAlive(state)) gone.add(uid);
  }
  return gone;
}

interface Deleted {
  readonly mine: KeptRow;
  readonly row: KeptRow;
}

/** Itself, and the record that it is of. */
const uidsNamed = ({ uid, otherUid, state: { fields } }: KeptRow): string[] => [
  uid,
  otherUid,
  String(fields.record_id?.value ?? ''),
];

async function onlyHere(store: RowStore, deleted: readonly Deleted[]): Promise<readonly Deleted[]> {
  const here = await store.onlyHere(deleted.map(({ row }) => row.uid));
  return deleted.filter(({ row }) => here.has(row.uid));
}
