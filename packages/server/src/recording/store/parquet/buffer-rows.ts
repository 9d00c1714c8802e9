import { type ColumnBody, newBody, type ParquetColumn, ParquetFile, rowGroupRows } from './write-parquet.ts';

const firstRows = 4096;

/** Gathers rows into row groups; holds one at most, and only as large as it is full. */
export class BufferedParquet {
  readonly #path: string;
  readonly #columns: readonly ParquetColumn[];
  readonly #onRowGroup: (bodies: readonly ColumnBody[]) => Promise<void>;
  #bodies: ColumnBody[];
  #capacity = firstRows;
  #rows = 0;
  #file: ParquetFile | undefined;

  /** @param onRowGroup gets every row group before it is written, cut to its rows */
  constructor(
    path: string,
    columns: readonly ParquetColumn[],
    onRowGroup: (bodies: readonly ColumnBody[]) => Promise<void> = async () => {},
  ) {
    this.#path = path;
    this.#columns = columns;
    this.#onRowGroup = onRowGroup;
    this.#bodies = columns.map(({ type }) => newBody(type, firstRows));
  }

  /** Adds rows [start, end) of the sources, one a column. */
  async append(sources: readonly ColumnBody[], start: number, end: number): Promise<void> {
    for (let from = start; from < end; ) {
      const rows = Math.min(end - from, rowGroupRows - this.#rows);
      this.#makeRoom(this.#rows + rows);
      for (const [index, body] of this.#bodies.entries()) {
        const width = this.#width(index);
        body.set(sources[index]!.subarray(from * width, (from + rows) * width), this.#rows * width);
      }
      this.#rows += rows;
      from += rows;
      if (this.#rows === rowGroupRows) await this.#flush();
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
      return larger;
    });
  }

  async #flush(): Promise<void> {
    const cut = this.#bodies.map((body, index) => body.subarray(0, this.#rows * this.#width(index)));
    await this.#onRowGroup(cut);
    this.#file ??= await ParquetFile.create(this.#path, this.#columns);
    await this.#file.writeRowGroup(cut, this.#rows);
    this.#rows = 0;
  }

  /** Writes what is left and the footer. @returns bytes of the file */
  async finish(metadata: Readonly<Record<string, string>>): Promise<number> {
    if (this.#rows > 0) await this.#flush();
    this.#file ??= await ParquetFile.create(this.#path, this.#columns);
    this.#bodies = [];
    return this.#file.finish(metadata);
  }

  async abandon(): Promise<void> {
    await this.#file?.abandon();
  }
}
