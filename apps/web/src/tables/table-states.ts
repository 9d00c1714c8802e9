import { limits } from '@sillage/contract';
import { z } from 'zod';
import { create } from 'zustand';
import { resetWhenClientChanges } from '../base/active-client.ts';
import { resetWhenSignedOut } from '../base/forget-user.ts';
import { pageSizes } from '../ui/pager.tsx';
import type { Choice } from './table-definition.ts';

/** How a table is looked at. It stays while other sections are open, and ends with the session. */
export interface TableState {
  readonly search: string;
  readonly page: number;
  readonly sort: { readonly by: string; readonly descending: boolean } | undefined;
  readonly chosen: Readonly<Record<string, readonly Choice['value'][]>>;
  /** Tables of a client show the active one's rows unless every client's are wanted. */
  readonly everyClient: boolean;
}

const untouched: TableState = { search: '', page: 1, sort: undefined, chosen: {}, everyClient: false };

const storageKey = 'sillage.tableRows';
const Rows = z.coerce.number().pipe(z.union(pageSizes.map((rows) => z.literal(rows))));

/** Rows of a page of every table: one choice, which the browser remembers. */
const usePageSize = create<{ readonly pageSize: number }>()(() => {
  const kept = Rows.safeParse(localStorage.getItem(storageKey));
  return { pageSize: kept.success ? kept.data : limits.pageSize };
});
usePageSize.subscribe(({ pageSize }) => localStorage.setItem(storageKey, String(pageSize)));
resetWhenSignedOut(() => usePageSize.setState({ pageSize: limits.pageSize }));

export const useTableStates = create<{ readonly tables: Readonly<Record<string, TableState>> }>()(() => ({
  tables: {},
}));
const reset = () => useTableStates.setState({ tables: {} });
resetWhenSignedOut(reset);
resetWhenClientChanges(reset);

/** The state of one table and how to change it; whatever narrows or sorts starts again at the first page. */
export function useTableState(name: string) {
  const state = useTableStates(({ tables }) => tables[name]) ?? untouched;
  const { pageSize } = usePageSize();
  const change = (some: Partial<TableState>) =>
    useTableStates.setState(({ tables }) => ({
      tables: { ...tables, [name]: { ...(tables[name] ?? untouched), page: 1, ...some } },
    }));
  return {
    ...state,
    pageSize,
    /** The page with the rows that were first. */
    choosePageSize(rows: number) {
      const first = (state.page - 1) * pageSize;
      usePageSize.setState({ pageSize: rows });
      change({ page: Math.floor(first / rows) + 1 });
    },
    change,
    choose: (filter: string, values: readonly Choice['value'][]) =>
      change({ chosen: { ...state.chosen, [filter]: values } }),
    /** Takes every filter and the search away; `everyClient` stays as the reader set it. */
    reset: () => change({ search: '', chosen: {} }),
  };
}

export type TableView = ReturnType<typeof useTableState>;

/** Whether a search or a filter leaves rows out. */
export function isFiltered({ search, chosen }: Pick<TableState, 'search' | 'chosen'>): boolean {
  return search.trim() !== '' || Object.values(chosen).some((values) => values.length > 0);
}
