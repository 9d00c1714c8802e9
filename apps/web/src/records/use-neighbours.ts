import { limits } from '@sillage/contract';
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
  const { neighbours, isHere } = around[kind];
  const now = { kind, id, previousId: neighbours?.previous?.id, nextId: neighbours?.next?.id };
  if (isHere && (seen?.previousId !== now.previousId || seen?.nextId !== now.nextId || seen === undefined))
    setPlace(now);
  const isListed = place !== undefined;
  useEffect(() => {
    if (isListed) leave();
  }, [isListed, leave]);
  const isAsking = around.associated.isAsking || around.new.isAsking;
  return neighbours ?? (isListed && isAsking ? { previous: undefined, next: undefined } : undefined);
}

/** What a list says of a record, or of where it was seen. */
function useAround(kind: ListKind, id: number, list: ShownList | undefined, seen: Place | undefined) {
  const { show } = useShownLists();
  const { pageId = 1, pageSize = limits.pageSize } = list ?? {};
  const page = useRecordList({ ...list }, list !== undefined);
  const here = list === undefined || page.isPlaceholderData ? undefined : page.data;
  const records = here?.records ?? [];
  const at = records.findIndex((record) => record.id === id);
  const pages = Math.ceil((here?.total ?? 0) / pageSize);
  const pageBefore = usePage(list, pageId - 1, at === 0 && pageId > 1);
  const pageAfter = usePage(list, pageId + 1, at >= 0 && at === records.length - 1 && pageId < pages);
  const on = (page: number, id: number | undefined): Neighbour | undefined =>
    id === undefined ? undefined : { id, turnTo: () => show(kind, { ...list, pageId: page }) };
  const isAsking = list !== undefined && here === undefined && page.error === null;
  if (at >= 0) {
    const previous = on(pageId, records[at - 1]?.id) ?? on(pageId - 1, pageBefore?.at(-1)?.id);
    const next = on(pageId, records[at + 1]?.id) ?? on(pageId + 1, pageAfter?.[0]?.id);
    return { neighbours: { previous, next }, isHere: true, isAsking };
  }
  if (seen?.kind !== kind) return { neighbours: undefined, isHere: false, isAsking };
  // Without the record those after it may have moved up to this page.
  const pageOf = (id: number | undefined, otherwise: number) =>
    records.some((record) => record.id === id) ? pageId : otherwise;
  const previous = on(pageOf(seen.previousId, Math.max(1, pageId - 1)), seen.previousId);
  const next = on(pageOf(seen.nextId, pageId + 1), seen.nextId);
  return { neighbours: { previous, next }, isHere: false, isAsking };
}

/** The records of another page, once they are there. */
function usePage(list: ShownList | undefined, pageId: number, wanted: boolean) {
  const page = useRecordList({ ...list, pageId }, wanted);
  return wanted && !page.isPlaceholderData ? page.data?.records : undefined;
}
