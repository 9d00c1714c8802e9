import { RecordSort } from '@sillage/contract';
import { quantityNames } from '@sillage/domain';
import { z } from 'zod';
import { create } from 'zustand';
import { resetWhenSignedOut } from '../../base/forget-user.ts';
import { useMaySend } from '../../sending/use-waiting.ts';
import { type ScreenSize, useScreenSize } from '../../ui/screen-size.ts';
import { useIsSending } from './open-send-panel.ts';

/** Columns that may be shown or not, and in another order; the date and the athletes always are, and come first. */
export const columnNames = [
  'sport',
  'exercise',
  'result',
  'device',
  'group',
  'preview',
  'duration',
  'size',
  'comment',
  'cloud',
] as const;
export type ColumnName = (typeof columnNames)[number];

const TableView = z.object({
  columns: z.array(z.enum(columnNames)),
  /** Of all columns, whether they are shown or not. */
  order: z.array(z.enum(columnNames)).default([...columnNames]),
  /** What the traces of all rows show; null = what tells most of each. */
  traced: z.enum(quantityNames).nullable().default(null),
  sort: z.object({ by: RecordSort, descending: z.boolean() }),
});
type TableView = z.infer<typeof TableView>;
export type Sort = TableView['sort'];
export type Traced = TableView['traced'];

const usual: Omit<TableView, 'sort'> = {
  columns: ['sport', 'exercise', 'result', 'device', 'preview', 'duration'],
  order: [...columnNames],
  traced: null,
};
const first: TableView = { ...usual, sort: { by: 'date', descending: true } };
const storageKey = 'sillage.dataTable';

/** How the table was left; as it comes when that cannot be read. */
export function readTableView(stored: string | null): TableView {
  try {
    const view = TableView.parse(JSON.parse(stored ?? ''));
    // Each once, with those that an earlier version did not have.
    return { ...view, order: [...new Set([...view.order, ...columnNames])] };
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
  /** To a place among all columns, from 0; beyond the ends it stays at the end. */
  moveColumn(name: ColumnName, place: number): void;
  trace(quantity: Traced): void;
  sortBy(column: RecordSort): void;
  usual(): void;
}

/** Columns, traces and order of the table of records; kept by the browser. */
export const useTableView = create<TableViewStore>()((set) => ({
  ...readTableView(localStorage.getItem(storageKey)),
  showColumn: (name, shown) =>
    set(({ columns }) => ({ columns: columnNames.filter((one) => (one === name ? shown : columns.includes(one))) })),
  moveColumn: (name, place) =>
    set(({ order }) => {
      const others = order.filter((one) => one !== name);
      return { order: others.toSpliced(Math.max(0, place), 0, name) };
    }),
  trace: (traced) => set({ traced }),
  sortBy: (column) => set(({ sort }) => ({ sort: sortedBy(column, sort) })),
  usual: () => set(usual),
}));

useTableView.subscribe(({ columns, order, traced, sort }) =>
  localStorage.setItem(storageKey, JSON.stringify({ columns, order, traced, sort })),
);
resetWhenSignedOut(() => useTableView.setState(first));

/** Columns that stay beside the panel that sends, as far as they are shown: there is no room for more. */
const besidePanel: Readonly<Record<ScreenSize, readonly ColumnName[]>> = {
  desktop: ['exercise', 'preview', 'duration'],
  tablet: ['exercise', 'duration'],
  phone: [],
};

/** The columns that are shown, in their order; those that are about the cloud only where records are sent to one. */
export function useShownColumns(): readonly ColumnName[] {
  const { columns, order } = useTableView();
  const [maySend, size] = [useMaySend(), useScreenSize()];
  const isSending = useIsSending();
  if (isSending)
    return [...order.filter((name) => columns.includes(name) && besidePanel[size].includes(name)), 'cloud'];
  return order.filter((name) => columns.includes(name) && (name !== 'cloud' || maySend));
}
