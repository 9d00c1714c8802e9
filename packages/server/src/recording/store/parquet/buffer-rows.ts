import { freeMemory } from '../free-memory.ts';
import { type ColumnBody, newBody, type ParquetColumn, ParquetFile, rowGroupRows } from './write-parquet.ts';

/** Memory is taken as it fills: a file may have many modules of few rows. */
const firstRows = 64;
/** Rows of a part: pyramids fold whole buckets. */
const partStep = 256;
const bytesPerValue = { INT32: 4, FLOAT: 4, DOUBLE: 8, BYTES2: 2 } as const;

/** Gathers rows into parts of row groups; holds one part at most, and only as large as it is full. */
export class BufferedParquet {
  readonly #path: string;
  readonly #columns: readonly ParquetColumn[];
  readonly #onPart: (bodies: readonly ColumnBody[]) => Promise<void>;
  readonly #bufferBytes: () => number;
  readonly #wrote: (bytes: number) => void;
  /** Rows of a part: a divisor of a row group's. Settled when rows come that need room. */
  #partRows = firstRows;
  #bodies: ColumnBody[];
  #capacity = firstRows;
  #rows = 0;
  #file: ParquetFile | undefined;

  /**
   * @param bufferBytes what the rows of a part may take
   * @param wrote told the bytes that land on the disk
   * @param onPart gets every part before it is written, cut to its rows: a multiple of 256 but for the last
   */
  constructor(
    path: string,
    columns: readonly ParquetColumn[],
    bufferBytes: () => number,
    wrote: (bytes: number) => void,
    onPart: (bodies: readonly ColumnBody[]) => Promise<void> = async () => {},
  ) {
    this.#path = path;
    this.#columns = columns;
    this.#onPart = onPart;
    this.#bufferBytes = bufferBytes;
    this.#wrote = wrote;
    this.#bodies = columns.map(({ type }) => newBody(type, firstRows));
  }

  /** Adds rows [start, end) of the sources, one a column. */
  async append(sources: readonly ColumnBody[], start: number, end: number): Promise<void> {
    if (this.#partRows === firstRows && this.#rows + end - start > firstRows) {
      this.#partRows = partRowsOf(this.#columns, this.#bufferBytes());
    }
    for (let from = start; from < end; ) {
      const rows = Math.min(end - from, this.#partRows - this.#rows);
      this.#makeRoom(this.#rows + rows);
      for (const [index, body] of this.#bodies.entries()) {
        const width = this.#width(index);
        body.set(sources[index]!.subarray(from * width, (from + rows) * width), this.#rows * width);
      }
      this.#rows += rows;
      from += rows;
      if (this.#rows === this.#partRows && this.#rows > firstRows) await this.#flush(false);
    }
  }

  #width(index: number): number {
    return this.#columns[index]!.type === 'BYTES2' ? 2 : 1;
  }

  #makeRoom(rows: number): void {
    if (rows <= this.#capacity) return;
    while (this.#capacity < rows) this.#capacity *= 2;
    this.#bodies = this.#bodies.map((body, index) => {
      const larger = newBody(this.#columns[index]!.type, this.#capacity);
      larger.set(body);
      freeMemory([body]);
      return larger;
    });
  }

  async #flush(isLast: boolean): Promise<void> {
    const cut = this.#bodies.map((body, index) => body.subarray(0, this.#rows * this.#width(index)));
    await this.#onPart(cut);
    this.#file ??= await ParquetFile.create(this.#path, this.#columns, this.#wrote);
    await this.#file.writePart(cut, this.#rows, isLast);
    this.#rows = 0;
  }

  /** Writes what is left and the footer. @returns bytes of the file */
  async finish(metadata: Readonly<Record<string, string>>): Promise<number> {
    if (this.#rows > 0) await this.#flush(true);
    this.#file ??= await ParquetFile.create(this.#path, this.#columns, this.#wrote);
    freeMemory(this.#bodies);
    this.#bodies = [];
    return this.#file.finish(metadata);
  }

  async abandon(): Promise<void> {
    await this.#file?.abandon();
  }
}

/** The largest halving of a row group whose rows take no more than `bufferBytes`. */
function partRowsOf(columns: readonly ParquetColumn[], bufferBytes: number): number {
  const rowBytes = columns.reduce((sum, { type }) => sum + bytesPerValue[type], 0);
  let rows = rowGroupRows;
  while (rows > partStep && rows * rowBytes > bufferBytes) rows /= 2;
  return rows;
}
