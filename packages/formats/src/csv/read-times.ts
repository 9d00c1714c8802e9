import { type NumberStyle, readClock, readNumber, readPlainNumber } from './read-numbers.ts';
import type { CsvRows } from './split-rows.ts';

/** A zone's local time, as ms since 1970 read as if it were UTC, to ms since 1970. */
export type ToUtcMs = (localMs: number) => number;

/** What a cell says of its moment. */
export type CellTime =
  /** In units of the column. `exact` holds an integer beyond 2^53. */
  | { readonly kind: 'number'; readonly value: number; readonly exact?: bigint }
  /** s of a time of day or since the start. */
  | { readonly kind: 'clock'; readonly seconds: number }
  /** ns since 1970. */
  | { readonly kind: 'date'; readonly ns: bigint };

export type DateOrder = 'dmy' | 'mdy';

const timeOfDay = String.raw`(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d{1,9})\d*)?)?`;
const yearFirst = new RegExp(String.raw`^(\d{4})[-/.](\d\d?)[-/.](\d\d?)[T ]+${timeOfDay}\s*(Z|[+-]\d\d:?\d\d)?$`, 'i');
const dateOnly = /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)$|^(\d\d?)[-/.](\d\d?)[-/.](\d{4}|\d\d)$/;
const yearLast = new RegExp(String.raw`^(\d\d?)[-/.](\d\d?)[-/.](\d{4}|\d\d)[T, ]+${timeOfDay}\s*(am|pm)?$`, 'i');

/** Reads a time: a number, `mm:ss.SSS`, `hh:mm:ss.SSS`, an ISO 8601 date and time, or `dd/mm/yyyy hh:mm:ss`. */
export function readCellTime(
  text: string,
  style: NumberStyle,
  { order, toUtcMs }: { readonly order: DateOrder; readonly toUtcMs: ToUtcMs },
): CellTime | undefined {
  const trimmed = text.trim();
  const value = readNumber(trimmed, style);
  if (!Number.isNaN(value)) {
    return /^\d{17,20}$/.test(trimmed) ? { kind: 'number', value, exact: BigInt(trimmed) } : { kind: 'number', value };
  }
  const seconds = readClock(trimmed);
  if (!Number.isNaN(seconds)) return { kind: 'clock', seconds };
  const parts = dateParts(trimmed, order);
  if (!parts) return undefined;
  const { year, month, day, hour, minute, second, fraction, offset } = parts;
  const localMs = Date.UTC(year, month - 1, day, hour, minute, second);
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60 && second < 61;
  if (!isDate || Number.isNaN(localMs)) return undefined;
  const utcMs = offset === undefined ? toUtcMs(localMs) : localMs - offset * 60_000;
  return { kind: 'date', ns: BigInt(Math.round(utcMs)) * 1_000_000n + BigInt(fraction.padEnd(9, '0')) };
}

function dateParts(text: string, order: DateOrder) {
  const iso = yearFirst.exec(text);
  const other = iso ?? yearLast.exec(text);
  if (!other) return undefined;
  const [a = 0, b = 0, c = 0, hour = 0, minute = 0, second = 0] = other.slice(1, 7).map((part) => Number(part ?? 0));
  const fraction = other[7] ?? '';
  const last = other[8]?.toLowerCase();
  if (iso) return { year: a, month: b, day: c, hour, minute, second, fraction, offset: offsetMinutes(last) };
  const halfDay = last === undefined ? hour : (hour % 12) + (last === 'pm' ? 12 : 0);
  const [day, month] = order === 'dmy' ? [a, b] : [b, a];
  return { year: c < 100 ? 2000 + c : c, month, day, hour: halfDay, minute, second, fraction, offset: undefined };
}

function offsetMinutes(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (text === 'z') return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2));
  return text.startsWith('-') ? -minutes : minutes;
}

/** ms since 1970 of the midnight of a date without a time, read as if its zone were UTC. */
export function readDay(text: string, order: DateOrder): number | undefined {
  const found = dateOnly.exec(text.trim());
  if (!found) return undefined;
  const [a = 0, b = 0, c = 0] = (found[1] === undefined ? found.slice(4) : found.slice(1, 4)).map(Number);
  const [day, month] = order === 'dmy' ? [a, b] : [b, a];
  const parts = found[1] === undefined ? ([c < 100 ? 2000 + c : c, month, day] as const) : ([a, b, c] as const);
  const isDate = parts[1] >= 1 && parts[1] <= 12 && parts[2] >= 1 && parts[2] <= 31;
  return isDate ? Date.UTC(parts[0], parts[1] - 1, parts[2]) : undefined;
}

/** Whether dates whose year is last begin with the day, as ours do, or the month: only a number above 12 tells. */
export function dateOrderOf(cells: Iterable<string>): DateOrder {
  for (const cell of cells) {
    const found = yearLast.exec(cell.trim()) ?? /^(\d\d?)[-/.](\d\d?)[-/.](?:\d{4}|\d\d)$/.exec(cell.trim());
    if (found && Number(found[2]) > 12) return 'mdy';
  }
  return 'dmy';
}

/** 2001-09-09 in seconds: a larger number is a moment since 1970, not a time since the start. */
const firstEpochSeconds = 1e9;
/** ns since 1970 of 2100: no recording is of later. */
const lastNs = 4_102_444_800n * 1_000_000_000n;
const daySeconds = 86_400;

/** How a time column is to be read. */
export interface TimeColumn {
  readonly index: number;
  /** s; undefined when the header does not say. */
  readonly unitSeconds: number | undefined;
  readonly order: DateOrder;
  /** Where the dates are that its times lack. */
  readonly date?: DateColumn;
}

export interface DateColumn {
  readonly index: number;
  readonly order: DateOrder;
  /** Days alone, or moments with their time. */
  readonly holds: 'days' | 'moments';
}

/** s since the record's start of each row, from its time column. The first time says what zero is. */
export class RowClock {
  /** µs since 1970 of T = 0, when times are moments. */
  startUs: number | undefined;
  /** The first time is a moment that no recording is of. */
  wrongDate = false;
  readonly #column: TimeColumn;
  readonly #style: NumberStyle;
  readonly #toUtcMs: ToUtcMs;
  readonly #decimalByte: number;
  #kind: CellTime['kind'] | undefined;
  /** Of numbers: what is subtracted, and s per unit. */
  #zero = 0;
  #zeroExact = 0n;
  #unitSeconds = 1;
  #days = 0;
  #last = 0;
  #dayMs: number | undefined;

  constructor(column: TimeColumn, style: NumberStyle, toUtcMs: ToUtcMs) {
    this.#column = column;
    this.#style = style;
    this.#toUtcMs = toUtcMs;
    this.#decimalByte = style.decimal.charCodeAt(0);
  }

  /** NaN when the row has no readable time. */
  of(rows: CsvRows): number {
    const { index } = this.#column;
    if (index >= rows.cells) return Number.NaN;
    const value = readPlainNumber(rows.bytes, rows.starts[index]!, rows.ends[index]!, this.#decimalByte);
    if (!Number.isNaN(value) && this.#kind === 'number') return this.#ofNumber(value);
    const cell = readCellTime(rows.text(index), this.#style, { ...this.#column, toUtcMs: this.#toUtcMs });
    return cell === undefined ? Number.NaN : this.#ofCell(this.#onItsDay(cell, rows), rows);
  }

  /** A time of day beside a day is a moment. */
  #onItsDay(cell: CellTime, rows: CsvRows): CellTime {
    const { date } = this.#column;
    if (cell.kind !== 'clock' || date?.holds !== 'days') return cell;
    const day = date.index < rows.cells ? readDay(rows.text(date.index), date.order) : undefined;
    if (day !== undefined && day !== this.#dayMs) {
      this.#dayMs = day;
      this.#days = 0;
      this.#last = 0;
    }
    if (this.#dayMs === undefined) return cell;
    const seconds = this.#ofClock(cell.seconds);
    const whole = Math.floor(seconds);
    const utcMs = this.#toUtcMs(this.#dayMs + whole * 1000);
    return { kind: 'date', ns: BigInt(Math.round(utcMs)) * 1_000_000n + BigInt(Math.round((seconds - whole) * 1e9)) };
  }

  #ofCell(cell: CellTime, rows: CsvRows): number {
    if (this.#kind === undefined) {
      this.#begin(cell);
      if (this.startUs === undefined) this.#beginOn(rows, cell);
    }
    if (cell.kind !== this.#kind) return Number.NaN;
    switch (cell.kind) {
      case 'number':
        return cell.exact === undefined || this.#zeroExact === 0n
          ? this.#ofNumber(cell.value)
          : this.#inSeconds(Number(cell.exact - this.#zeroExact));
      case 'clock':
        return this.#ofClock(cell.seconds);
      case 'date':
        return Number(cell.ns - this.#zeroExact) / 1e9;
    }
  }

  /** Subtracting before dividing keeps what two large numbers differ by exact. */
  #ofNumber(value: number): number {
    return this.#inSeconds(value - this.#zero);
  }

  /** Dividing by 1000 keeps 1250 ms at exactly 1.25 s, where multiplying by 0.001 would not. */
  #inSeconds(units: number): number {
    const unit = this.#unitSeconds;
    return unit >= 1 ? units * unit : units / Math.round(1 / unit);
  }

  /** A time of day goes on after midnight. */
  #ofClock(seconds: number): number {
    if (this.#last <= daySeconds && this.#last - seconds > daySeconds / 2) this.#days++;
    this.#last = seconds;
    return seconds + this.#days * daySeconds;
  }

  #begin(cell: CellTime): void {
    this.#kind = cell.kind;
    if (cell.kind === 'date') this.#beginAt(cell.ns);
    if (cell.kind !== 'number') return;
    this.#unitSeconds = this.#column.unitSeconds ?? guessUnit(cell.value);
    const seconds = this.#inSeconds(cell.value);
    if (seconds < firstEpochSeconds) return;
    this.#zero = cell.value;
    const nanoseconds = this.#unitSeconds * 1e9;
    const ns = cell.exact === undefined ? BigInt(Math.round(seconds * 1e6)) * 1000n : cell.exact * BigInt(nanoseconds);
    this.#beginAt(ns);
    this.#zeroExact = cell.exact ?? 0n;
  }

  /** Times since the start begin at the moment beside the first of them, or with its day. */
  #beginOn(rows: CsvRows, first: CellTime): void {
    const { date } = this.#column;
    if (date === undefined || date.index >= rows.cells) return;
    const text = rows.text(date.index);
    const day = readDay(text, date.order);
    const at = readCellTime(text, this.#style, { order: date.order, toUtcMs: this.#toUtcMs });
    const zero = this.#zeroExact;
    if (day !== undefined) this.#beginAt(BigInt(Math.round(this.#toUtcMs(day))) * 1_000_000n);
    else if (at?.kind === 'date') this.#beginAt(at.ns - BigInt(Math.round(this.#secondsOf(first) * 1e9)));
    // Only the record's start is told by it.
    this.#zeroExact = zero;
  }

  /** Of a time since the start. */
  #secondsOf(cell: CellTime): number {
    switch (cell.kind) {
      case 'number':
        return this.#inSeconds(cell.value);
      case 'clock':
        return cell.seconds;
      case 'date':
        return 0;
    }
  }

  #beginAt(ns: bigint): void {
    this.wrongDate = ns < 0n || ns > lastNs;
    this.#zeroExact = ns;
    this.startUs = Number(ns / 1000n);
  }
}

/** s per unit of a moment, by its size: seconds, ms, µs or ns since 1970. */
function guessUnit(value: number): number {
  for (const unit of [1e-9, 1e-6, 1e-3]) if (value >= firstEpochSeconds / unit) return unit;
  return 1;
}
