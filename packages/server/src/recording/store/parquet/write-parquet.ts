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

function statistics(column: ParquetColumn, body: ColumnBody): ThriftValue | undefined {
  if (column.type === 'BYTES2') return undefined;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < body.length; i++) {
    const value = body[i]!;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  if (min > max) return undefined;
  const bytes = (value: number) => {
    const one = newBody(column.type, 1);
    one[0] = value;
    return binary(new Uint8Array(one.buffer));
  };
  // Parquet: a zero minimum is written as −0 and a zero maximum as +0
  return struct({ 3: i64(0), 5: bytes(max === 0 ? 0 : max), 6: bytes(min === 0 ? -0 : min) });
}

/**
 * A Parquet file that a reader may take by position: REQUIRED, PLAIN, UNCOMPRESSED, one page a column chunk, row groups
 * of 262,144 rows. One row group is in memory at a time, handed in by the caller.
 */
export class ParquetFile {
  readonly #columns: readonly ParquetColumn[];
  readonly #file: FileHandle;
  readonly #rowGroups: ThriftValue[] = [];
  #offset = 0;
  #rows = 0;

  private constructor(file: FileHandle, columns: readonly ParquetColumn[]) {
    this.#file = file;
    this.#columns = columns;
  }

  /** Starts a new file; it must not exist. */
  static async create(path: string, columns: readonly ParquetColumn[]): Promise<ParquetFile> {
    const parquet = new ParquetFile(await open(path, 'wx'), columns);
    await parquet.#write([magic]);
    return parquet;
  }

  async #write(parts: Uint8Array[]): Promise<void> {
    const wanted = parts.reduce((length, part) => length + part.length, 0);
    const { bytesWritten } = await this.#file.writev(parts, this.#offset);
    if (bytesWritten !== wanted) throw new Error(`disk took ${bytesWritten} of ${wanted} bytes`);
    this.#offset += wanted;
  }

  /** Writes one row group: 262,144 rows, fewer only in the last. */
  async writeRowGroup(bodies: readonly ColumnBody[], rows: number): Promise<void> {
    const start = this.#offset;
    const chunks: ThriftValue[] = [];
    for (const [index, column] of this.#columns.entries()) {
      const body = bodies[index];
      if (!body) throw new RangeError(`no body for column ${column.name}`);
      chunks.push(await this.#writeChunk(column, body, rows));
    }
    const size = i64(this.#offset - start);
    this.#rowGroups.push(struct({ 1: list(chunks), 2: size, 3: i64(rows), 5: i64(start), 6: size }));
    this.#rows += rows;
  }

  async #writeChunk(column: ParquetColumn, body: ColumnBody, rows: number): Promise<ThriftValue> {
    const data = new Uint8Array(body.buffer, body.byteOffset, rows * bytesPerValue[column.type]);
    const page = struct({ 1: i32(rows), 2: i32(0), 3: i32(3), 4: i32(3) });
    const header = struct({ 1: i32(0), 2: i32(data.length), 3: i32(data.length), 5: page }).bytes;
    const offset = i64(this.#offset);
    await this.#write([header, data]);
    const size = i64(header.length + data.length);
    const meta = struct({
      1: i32(physical[column.type]),
      2: list([i32(0)]),
      3: list([binary(column.name)]),
      4: i32(0),
      5: i64(rows),
      6: size,
      7: size,
      9: offset,
      12: statistics(column, column.type === 'BYTES2' ? body : body.subarray(0, rows)),
    });
    return struct({ 2: i64(0), 3: meta });
  }

  /** Writes the footer and brings the file to disk. @returns its size in bytes */
  async finish(metadata: Readonly<Record<string, string>>): Promise<number> {
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
    await this.#write([footer, length, magic]);
    await this.#file.sync();
    await this.#file.close();
    return this.#offset;
  }

  /** Lets go of the file without finishing it. */
  async abandon(): Promise<void> {
    await this.#file.close();
  }
}
