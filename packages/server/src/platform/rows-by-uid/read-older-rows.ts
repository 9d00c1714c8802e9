import type { ColumnByUid, TableByUid } from './tables-by-uid.ts';

/** Columns of records whose values lay in `other_data` before they were columns, with what is so where nothing lay there. */
const onceOtherData: ReadonlyMap<string, unknown> = new Map([
  ['csv_rate', null],
  ['missing_blocks', null],
  ['meta_problem', null],
  ['sync_failed', false],
]);

export interface OlderRows {
  /** Those that are given, and those that can be told from them. */
  readonly columns: readonly ColumnByUid[];
  /** A given row as a row of these columns. */
  bring(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

/** How rows of an older version become rows of this one. */
export function readOlderRows(table: TableByUid, given: readonly ColumnByUid[]): OlderRows {
  const isGiven = (name: string) => given.some((column) => column.name === name);
  const moved = table.columns.filter(({ name }) => onceOtherData.has(name) && !isGiven(name));
  if (table.name !== 'records' || moved.length === 0 || !isGiven('other_data')) {
    return { columns: given, bring: (row) => row };
  }
  return {
    columns: [...given, ...moved],
    bring(row) {
      const other: Record<string, unknown> = Object.fromEntries(Object.entries(row.other_data ?? {}));
      const values = moved.map(
        ({ name, shape }) => [name, shape.safeParse(other[name]).data ?? onceOtherData.get(name)] as const,
      );
      const left = Object.entries(other).filter(([name]) => !moved.some((column) => column.name === name));
      return { ...row, other_data: Object.fromEntries(left), ...Object.fromEntries(values) };
    },
  };
}
