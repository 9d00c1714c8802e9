import type { ByteStream, TextEncoding } from './decode-text.ts';

/** Bytes of one row: bounds what an unclosed quote can swallow. */
export const maxRowBytes = 1024 * 1024;
const windowBytes = 4 * maxRowBytes;

const quote = 0x22;
const lineFeed = 10;
const carriageReturn = 13;

const decoders = { 'utf-8': new TextDecoder(), 'windows-1252': new TextDecoder('windows-1252') } as const;

/**
 * Splits a stream into rows and cells, by position in one window: `cells` of them lie in `bytes` from `starts` to `ends`,
 * quoted ones with their quotes. A quote that is not closed within {@link maxRowBytes} stands for itself.
 */
export class CsvRows {
  readonly bytes: Uint8Array;
  starts = new Int32Array(64);
  ends = new Int32Array(64);
  /** Cells of the present row. */
  cells = 0;
  /** Line of the file where the present row begins, from 1. */
  line = 0;
  readonly #stream: ByteStream;
  readonly #delimiter: number;
  readonly #decode8: (bytes: Uint8Array) => string;
  #at = 0;
  #filled = 0;
  #nextLine = 1;
  #ended = false;

  constructor(stream: ByteStream, delimiter: number, encoding: TextEncoding) {
    // A little more than there is, so that the end is met.
    this.bytes = new Uint8Array(Math.min(windowBytes, Math.ceil(stream.mostBytes) + 16));
    this.#stream = stream;
    this.#delimiter = delimiter;
    const decoder = decoders[encoding === 'windows-1252' ? encoding : 'utf-8'];
    this.#decode8 = (bytes) => decoder.decode(bytes);
  }

  /** Goes to the next row; false at the end. An empty line is a row of one empty cell. */
  next(): boolean {
    if (this.#filled - this.#at < maxRowBytes) this.#fill();
    if (this.#at >= this.#filled) return false;
    this.line = this.#nextLine;
    if (!this.#split(true)) this.#split(false);
    return true;
  }

  /** The text of a cell, or of so many bytes from its beginning; quotes taken off. */
  text(cell: number, mostBytes = Number.POSITIVE_INFINITY): string {
    const start = this.starts[cell]!;
    const text = this.#decode(start, Math.min(this.ends[cell]!, start + mostBytes));
    const trimmed = text.trimStart();
    if (!trimmed.startsWith('"')) return text;
    const close = trimmed.lastIndexOf('"');
    return close === 0 ? text : trimmed.slice(1, close).replaceAll('""', '"') + trimmed.slice(close + 1).trimEnd();
  }

  #decode(from: number, to: number): string {
    let text = '';
    // Most cells are short and ASCII: then a decoder costs more than it does.
    if (to - from > 40) return this.#decode8(this.bytes.subarray(from, to));
    for (let i = from; i < to; i++) {
      const byte = this.bytes[i]!;
      if (byte > 127) return this.#decode8(this.bytes.subarray(from, to));
      text += String.fromCharCode(byte);
    }
    return text;
  }

  #fill(): void {
    if (this.#ended) return;
    this.bytes.copyWithin(0, this.#at, this.#filled);
    this.#filled -= this.#at;
    this.#at = 0;
    while (this.#filled < this.bytes.length) {
      const count = this.#stream.pull(this.bytes.subarray(this.#filled));
      this.#filled += count;
      if (count > 0 && this.bytes.length - this.#filled >= 4) continue;
      this.#ended = count === 0;
      break;
    }
  }

  /** Finds the cells of the row that begins here and goes to its end; false when quotes run on too long. */
  #split(quotes: boolean): boolean {
    const { bytes } = this;
    const end = Math.min(this.#filled, this.#at + maxRowBytes);
    const delimiter = this.#delimiter;
    let at = this.#at;
    let start = at;
    let lines = 0;
    let cells = 0;
    let fresh = true;
    for (; at < end; at++) {
      const byte = bytes[at]!;
      if (byte === delimiter) {
        this.#cell(cells++, start, at);
        start = at + 1;
        fresh = true;
      } else if (byte === lineFeed || byte === carriageReturn) break;
      else if (byte === quote && fresh && quotes) {
        for (at++; at < end; at++) {
          if (bytes[at] === lineFeed) lines++;
          if (bytes[at] !== quote) continue;
          if (bytes[at + 1] !== quote) break;
          at++;
        }
        if (at >= end) return false;
        fresh = false;
      } else if (byte !== 32) fresh = false;
    }
    this.#cell(cells++, start, at);
    this.cells = cells;
    this.#at = at;
    this.#nextLine += lines;
    if (at < end) this.#endLine();
    return true;
  }

  #endLine(): void {
    const isPair = this.bytes[this.#at] === carriageReturn && this.bytes[this.#at + 1] === lineFeed;
    this.#at += isPair ? 2 : 1;
    this.#nextLine++;
  }

  #cell(index: number, start: number, end: number): void {
    if (index === this.starts.length) {
      this.starts = grown(this.starts);
      this.ends = grown(this.ends);
    }
    this.starts[index] = start;
    this.ends[index] = end;
  }
}

function grown(positions: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * positions.length);
  larger.set(positions);
  return larger;
}
