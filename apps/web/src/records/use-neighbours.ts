import { limits } from '@sillage/contract';
import { useRecordList } from './record-queries.ts';
import { type ListKind, type ShownList, useShownLists } from './shown-lists.ts';

export interface Neighbour {
  readonly id: number;
  /** The list goes on from its page. */
  turnTo(): void;
}

export interface Neighbours {
  /** Undefined at the ends of the list. */
  readonly previous: Neighbour | undefined;
  readonly next: Neighbour | undefined;
}

/** The records before and after one in the list it was opened from; undefined for one that no list showed. */
export function useNeighbours(id: number): Neighbours | undefined {
  const { lists } = useShownLists();
  const amongAssociated = useAround('associated', id, lists.associated);
  const amongNew = useAround('new', id, lists.new);
  return amongAssociated ?? amongNew;
}

function useAround(kind: ListKind, id: number, list: ShownList | undefined): Neighbours | undefined {
  const { show } = useShownLists();
  const { pageId = 1, pageSize = limits.pageSize } = list ?? {};
  const here = useRecordList({ ...list }, list !== undefined);
  const records = here.data?.records ?? [];
  const at = list === undefined ? -1 : records.findIndex((record) => record.id === id);
  const pages = Math.ceil((here.data?.total ?? 0) / pageSize);
  const pageBefore = usePage(list, pageId - 1, at === 0 && pageId > 1);
  const pageAfter = usePage(list, pageId + 1, at >= 0 && at === records.length - 1 && pageId < pages);
  if (at < 0) return undefined;
  const on = (page: number, record: { readonly id: number } | undefined): Neighbour | undefined =>
    record && { id: record.id, turnTo: () => show(kind, { ...list, pageId: page }) };
  return {
    previous: on(pageId, records[at - 1]) ?? on(pageId - 1, pageBefore?.at(-1)),
    next: on(pageId, records[at + 1]) ?? on(pageId + 1, pageAfter?.[0]),
  };
}

/** The records of another page, once they are there. */
function usePage(list: ShownList | undefined, pageId: number, wanted: boolean) {
  const page = useRecordList({ ...list, pageId }, wanted);
  return wanted && !page.isPlaceholderData ? page.data?.records : undefined;
}
