import { RecordSort } from '@sillage/contract';
import { z } from 'zod';
import { create } from 'zustand';
import { resetWhenSignedOut } from '../../base/forget-user.ts';

/** Columns that may be shown or not; the date and the athletes always are. */
export const columnNames = ['sport', 'exercise', 'device', 'group', 'preview', 'duration', 'size', 'comment'] as const;
export type ColumnName = (typeof columnNames)[number];

const usualColumns: readonly ColumnName[] = ['sport', 'exercise', 'device', 'preview', 'duration'];

const TableView = z.object({
  columns: z.array(z.enum(columnNames)),
  sort: z.object({ by: RecordSort, descending: z.boolean() }),
});
type TableView = z.infer<typeof TableView>;
export type Sort = TableView['sort'];

const first: TableView = { columns: [...usualColumns], sort: { by: 'date', descending: true } };
const storageKey = 'sillage.dataTable';

/** How the table was left; as it comes when that cannot be read. */
export function readTableView(stored: string | null): TableView {
  try {
    return TableView.parse(JSON.parse(stored ?? ''));
  } catch {
    return first;
  }
}

/** Newest and longest first, words from A on. */
const descendingFirst: ReadonlySet<RecordSort> = new Set(['date', 'duration', 'size']);

/** What a press on a column's head asks for. */
export function sortedBy(column: RecordSort, now: Sort): Sort {
  return { by: column, descending: now.by === column ? !now.descending : descendingFirst.has(column) };
}

interface TableViewStore extends TableView {
  showColumn(name: ColumnName, shown: boolean): void;
  sortBy(column: RecordSort): void;
  usual(): void;
}

/** Columns and order of the table of records; kept by the browser. */
export const useTableView = create<TableViewStore>()((set) => ({
  ...readTableView(localStorage.getItem(storageKey)),
  showColumn: (name, shown) =>
    set(({ columns }) => ({
      columns: columnNames.filter((one) => (one === name ? shown : columns.includes(one))),
    })),
  sortBy: (column) => set(({ sort }) => ({ sort: sortedBy(column, sort) })),
  usual: () => set({ columns: [...usualColumns] }),
}));

useTableView.subscribe(({ columns, sort }) => localStorage.setItem(storageKey, JSON.stringify({ columns, sort })));
resetWhenSignedOut(() => useTableView.setState(first));
