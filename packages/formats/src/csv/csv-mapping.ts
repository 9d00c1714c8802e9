/** What a table's cells mean, where people decide it rather than the reader: its lines are counted from 1, its columns from 0. */
export interface CsvMapping {
  readonly delimiter: CsvDelimiter;
  readonly decimal: '.' | ',';
  /** The line of the names; null: there are none. */
  readonly headerLine: number | null;
  /** The line where the samples begin. */
  readonly firstLine: number;
  /** Null: none, the rate says it. */
  readonly time: {
    readonly index: number;
    /** s; null: clocks and dates say it themselves. */
    readonly unitSeconds: number | null;
  } | null;
  /** Columns that become variables. */
  readonly columns: readonly { readonly index: number; readonly name: string; readonly unit: string }[];
}

/** Tried in this order; of equals the first is taken. */
export const csvDelimiters = ['\t', ';', '|', ','] as const;
export type CsvDelimiter = (typeof csvDelimiters)[number];
