import { limits } from '@sillage/contract';
import { z } from 'zod';
import { create } from 'zustand';
import { resetWhenClientChanges } from '../base/active-client.ts';
import { resetWhenSignedOut } from '../base/forget-user.ts';
import { pageSizes } from '../ui/pager.tsx';
import { useScreenSize } from '../ui/screen-size.ts';
import { tableRows, useFittingRows } from '../ui/use-fitting-rows.ts';
import type { Choice } from './table-definition.ts';

/** How a table is looked at. It stays while other sections are open, and ends with the session. */
export interface TableState {
  readonly search: string;
  /** Row that the page begins with or has, from 0: a page of another length shows it too. */
  readonly first: number;
  readonly sort: { readonly by: string; readonly descending: boolean } | undefined;
  readonly chosen: Readonly<Record<string, readonly Choice['value'][]>>;
  /** Tables of a client show the active one's rows unless every client's are wanted. */
  readonly everyClient: boolean;
}

const untouched: TableState = { search: '', first: 0, sort: undefined, chosen: {}, everyClient: false };

const storageKey = 'sillage.tableRows';
const Rows = z.coerce.number().pipe(z.union(pageSizes.map((rows) => z.literal(rows))));

/** Rows of a page of every table, where somebody chose them: one choice, which the browser remembers. */
const useChosenSize = create<{ readonly chosenSize: number | undefined }>()(() => ({
  chosenSize: Rows.safeParse(localStorage.getItem(storageKey)).data,
}));
useChosenSize.subscribe(({ chosenSize }) => {
  if (chosenSize === undefined) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, String(chosenSize));
});
resetWhenSignedOut(() => useChosenSize.setState({ chosenSize: undefined }));

export const useTableStates = create<{ readonly tables: Readonly<Record<string, TableState>> }>()(() => ({
  tables: {},
}));
const reset = () => useTableStates.setState({ tables: {} });
resetWhenSignedOut(reset);
resetWhenClientChanges(reset);

/** The state of one table and how to change it; whatever narrows or sorts starts again at the first page. */
export function useTableState(name: string) {
  const state = useTableStates(({ tables }) => tables[name]) ?? untouched;
  const { chosenSize } = useChosenSize();
  const fit = useFittingRows(tableRows[useScreenSize()]);
  const pageSize = chosenSize ?? fit.rows ?? limits.pageSize;
  const change = (some: Partial<TableState>) =>
    useTableStates.setState(({ tables }) => ({
      tables: { ...tables, [name]: { ...(tables[name] ?? untouched), first: 0, ...some } },
    }));
  return {
    ...state,
    page: Math.floor(state.first / pageSize) + 1,
    pageSize,
    chosenSize,
    /** Whether the length of a page is known; nothing is asked before. */
    isMeasured: chosenSize !== undefined || fit.rows !== undefined,
    /** What the rows fill. */
    box: fit.ref,
    choosePageSize: (rows: number | undefined) => useChosenSize.setState({ chosenSize: rows }),
    turnTo: (page: number) => change({ first: (page - 1) * pageSize }),
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
