import type { RecordFilters } from '@sillage/contract';
import { create } from 'zustand';
import { resetWhenClientChanges } from '../base/active-client.ts';
import { resetWhenSignedOut } from '../base/forget-user.ts';

/** A page of a list, as the server is asked for it. */
export type ShownList = Partial<RecordFilters>;
export type ListKind = 'new' | 'associated';

interface ShownLists {
  readonly lists: Readonly<Partial<Record<ListKind, ShownList>>>;
  /** A record of theirs was opened: the way back leads to these pages. */
  readonly isLeft: boolean;
  show(kind: ListKind, list: ShownList): void;
  leave(): void;
  comeBack(): void;
}

/** The pages that the data screen showed last: from a record one goes on to those beside it, and back to its page. */
export const useShownLists = create<ShownLists>()((set) => ({
  lists: {},
  isLeft: false,
  show: (kind, list) => set(({ lists }) => ({ lists: { ...lists, [kind]: list } })),
  leave: () => set({ isLeft: true }),
  comeBack: () => set({ isLeft: false }),
}));

const forget = (): void => useShownLists.setState({ lists: {}, isLeft: false });
resetWhenSignedOut(forget);
resetWhenClientChanges(forget);
