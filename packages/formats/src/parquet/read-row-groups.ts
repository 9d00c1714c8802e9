import type { ByteSource, Scratch } from '../byte-source.ts';
import { type Finding, heldBy, possibleStart } from '../recording.ts';
import { DatesSeen } from '../rows/believe-dates.ts';
import { UnpackBudget } from '../unpack-budget.ts';
import { decodeColumn, type NumberColumn } from './decode-column.ts';
import { chunkOf, type ParquetLayout } from './read-footer.ts';

/** Rows of a row group, and bytes of one of its columns: one column is in memory. */
export const mostGroupRows = 1 << 24;
const mostChunkBytes = 128 << 20;
/** Numbers of rows that are put together at once. */
const cellsAtOnce = 1 << 18;
/** Steps between rows from which the rate is told. */
const mostSteps = 10_000;
/** s since 1970 after which a time is a moment and none since the start: 2001. */
const firstMoment = 1e9;

type RowGroup = ParquetLayout['groups'][number];

/** Rows of a row group that is read; none of one that is too large. */
export function rowsOf(group: Pick<RowGroup, 'num_rows'>): number {
  return isTooLarge(group) ? 0 : allRowsOf(group);
}

export function isTooLarge(group: Pick<RowGroup, 'num_rows'>): boolean {
  return allRowsOf(group) > mostGroupRows;
}

function allRowsOf({ num_rows }: Pick<RowGroup, 'num_rows'>): number {
  return Math.max(0, Number(num_rows));
}

/** Reads row groups of a layout, column by column, and remembers what could not be read. */
export class GroupReader {
  bytesLost = 0;
  /** Rows without a time, and those of groups that are too large. */
  #rowsLost = 0;
  #rowsTooMany = 0;
  #columnsLost = 0;
  readonly #source: ByteSource;
  readonly #layout: ParquetLayout;
  readonly #rateHz: number;
  /** Times are read three times, the rest once. */
  readonly #budget: UnpackBudget;
  /** Taken off whole numbers of 64 bits before they become seconds. */
  #base = 0n;
  #secondsPerUnit = 1;
  /** s since 1970 of the first row that has a time; undefined where times are not moments. */
  #start: number | undefined;
  /** Of T = 0, as times are read: the smallest that can be believed. */
  #zero = 0;

  constructor(source: ByteSource, layout: ParquetLayout, rateHz: number | undefined) {
    this.#source = source;
    this.#layout = layout;
    this.#rateHz = rateHz ?? 1;
    this.#budget = new UnpackBudget(source.sizeBytes);
  }

  /** µs since 1970; undefined where times are not moments. */
  get startUs(): number | undefined {
    if (this.#start === undefined) return undefined;
    const seconds = this.#base === 0n ? this.#zero : this.#start + this.#zero;
    return possibleStart(Math.round(seconds * 1e6));
  }

  /** Reads all times once. */
  learnTimes(): { rows: number; isInOrder: boolean; first: number; last: number; rateHz: number } {
    this.#settleMoments();
    const steps: number[] = [];
    const dates = new DatesSeen();
    let [rows, first, last, isInOrder] = [0, Number.NaN, Number.NaN, true];
    for (const times of this.#times()) {
      for (const t of times ?? []) {
        if (!Number.isFinite(t)) continue;
        if (rows++ === 0) first = t;
        dates.add(t);
        if (t < last) isInOrder = false;
        if (t > last && steps.length < mostSteps) steps.push(t - last);
        last = t;
      }
    }
    if (rows > 0 && this.#start !== undefined) this.#zero = dates.believed().zero;
    const step = Float64Array.from(steps).sort()[steps.length >> 1] ?? 1 / this.#rateHz;
    const rateHz = Number((1 / step).toPrecision(6));
    return { rows, isInOrder, first, last, rateHz: rateHz > 0 && Number.isFinite(rateHz) ? rateHz : 1 };
  }

  /** Times of each group; undefined where they cannot be read. */
  *#times(): Generator<Float64Array | undefined> {
    let row = 0;
    for (const group of this.#layout.groups) {
      yield this.#timesOf(group, rowsOf(group), row);
      row += allRowsOf(group);
    }
  }

  #timesOf(group: RowGroup, count: number, firstRow: number): Float64Array | undefined {
    const { time } = this.#layout;
    if (!time) return Float64Array.from({ length: count }, (_, i) => (firstRow + i) / this.#rateHz);
    return this.#column(group, time.name, time, count, this.#base)?.map((value) => value * this.#secondsPerUnit);
  }

  /** Whether times are moments, of which unit, and where they start: by the first one. */
  #settleMoments(): void {
    const { time, groups } = this.#layout;
    if (!time) return;
    this.#secondsPerUnit = time.secondsPerUnit ?? 1;
    for (const group of groups) {
      const values = this.#column(group, time.name, time, rowsOf(group), 0n);
      const at = values?.findIndex((value) => Number.isFinite(value)) ?? -1;
      const first = values?.[at];
      if (first === undefined) continue;
      this.#secondsPerUnit = time.secondsPerUnit ?? unitBySize(first);
      const seconds = first * this.#secondsPerUnit;
      if (seconds < firstMoment) return;
      this.#start = seconds;
      if (time.type === 'INT64' && Number.isInteger(first)) this.#base = BigInt(first);
      return;
    }
  }

  /** Rows with a time, their columns after it; each piece is valid until the next is asked for. */
  *rows(scratch: Scratch): Generator<{ values: Float64Array; rows: number; width: number }> {
    const { groups, columns } = this.#layout;
    const width = columns.length + 1;
    const largest = groups.reduce((most, group) => Math.max(most, rowsOf(group)), 1);
    const most = Math.min(largest, Math.max(1, Math.floor(cellsAtOnce / width)));
    const values = new Float64Array(most * width);
    const shift = this.#zero;
    let firstRow = 0;
    for (const group of groups) {
      const count = rowsOf(group);
      if (isTooLarge(group)) this.#rowsTooMany += allRowsOf(group);
      const times = this.#timesOf(group, count, firstRow);
      firstRow += allRowsOf(group);
      if (times === undefined) {
        this.#rowsLost += count;
        continue;
      }
      for (const [i, column] of columns.entries()) {
        const read = this.#column(group, column.name, column, count, 0n);
        if (read === undefined) this.#columnsLost++;
        const body = read ?? new Float64Array(count).fill(Number.NaN);
        scratch.write(new Uint8Array(body.buffer, body.byteOffset, body.byteLength), 8 * count * i);
      }
      for (let from = 0; from < count; from += most) {
        const rows = this.#gather(scratch, times.subarray(from, from + most), { values, width, count, from, shift });
        if (rows > 0) yield { values, rows, width };
      }
    }
  }

  #gather(
    scratch: Scratch,
    times: Float64Array,
    {
      values,
      width,
      count,
      from,
      shift,
    }: { values: Float64Array; width: number; count: number; from: number; shift: number },
  ): number {
    const body = new Float64Array(times.length);
    const kept: number[] = [];
    for (const [i, t] of times.entries()) {
      // Moments before the zero are more than a month from most.
      if (Number.isFinite(t) && (this.#start === undefined || t >= shift)) {
        values[kept.length * width] = t - shift;
        kept.push(i);
      } else this.#rowsLost++;
    }
    for (let column = 0; column < width - 1; column++) {
      scratch.read(new Uint8Array(body.buffer), 8 * (count * column + from));
      const { type = 'f64' } = this.#layout.module.columns[column] ?? {};
      for (const [row, i] of kept.entries()) values[row * width + 1 + column] = heldBy(body[i]!, type);
    }
    return kept.length;
  }

  #column(group: RowGroup, name: string, column: NumberColumn, rows: number, base: bigint): Float64Array | undefined {
    const chunk = chunkOf(group, name, this.#source.sizeBytes);
    if (chunk === undefined || chunk.bytes > mostChunkBytes) return undefined;
    const bytes = new Uint8Array(chunk.bytes);
    this.#source.read(bytes, chunk.at);
    try {
      return decodeColumn(bytes, column, chunk.meta, rows, base, this.#budget);
    } catch {
      this.bytesLost += chunk.bytes;
      return undefined;
    }
  }

  findings(): Finding[] {
    const found: Finding[] = [];
    if (this.#rowsLost > 0) {
      const fr = `${this.#rowsLost} lignes sans instant lisible ont été sautées.`;
      found.push({ type: 'WARN', msg: { fr, en: `${this.#rowsLost} rows without a readable time were skipped.` } });
    }
    if (this.#rowsTooMany > 0) {
      const [count, most] = [this.#rowsTooMany, mostGroupRows];
      const fr = `${count} lignes sont dans des groupes de plus de ${most} lignes, qui ne sont pas lus\u00a0: écrivez le fichier en groupes plus petits.`;
      const en = `${count} rows are in row groups of more than ${most} rows, which are not read: write the file with smaller row groups.`;
      found.push({ type: 'WARN', msg: { fr, en } });
    }
    if (this.#columnsLost > 0) {
      const fr = `${this.#columnsLost} morceaux de colonne sont illisibles\u00a0: ils n’ont pas de valeur.`;
      const en = `${this.#columnsLost} pieces of columns cannot be read: they have no value.`;
      found.push({ type: 'WARN', msg: { fr, en } });
    }
    return found;
  }
}

/** s per unit of a time whose unit nobody says: moments by their size, others are seconds. */
function unitBySize(value: number): number {
  if (value > 1e17) return 1e-9;
  if (value > 1e14) return 1e-6;
  return value > 1e11 ? 1e-3 : 1;
}
