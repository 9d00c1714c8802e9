import { type FileHandle, open } from 'node:fs/promises';
import { binary, i32, i64, list, struct, type ThriftValue } from './encode-thrift.ts';

/** Rows of every row group but the last: positions in the file follow from it. */
export const rowGroupRows = 262_144;

/** A column as Parquet names its types; `FIXED_LEN_BYTE_ARRAY` of two bytes. */
export interface ParquetColumn {
  readonly name: string;
  readonly type: 'INT32' | 'FLOAT' | 'DOUBLE' | 'BYTES2';
}

export type ColumnBody = Int32Array | Float32Array | Float64Array | Uint8Array;

const physical = { INT32: 1, FLOAT: 4, DOUBLE: 5, BYTES2: 7 } as const;
const bytesPerValue = { INT32: 4, FLOAT: 4, DOUBLE: 8, BYTES2: 2 } as const;
const magic = new TextEncoder().encode('PAR1');

/** @returns an array for `rows` values of the column */
export function newBody(type: ParquetColumn['type'], rows: number): ColumnBody {
  if (type === 'INT32') return new Int32Array(rows);
  if (type === 'FLOAT') return new Float32Array(rows);
  return type === 'DOUBLE' ? new Float64Array(rows) : new Uint8Array(rows * 2);
}

/** The least and the greatest number of a column so far. */
interface Extremes {
  min: number;
  max: number;
}

function watchExtremes(column: ParquetColumn, body: ColumnBody, extremes: Extremes): void {
  if (column.type === 'BYTES2') return;
  let { min, max } = extremes;
  for (let i = 0; i < body.length; i++) {
    const value = body[i]!;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  extremes.min = min;
  extremes.max = max;
}

function statistics(column: ParquetColumn, { min, max }: Extremes): ThriftValue | undefined {
  if (min > max) return undefined;
  const bytes = (value: number) => {
    const one = newBody(column.type, 1);
    one[0] = value;
    return binary(new Uint8Array(one.buffer));
  };
  // Parquet: a zero minimum is written as −0 and a zero maximum as +0
  return struct({ 3: i64(0), 5: bytes(max === 0 ? 0 : max), 6: bytes(min === 0 ? -0 : min) });
}

function pageHeader(rows: number, bytes: number): Uint8Array {
  const page = struct({ 1: i32(rows), 2: i32(0), 3: i32(3), 4: i32(3) });
  return struct({ 1: i32(0), 2: i32(bytes), 3: i32(bytes), 5: page }).bytes;
}

/**
 * A Parquet file that a reader may take by position: REQUIRED, PLAIN, UNCOMPRESSED, one page a column chunk, row groups
 * of 262,144 rows. One part of a row group is in memory at a time, handed in by the caller: each of its columns goes to its
 * place, as if the row group became full; the last one is put together when the file is finished.
 */
export class ParquetFile {
  readonly #columns: readonly ParquetColumn[];
  readonly #file: FileHandle;
  readonly #rowGroups: ThriftValue[] = [];
  /** Where the present row group begins, and how many of its rows are there. */
  #offset = 0;
  #groupRows = 0;
  #rows = 0;
  #extremes: Extremes[];
  readonly #wrote: (bytes: number) => void;
  #wroteBytes = 0;

  private constructor(file: FileHandle, columns: readonly ParquetColumn[], wrote: (bytes: number) => void) {
    this.#file = file;
    this.#wrote = wrote;
    this.#columns = columns;
    this.#extremes = this.#noExtremes();
  }

  /**
   * Starts a new file; it must not exist.
   * @param wrote told the bytes that land on the disk; negative when some are gone again
   */
  static async create(
    path: string,
    columns: readonly ParquetColumn[],
    wrote: (bytes: number) => void,
  ): Promise<ParquetFile> {
    const parquet = new ParquetFile(await open(path, 'wx+'), columns, wrote);
    parquet.#offset = await parquet.#write([magic], 0);
    return parquet;
  }

  #noExtremes(): Extremes[] {
    return this.#columns.map(() => ({ min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY }));
  }

  async #write(parts: Uint8Array[], at: number): Promise<number> {
    const wanted = parts.reduce((length, part) => length + part.length, 0);
    const { bytesWritten } = await this.#file.writev(parts, at);
    if (bytesWritten !== wanted) throw new Error(`disk took ${bytesWritten} of ${wanted} bytes`);
    this.#tell(wanted);
    return at + wanted;
  }

  #tell(bytes: number): void {
    this.#wroteBytes += bytes;
    this.#wrote(bytes);
  }

  /** Adds rows to the row group; parts fill one exactly, only the last of the file may be shorter. */
  async writePart(bodies: readonly ColumnBody[], rows: number, isLast: boolean): Promise<void> {
    if (this.#groupRows + rows > rowGroupRows) throw new RangeError(`${rows} rows beyond a row group`);
    // A part that is a whole row group is written once, each column with its header.
    const groupRows = this.#groupRows === 0 && isLast ? rows : rowGroupRows;
    let at = this.#offset;
    for (const [index, column] of this.#columns.entries()) {
      const body = bodies[index];
      if (!body) throw new RangeError(`no body for column ${column.name}`);
      watchExtremes(column, body, this.#extremes[index]!);
      const width = bytesPerValue[column.type];
      const data = new Uint8Array(body.buffer, body.byteOffset, rows * width);
      const header = pageHeader(groupRows, groupRows * width);
      if (this.#groupRows === 0) await this.#write([header, data], at);
      else await this.#write([data], at + header.length + this.#groupRows * width);
      at += header.length + groupRows * width;
    }
    this.#groupRows += rows;
    if (this.#groupRows === groupRows) this.#endGroup(at);
  }

  /** Takes the row group as it lies in the file from its beginning to `end`. */
  #endGroup(end: number): void {
    const rows = this.#groupRows;
    const start = this.#offset;
    let at = start;
    const chunks = this.#columns.map((column, index) => {
      const bytes = rows * bytesPerValue[column.type];
      const size = pageHeader(rows, bytes).length + bytes;
      const offset = i64(at);
      at += size;
      const meta = struct({
        1: i32(physical[column.type]),
        2: list([i32(0)]),
        3: list([binary(column.name)]),
        4: i32(0),
        5: i64(rows),
        6: i64(size),
        7: i64(size),
        9: offset,
        12: statistics(column, this.#extremes[index]!),
      });
      return struct({ 2: i64(0), 3: meta });
    });
    const size = i64(end - start);
    this.#rowGroups.push(struct({ 1: list(chunks), 2: size, 3: i64(rows), 5: i64(start), 6: size }));
    this.#rows += rows;
    this.#offset = end;
    this.#groupRows = 0;
    this.#extremes = this.#noExtremes();
  }

  /** Moves the columns of a row group that is not full together: each one towards the front, so none covers another. */
  async #closeUp(): Promise<void> {
    const rows = this.#groupRows;
    if (rows === 0) return;
    let from = this.#offset;
    let to = this.#offset;
    for (const { type } of this.#columns) {
      const width = bytesPerValue[type];
      const data = new Uint8Array(rows * width);
      const fullHeader = pageHeader(rowGroupRows, rowGroupRows * width);
      await this.#file.read(data, 0, data.length, from + fullHeader.length);
      from += fullHeader.length + rowGroupRows * width;
      to = await this.#write([pageHeader(rows, data.length), data], to);
    }
    this.#endGroup(to);
  }

  /** Writes the footer and brings the file to disk. @returns its size in bytes */
  async finish(metadata: Readonly<Record<string, string>>): Promise<number> {
    await this.#closeUp();
    const root = struct({ 4: binary('schema'), 5: i32(this.#columns.length) });
    const leaves = this.#columns.map(({ name, type }) =>
      struct({ 1: i32(physical[type]), 2: type === 'BYTES2' ? i32(2) : undefined, 3: i32(0), 4: binary(name) }),
    );
    const pairs = Object.entries(metadata).map(([key, value]) => struct({ 1: binary(key), 2: binary(value) }));
    const footer = struct({
      1: i32(2),
      2: list([root, ...leaves]),
      3: i64(this.#rows),
      4: list(this.#rowGroups),
      5: list(pairs),
      6: binary('sillage'),
      7: list(leaves.map(() => struct({ 1: struct({}) }))),
    }).bytes;
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, footer.length, true);
    await this.#file.truncate(this.#offset);
    const sizeBytes = await this.#write([footer, length, magic], this.#offset);
    this.#tell(sizeBytes - this.#wroteBytes); // columns that were moved left their places
    await this.#file.sync();
    await this.#file.close();
    return sizeBytes;
  }

  /** Lets go of the file without finishing it. */
  async abandon(): Promise<void> {
    await this.#file.close();
  }
}
