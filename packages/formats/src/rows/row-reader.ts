import type { Scratch } from '../byte-source.ts';

/** Rows one after the other; a row's time comes first. */
export interface Rows {
  readonly values: Float64Array;
  readonly rows: number;
  readonly width: number;
}

/** Bytes of a run that are in memory while runs are merged, and of all of them together, a row of each at least. */
const [windowBytes, windowsBytes] = [64 * 1024, 16 * 1024 * 1024];
/** Rows handed on at once. */
const pieceBytes = 1024 * 1024;

/** Stands on a row of a sorted run. */
interface Cursor {
  readonly window: Float64Array;
  /** Place of the present row in the window; rows that are in it. */
  row: number;
  filled: number;
  /** Rows of the run that were not read yet, and where they lie. */
  left: number;
  at: number;
}

/** Merges sorted runs whose rows end with their number in the file, which settles equal times. */
export class RowReader {
  readonly #scratch: Scratch;
  readonly #width: number;
  readonly #rows: number;
  readonly #heap: Cursor[] = [];

  constructor(scratch: Scratch, runs: readonly { readonly at: number; readonly rows: number }[], width: number) {
    this.#scratch = scratch;
    this.#width = width;
    this.#rows = runs.reduce((sum, run) => sum + run.rows, 0);
    const share = Math.min(windowBytes, windowsBytes / Math.max(1, runs.length));
    const windowRows = Math.max(1, Math.floor(share / (8 * width)));
    for (const { at, rows } of runs) {
      const window = new Float64Array(Math.min(windowRows, rows) * width);
      const cursor = { window, row: 0, filled: 0, left: rows, at };
      if (this.#fill(cursor)) this.#heap.push(cursor);
    }
    for (let i = (this.#heap.length >> 1) - 1; i >= 0; i--) this.#sink(i);
  }

  /** Each piece is valid until the next is asked for. */
  *merge(): Generator<Rows> {
    const width = this.#width;
    const room = Math.max(1, Math.min(this.#rows, Math.floor(pieceBytes / (8 * width))));
    const values = new Float64Array(room * width);
    let rows = 0;
    for (let first = this.#heap[0]; first; first = this.#heap[0]) {
      values.set(first.window.subarray(first.row * width, (first.row + 1) * width), rows * width);
      if (++rows === room) {
        yield { values, rows, width };
        rows = 0;
      }
      this.#step(first);
    }
    if (rows > 0) yield { values, rows, width };
  }

  #step(first: Cursor): void {
    first.row++;
    if (first.row === first.filled && !this.#fill(first)) {
      const last = this.#heap.pop();
      if (last && last !== first) this.#heap[0] = last;
    }
    if (this.#heap.length > 1) this.#sink(0);
  }

  #fill(cursor: Cursor): boolean {
    const rows = Math.min(cursor.left, cursor.window.length / this.#width);
    if (rows === 0) return false;
    const bytes = rows * this.#width * 8;
    this.#scratch.read(new Uint8Array(cursor.window.buffer, 0, bytes), cursor.at);
    Object.assign(cursor, { row: 0, filled: rows, left: cursor.left - rows, at: cursor.at + bytes });
    return true;
  }

  #sink(from: number): void {
    const heap = this.#heap;
    for (let at = from; ; ) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && this.#before(heap[child]!, heap[least]!)) least = child;
      }
      if (least === at) return;
      [heap[at], heap[least]] = [heap[least]!, heap[at]!];
      at = least;
    }
  }

  #before(a: Cursor, b: Cursor): boolean {
    const width = this.#width;
    const difference = a.window[a.row * width]! - b.window[b.row * width]!;
    return (
      difference < 0 || (difference === 0 && a.window[(a.row + 1) * width - 1]! < b.window[(b.row + 1) * width - 1]!)
    );
  }
}
