import type { SampleArray } from './pyramid-shape.ts';
import { textKernelBase64 } from './text-kernel.gen.ts';

/** Cells of one piece: some 0.1 ms of work. */
const deskCells = 4096;
/** The longest text of a number with what stands behind it: `-0.0000012345678901234567,`. */
const longestCell = 26;
/** Bytes that the kernel may write behind the end of the text. */
const behindText = 32;
/** Where the kernel finds things (bytes); text-kernel.ts has the same. */
const place = { powers32: 0, powers64: 1024, columns: 16_384, cells: 49_152, text: 131_072 } as const;
const [powers32, powers64] = [{ first: -31, last: 45 } as const, { first: -292, last: 324 } as const];
const wasmPageBytes = 65_536;
const [comma, newline] = [0x2c, 0x0a];

/** The upper bits of 10^k, the first of them set, rounded up. */
function powerBits(k: number, bits: number): bigint {
  const width = BigInt(bits);
  if (k < 0) {
    const divisor = 10n ** BigInt(-k);
    const shift = width - 1n + BigInt(divisor.toString(2).length);
    return ((1n << shift) + divisor - 1n) / divisor;
  }
  const power = 10n ** BigInt(k);
  const above = BigInt(power.toString(2).length) - width;
  return above <= 0n ? power << -above : (power + (1n << above) - 1n) >> above;
}

interface Desk {
  readonly memory: ArrayBuffer;
  /** Columns of the list that starts at `place.columns`: address, and whether they are doubles. */
  readonly list: Uint32Array;
  /** @returns end of the text */
  writeRows(rows: number, columns: number, end: number): number;
}

function openDesk(): Desk {
  const wasmPages = Math.ceil((place.text + deskCells * longestCell + behindText) / wasmPageBytes);
  const memory = new WebAssembly.Memory({ initial: wasmPages, maximum: wasmPages });
  const kernel = new WebAssembly.Module(Uint8Array.from(atob(textKernelBase64), (char) => char.charCodeAt(0)));
  const { writeRows } = new WebAssembly.Instance(kernel, { env: { memory } }).exports;
  if (!writeRows) throw new Error('text kernel without its function');
  const numbers = new BigUint64Array(memory.buffer);
  for (let k = powers32.first, at = place.powers32 / 8; k <= powers32.last; k++) numbers[at++] = powerBits(k, 64);
  for (let k = powers64.first, at = place.powers64 / 8; k <= powers64.last; k++) {
    const bits = powerBits(k, 128);
    numbers[at++] = bits >> 64n;
    numbers[at++] = bits & 0xffff_ffff_ffff_ffffn;
  }
  return { memory: memory.buffer, list: new Uint32Array(memory.buffer, place.columns, deskCells * 2), writeRows };
}

let desk: Desk | undefined;

/** Some rows of some columns, at most a desk full. */
function writePiece(columns: readonly SampleArray[], from: number, to: number, end: number): Uint8Array<ArrayBuffer> {
  desk ??= openDesk();
  const { memory, list, writeRows } = desk;
  let at: number = place.cells;
  for (let c = 0; c < columns.length; c++) {
    const column = columns[c]!;
    const isWide = column instanceof Float64Array;
    if (isWide && at % 8 > 0) at += 4;
    list[2 * c] = at;
    list[2 * c + 1] = isWide ? 1 : 0;
    const Numbers = isWide ? Float64Array : Float32Array;
    new Numbers(memory, at, to - from).set(column.subarray(from, to));
    at += (to - from) * column.BYTES_PER_ELEMENT;
  }
  return new Uint8Array(memory, place.text, writeRows(to - from, columns.length, end) - place.text).slice();
}

/**
 * Rows of columns as text in ASCII: cells between commas, a newline behind each row, in pieces of 0.1 ms of work. A number has the fewest
 * digits that read back as the same float32 where its column is one, as the same double elsewhere, written as JavaScript
 * writes numbers; NaN is an empty cell.
 */
export function* numberRows(columns: readonly SampleArray[]): Generator<Uint8Array<ArrayBuffer>> {
  const rows = columns[0]?.length ?? 0;
  const rowsAPiece = Math.floor(deskCells / columns.length);
  if (rowsAPiece > 0) {
    for (let from = 0; from < rows; from += rowsAPiece) {
      yield writePiece(columns, from, Math.min(rows, from + rowsAPiece), newline);
    }
    return;
  }
  for (let row = 0; row < rows; row++) {
    for (let first = 0; first < columns.length; first += deskCells) {
      const some = columns.slice(first, first + deskCells);
      yield writePiece(some, row, row + 1, first + deskCells < columns.length ? comma : newline);
    }
  }
}
