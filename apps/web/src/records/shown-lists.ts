import type { RecordFilters } from '@sillage/contract';
import { create } from 'zustand';
import { resetWhenClientChanges } from '../base/active-client.ts';
import { resetWhenSignedOut } from '../base/forget-user.ts';

/** A page of a list, as the server is asked for it. */
export type ShownList = Partial<RecordFilters>;
export type ListKind = 'new' | 'associated';

interface ShownLists {
  readonly lists: Readonly<Partial<Record<ListKind, ShownList>>>;
  /** The list of which a record was opened: the way back leads to these pages. */
  readonly left: ListKind | undefined;
  show(kind: ListKind, list: ShownList): void;
  leave(kind: ListKind): void;
  comeBack(): void;
}

/** The pages that the data screen showed last: from a record one goes on to those beside it, and back to its page. */
export const useShownLists = create<ShownLists>()((set) => ({
  lists: {},
  left: undefined,
  show: (kind, list) => set(({ lists }) => ({ lists: { ...lists, [kind]: list } })),
  leave: (left) => set({ left }),
  comeBack: () => set({ left: undefined }),
}));

/** The words that narrowed the lists a record was opened from; none on any other way to the lists. */
export function searchOnReturn(): string {
  const { lists, left } = useShownLists.getState();
  return (left && lists[left]?.search) ?? '';
}

const forget = (): void => useShownLists.setState({ lists: {}, left: undefined });
resetWhenSignedOut(forget);
resetWhenClientChanges(forget);
