import { limits, type Record } from '@sillage/contract';
import { useEffect, useState } from 'react';
import { useRecordList } from './record-queries.ts';
import { type ListKind, type ShownList, useShownLists } from './shown-lists.ts';

export interface Neighbour {
  readonly id: number;
  /** The list goes on from its page. */
  turnTo(): void;
}

export interface Neighbours {
  /** Undefined at the ends of the list, and until they are known. */
  readonly previous: Neighbour | undefined;
  readonly next: Neighbour | undefined;
}

/** Where a record stood when it was last seen in a list. */
interface Place {
  readonly kind: ListKind;
  readonly id: number;
  readonly previousId: number | undefined;
  readonly nextId: number | undefined;
  /** Its row on the page, from 0. */
  readonly row: number;
}

/**
 * The records before and after one in the list it was opened from, also when it is no longer there: a record of the inbox
 * leaves it once it is associated. Undefined for one that no list showed.
 */
export function useNeighbours(id: number): Neighbours | undefined {
  const { lists, leave } = useShownLists();
  const [place, setPlace] = useState<Place>();
  const seen = place?.id === id ? place : undefined;
  const around = {
    associated: useAround('associated', id, lists.associated, seen),
    new: useAround('new', id, lists.new, seen),
  };
  const kind = seen?.kind ?? (around.associated.neighbours === undefined ? 'new' : 'associated');
  const { neighbours, row } = around[kind];
  if (row !== undefined) {
    const now = { kind, id, row, previousId: neighbours?.previous?.id, nextId: neighbours?.next?.id };
    if (!isSamePlace(seen, now)) setPlace(now);
  }
  const from = place?.kind;
  useEffect(() => {
    if (from !== undefined) leave(from);
  }, [from, leave]);
  const isAsking = around.associated.isAsking || around.new.isAsking;
  return neighbours ?? (from !== undefined && isAsking ? { previous: undefined, next: undefined } : undefined);
}

function isSamePlace(one: Place | undefined, other: Place): boolean {
  const keys = ['kind', 'id', 'row', 'previousId', 'nextId'] as const;
  return one !== undefined && keys.every((key) => one[key] === other[key]);
}

/** What a list says of a record, or of where it was seen. */
function useAround(kind: ListKind, id: number, list: ShownList | undefined, seen: Place | undefined) {
  const { show } = useShownLists();
  const { pageId = 1, pageSize = limits.pageSize } = list ?? {};
  const page = useRecordList({ ...list }, list !== undefined);
  const here = list === undefined || page.isPlaceholderData ? undefined : page.data;
  const records = here?.records ?? [];
  const at = records.findIndex((record) => record.id === id);
  const isHere = at >= 0;
  const isKnown = isHere || (seen?.kind === kind && here !== undefined);
  const gap = isHere || seen === undefined ? at : gapOf(records, seen);
  const after = isHere ? at + 1 : gap;
  const pages = Math.ceil((here?.total ?? 0) / pageSize);
  const pageBefore = usePage(list, pageId - 1, isKnown && gap === 0 && pageId > 1);
  const pageAfter = usePage(list, pageId + 1, isKnown && after >= records.length && pageId < pages);
  const on = (page: number, id: number | undefined): Neighbour | undefined =>
    id === undefined ? undefined : { id, turnTo: () => show(kind, { ...list, pageId: page }) };
  const isAsking = list !== undefined && here === undefined && page.error === null;
  if (!isKnown) return { neighbours: undefined, row: undefined, isAsking };
  const previous = on(pageId, records[gap - 1]?.id) ?? on(pageId - 1, pageBefore?.at(-1)?.id);
  const next = on(pageId, records[after]?.id) ?? on(pageId + 1, pageAfter?.[0]?.id);
  return { neighbours: { previous, next }, row: isHere ? at : undefined, isAsking };
}

/** Between which rows a record was that has left the list: before the row that came after it, as far as that is still there. */
function gapOf(records: readonly Record[], { previousId, nextId, row }: Place): number {
  const placeOf = (id: number | undefined) => records.findIndex((record) => record.id === id);
  const [previous, next] = [placeOf(previousId), placeOf(nextId)];
  if (next >= 0) return next;
  return previous >= 0 ? previous + 1 : Math.min(row, records.length);
}

/** The records of another page, once they are there. */
function usePage(list: ShownList | undefined, pageId: number, wanted: boolean) {
  const page = useRecordList({ ...list, pageId }, wanted);
  return wanted && !page.isPlaceholderData ? page.data?.records : undefined;
}
