import type { CsvAbout } from './csv-about.ts';
import type { CsvLayout } from './read-csv-layout.ts';
import { isGap, readClock, readNumber, readPlainNumber } from './read-numbers.ts';
import { RowClock } from './read-times.ts';
import type { CsvRows } from './split-rows.ts';

/** Steps between rows from which the rate is told. */
const mostSteps = 10_000;

/** What the cells of a column turned out to be. */
export interface ColumnSeen {
  readonly index: number;
  numbers: number;
  /** float32 holds every one of them. */
  exact32: boolean;
  /** Cells that are neither a number nor a word for "no value". */
  unreadable: number;
  /** The first of them. */
  firstUnreadable: { readonly line: number; readonly text: string } | undefined;
}

/** Rows that were left out. */
export interface LostRows {
  count: number;
  firstLine: number;
}

/** Reads rows of cells as a time and numbers, and remembers what it could not read. */
export class CsvRowParser {
  /** Of the row that was taken last; NaN where there is no value. */
  seconds = Number.NaN;
  readonly values: Float64Array;
  readonly columns: ColumnSeen[];
  readonly lost: LostRows = { count: 0, firstLine: 0 };
  /** Line of the first row whose time is before that of the row above. */
  firstBackLine = 0;
  readonly #layout: CsvLayout;
  readonly #rateHz: number | undefined;
  readonly #keepTimeless: boolean;
  readonly #clock: RowClock | undefined;
  readonly #decimalByte: number;
  readonly #steps: number[] = [];
  #row = 0;
  #last = Number.NaN;

  /** @param keepTimeless rows without a time are taken, too, if they have a number */
  constructor(layout: CsvLayout, { rateHz, toUtcMs }: CsvAbout, { keepTimeless = false } = {}) {
    this.#layout = layout;
    this.#keepTimeless = keepTimeless;
    this.#rateHz = rateHz;
    this.#clock = layout.time && new RowClock(layout.time, layout.numbers, toUtcMs);
    this.#decimalByte = layout.numbers.decimal.charCodeAt(0);
    this.values = new Float64Array(layout.columns.length);
    this.columns = layout.columns.map((_, index) => ({
      index,
      numbers: 0,
      exact32: true,
      unreadable: 0,
      firstUnreadable: undefined,
    }));
  }

  get startUs(): number | undefined {
    return this.#clock?.startUs;
  }

  get wrongDate(): boolean {
    return this.#clock?.wrongDate ?? false;
  }

  /** As sent, or from the middle one of the steps between rows. */
  get rateHz(): number {
    if (!this.#clock && this.#rateHz !== undefined) return this.#rateHz;
    return Number((1 / this.stepSeconds).toPrecision(6));
  }

  /** The middle one of the steps between rows. */
  get stepSeconds(): number {
    return Float64Array.from(this.#steps).sort()[this.#steps.length >> 1] ?? 1;
  }

  /** Reads the present row; false when it holds no sample. */
  take(rows: CsvRows): boolean {
    if (isEmpty(rows)) return false;
    if (rows.bytes[rows.starts[0]!] === 0x23) return false;
    const seconds = this.#clock ? this.#clock.of(rows) : this.#row++ / (this.#rateHz ?? 1);
    const isDamaged = (!Number.isFinite(seconds) && !this.#keepTimeless) || this.#isCut(rows);
    if (isDamaged || (Number.isNaN(seconds) && !this.#hasNumber(rows))) {
      if (this.lost.count++ === 0) this.lost.firstLine = rows.line;
      return false;
    }
    this.#readValues(rows);
    this.seconds = seconds;
    if (Number.isNaN(seconds)) return true;
    const step = seconds - this.#last;
    if (step < 0 && this.firstBackLine === 0) this.firstBackLine = rows.line;
    if (step > 0 && this.#steps.length < mostSteps) this.#steps.push(step);
    this.#last = seconds;
    return true;
  }

  #hasNumber(rows: CsvRows): boolean {
    return this.#layout.columns.some(({ index }) => {
      const text = index < rows.cells ? rows.text(index) : '';
      return !Number.isNaN(readNumber(text, this.#layout.numbers));
    });
  }

  /** Fewer cells than the others, or more: lines that ran into one another. */
  #isCut(rows: CsvRows): boolean {
    if (rows.cells < this.#layout.width) return !this.#layout.ragged;
    for (let i = this.#layout.width; i < rows.cells; i++) if (rows.text(i).trim() !== '') return true;
    return false;
  }

  #readValues(rows: CsvRows): void {
    const { columns } = this.#layout;
    const decimalByte = this.#decimalByte;
    for (let i = 0; i < columns.length; i++) {
      const cell = columns[i]!.index;
      const seen = this.columns[i]!;
      let value = Number.NaN;
      if (cell < rows.cells) {
        const start = rows.starts[cell]!;
        const end = rows.ends[cell]!;
        if (end > start) {
          value = readPlainNumber(rows.bytes, start, end, decimalByte);
          if (Number.isNaN(value)) value = this.#readText(rows.text(cell), seen, rows.line);
        }
      }
      this.values[i] = value;
      if (!Number.isNaN(value)) {
        seen.numbers++;
        if (seen.exact32 && Math.fround(value) !== value) seen.exact32 = false;
      }
    }
  }

  #readText(text: string, seen: ColumnSeen, line: number): number {
    const value = readNumber(text, this.#layout.numbers);
    if (!Number.isNaN(value)) return value;
    const seconds = readClock(text);
    if (Number.isNaN(seconds) && !isGap(text)) {
      seen.unreadable++;
      seen.firstUnreadable ??= { line, text: text.trim().slice(0, 40) };
    }
    return seconds;
  }
}

function isEmpty(rows: CsvRows): boolean {
  for (let i = 0; i < rows.cells; i++) {
    for (let at = rows.starts[i]!; at < rows.ends[i]!; at++)
      if (rows.bytes[at] !== 32 && rows.bytes[at] !== 9) return false;
  }
  return true;
}
