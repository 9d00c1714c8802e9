import type { Scratch } from '../byte-source.ts';
import { RowReader, type Rows } from './row-reader.ts';

const firstRows = 64;
/** Bytes of one run: what is sorted in memory at once. */
const runBytes = 8 * 1024 * 1024;

/** Where a run lies in the scratch. */
interface Run {
  readonly at: number;
  readonly rows: number;
}

/** Rows in time order, and how much they had to be moved for it. */
export interface SortedRows {
  rows(): Generator<Rows>;
  /** Places where a row follows another than the one before it in the file. */
  readonly moves: number;
  /** Gives their room back. */
  free(): void;
}

/**
 * Rows of numbers, the time first, kept in scratch in the order they come. Memory holds one run of them; putting them in
 * time order sorts the runs and merges them.
 */
export class RowSpool {
  rows = 0;
  /** Rows that are earlier than the one before. */
  stepsBack = 0;
  minSeconds = Number.POSITIVE_INFINITY;
  maxSeconds = Number.NEGATIVE_INFINITY;
  /** Numbers of a row, the time included. */
  readonly width: number;
  readonly #newScratch: () => Scratch;
  readonly #runRows: number;
  readonly #runs: Run[] = [];
  #scratch: Scratch | undefined;
  #buffer: Float64Array;
  #filled = 0;
  #lastSeconds = Number.NEGATIVE_INFINITY;
  #end = 0;

  /** @param among spools at the same time, which share the memory of runs */
  constructor(columns: number, newScratch: () => Scratch, among = 1) {
    this.width = columns + 1;
    this.#newScratch = newScratch;
    this.#runRows = Math.max(firstRows, Math.floor(runBytes / among / (8 * this.width)));
    this.#buffer = new Float64Array(firstRows * this.width);
  }

  add(seconds: number, values: ArrayLike<number>): void {
    if (this.#filled === this.#runRows) this.#writeRun();
    let at = this.#filled * this.width;
    if (at === this.#buffer.length) this.#grow();
    const buffer = this.#buffer;
    buffer[at++] = seconds;
    for (let i = 0; i < this.width - 1; i++) buffer[at++] = values[i]!;
    if (seconds < this.#lastSeconds) this.stepsBack++;
    if (seconds < this.minSeconds) this.minSeconds = seconds;
    if (seconds > this.maxSeconds) this.maxSeconds = seconds;
    this.#lastSeconds = seconds;
    this.#filled++;
    this.rows++;
  }

  /** All rows as they came; each piece is valid until the next is asked for. */
  *inFileOrder(): Generator<Rows> {
    // One for all: garbage of this size outlives many runs.
    const run = new Float64Array(this.#runs.length > 0 ? this.#runRows * this.width : 0);
    for (const { at, rows } of this.#runs) {
      const values = run.subarray(0, rows * this.width);
      this.#scratch?.read(bytesOf(values), at);
      yield { values, rows, width: this.width };
    }
    if (this.#filled > 0) {
      yield { values: this.#buffer.subarray(0, this.#filled * this.width), rows: this.#filled, width: this.width };
    }
  }

  /** All rows by time; rows of equal time stay as they came. */
  sorted(): SortedRows {
    const scratch = this.#newScratch();
    const width = this.width + 1;
    const runs: Run[] = [];
    let end = 0;
    let firstRow = 0;
    for (const { values, rows } of this.inFileOrder()) {
      const sorted = sortRun(values, rows, this.width, firstRow);
      scratch.write(bytesOf(sorted), end);
      runs.push({ at: end, rows });
      end += sorted.byteLength;
      firstRow += rows;
    }
    const merged = () => new RowReader(scratch, runs, width).merge();
    let moves = 0;
    let next = 0;
    for (const { values, rows } of merged()) {
      for (let at = width - 1; at < rows * width; at += width) {
        const row = values[at]!;
        if (row !== next) moves++;
        next = row + 1;
      }
    }
    return { rows: merged, moves, free: () => scratch.free() };
  }

  /** Gives its room back: its rows are elsewhere. */
  free(): void {
    this.#scratch?.free();
    this.#scratch = undefined;
    this.#runs.length = 0;
    this.#filled = 0;
  }

  #grow(): void {
    const larger = new Float64Array(Math.min(2 * this.#buffer.length, this.#runRows * this.width));
    larger.set(this.#buffer);
    this.#buffer = larger;
  }

  #writeRun(): void {
    this.#scratch ??= this.#newScratch();
    const bytes = bytesOf(this.#buffer.subarray(0, this.#filled * this.width));
    this.#scratch.write(bytes, this.#end);
    this.#runs.push({ at: this.#end, rows: this.#filled });
    this.#end += bytes.length;
    this.#filled = 0;
  }
}

function bytesOf(values: Float64Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

/** The rows of a run by time, each with its number in the file at its end. */
function sortRun(values: Float64Array, rows: number, width: number, firstRow: number): Float64Array {
  const order = Uint32Array.from({ length: rows }, (_, i) => i);
  order.sort((a, b) => values[a * width]! - values[b * width]! || a - b);
  const sorted = new Float64Array(rows * (width + 1));
  for (let i = 0; i < rows; i++) {
    const from = order[i]!;
    sorted.set(values.subarray(from * width, (from + 1) * width), i * (width + 1));
    sorted[i * (width + 1) + width] = firstRow + from;
  }
  return sorted;
}
