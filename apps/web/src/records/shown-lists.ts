import type { RecordFilters } from '@sillage/contract';
import { create } from 'zustand';
import { resetWhenClientChanges } from '../base/active-client.ts';
import { resetWhenSignedOut } from '../base/forget-user.ts';

/** A page of a list, as the server is asked for it. */
export type ShownList = Partial<RecordFilters>;
export type ListKind = 'new' | 'associated';

interface ShownLists {
  readonly lists: Readonly<Partial<Record<ListKind, ShownList>>>;
  show(kind: ListKind, list: ShownList): void;
}

/** The pages that the data screen showed last: from a record one goes on to those beside it. */
export const useShownLists = create<ShownLists>()((set) => ({
  lists: {},
  show: (kind, list) => set(({ lists }) => ({ lists: { ...lists, [kind]: list } })),
}));

const forget = (): void => useShownLists.setState({ lists: {} });
resetWhenSignedOut(forget);
resetWhenClientChanges(forget);
