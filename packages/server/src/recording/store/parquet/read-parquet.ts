import { readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type FileMetaData, parquetMetadata } from 'hyparquet';
import { freeMemory } from '../free-memory.ts';
import { unlessAbsent } from '../unless-absent.ts';
import { type ParquetColumn, rowGroupRows } from './write-parquet.ts';

const tailBytes = 8;
const physicalNames = { INT32: 'INT32', FLOAT: 'FLOAT', DOUBLE: 'DOUBLE', BYTES2: 'FIXED_LEN_BYTE_ARRAY' } as const;
const bytesPerValue = { INT32: 4, FLOAT: 4, DOUBLE: 8, BYTES2: 2 } as const;

export type Numbers = Float32Array | Float64Array | Int32Array | Uint8Array;

/** @param bytes that no other array lies in */
function numbersOf(type: ParquetColumn['type'], bytes: Uint8Array<ArrayBuffer>): Numbers {
  if (type === 'FLOAT') return new Float32Array(bytes.buffer);
  if (type === 'DOUBLE') return new Float64Array(bytes.buffer);
  return type === 'INT32' ? new Int32Array(bytes.buffer) : bytes;
}

/** Where a file's numbers lie: the columns of ours, read by position without decoding. */
export class PositionedParquet {
  readonly rows: number;
  readonly metadata: ReadonlyMap<string, string>;
  readonly #file: FileHandle;
  readonly #columns: readonly ParquetColumn[];
  /** Of each column's body in each row group, row group after row group. */
  readonly #offsets: Float64Array;

  private constructor(
    file: FileHandle,
    columns: readonly ParquetColumn[],
    footer: FileMetaData,
    offsets: Float64Array,
  ) {
    this.#file = file;
    this.#columns = columns;
    this.#offsets = offsets;
    this.rows = Number(footer.num_rows);
    this.metadata = new Map(footer.key_value_metadata?.map(({ key, value }) => [key, value ?? '']));
  }

  /**
   * Opens a file that our writer wrote.
   * @param columnsOf the columns it must have, told from its metadata; undefined refuses it
   * @returns undefined for a file that is absent, cut, or not of our layout
   */
  static async open(
    path: string,
    columnsOf: (metadata: ReadonlyMap<string, string>) => readonly ParquetColumn[] | undefined,
  ): Promise<PositionedParquet | undefined> {
    const file = await unlessAbsent(open(path, 'r'));
    if (!file) return undefined;
    let opened: PositionedParquet | undefined;
    try {
      const footer = await readFooter(file);
      const columns =
        footer && columnsOf(new Map(footer.key_value_metadata?.map(({ key, value }) => [key, value ?? ''])));
      const offsets = columns && findBodies(footer, columns, (await file.stat()).size);
      if (offsets) opened = new PositionedParquet(file, columns, footer, offsets);
    } finally {
      if (!opened) await file.close();
    }
    return opened;
  }

  /** Rows from `row` that lie together in the file, up to the row group's end. */
  rowsTogether(row: number): number {
    return Math.min(rowGroupRows - (row % rowGroupRows), this.rows - row);
  }

  /** Reads `rows` rows of a column into `bytes`. */
  async readInto(column: number, row: number, rows: number, bytes: Uint8Array): Promise<void> {
    for (const { start, length, position } of this.#stretches(column, row, rows)) {
      const { bytesRead } = await this.#file.read(bytes, start, length, position);
      expectAll(bytesRead, length);
    }
  }

  /** As readInto, at once: for few bytes that the system likely holds in memory. */
  readIntoNow(column: number, row: number, rows: number, bytes: Uint8Array): void {
    for (const { start, length, position } of this.#stretches(column, row, rows))
      expectAll(readSync(this.#file.fd, bytes, start, length, position), length);
  }

  /** Where rows lie in the file: one stretch in each row group. */
  *#stretches(column: number, row: number, rows: number) {
    const width = bytesPerValue[this.#columns[column]!.type];
    for (let done = 0; done < rows; ) {
      const at = row + done;
      const together = Math.min(rows - done, this.rowsTogether(at));
      const body = this.#offsets[Math.floor(at / rowGroupRows) * this.#columns.length + column]!;
      yield { start: done * width, length: together * width, position: body + (at % rowGroupRows) * width };
      done += together;
    }
  }

  /** Rows [row, row + rows) of a column, in an array of its type. */
  async read(column: number, row: number, rows: number): Promise<Numbers> {
    const { type } = this.#columns[column]!;
    const bytes = new Uint8Array(rows * bytesPerValue[type]);
    await this.readInto(column, row, rows, bytes);
    return numbersOf(type, bytes);
  }

  /** Numbers of neighbouring columns in a row group, in one read: only headers of pages lie between them. */
  async readGroup(group: number, first: number, columns: number): Promise<Numbers[]> {
    const rows = this.rowsTogether(group * rowGroupRows);
    const places = Array.from({ length: columns }, (_, i) => {
      const start = this.#offsets[group * this.#columns.length + first + i]!;
      const { type } = this.#columns[first + i]!;
      return { type, start, end: start + rows * bytesPerValue[type] };
    });
    const [from, to] = [places[0]?.start ?? 0, places.at(-1)?.end ?? 0];
    const bytes = new Uint8Array(to - from);
    const { bytesRead } = await this.#file.read(bytes, 0, bytes.length, from);
    expectAll(bytesRead, bytes.length);
    const numbers = places.map(({ type, start, end }) => numbersOf(type, bytes.slice(start - from, end - from)));
    freeMemory([bytes]);
    return numbers;
  }

  get rowGroups(): number {
    return Math.ceil(this.rows / rowGroupRows);
  }

  /** As read, for a column of floats or doubles. */
  async readNumbers(column: number, row: number, rows: number): Promise<Float32Array | Float64Array> {
    const numbers = await this.read(column, row, rows);
    if (numbers instanceof Float32Array || numbers instanceof Float64Array) return numbers;
    throw new TypeError(`column ${column} holds no floating-point numbers`);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

function expectAll(read: number, wanted: number): void {
  if (read !== wanted) throw new Error(`signal file gave ${read} of ${wanted} bytes`);
}

async function readFooter(file: FileHandle): Promise<FileMetaData | undefined> {
  const { size } = await file.stat();
  if (size < tailBytes + 4) return undefined;
  const tail = new Uint8Array(tailBytes);
  await file.read(tail, 0, tailBytes, size - tailBytes);
  const length = new DataView(tail.buffer).getUint32(0, true) + tailBytes;
  if (new TextDecoder().decode(tail.subarray(4)) !== 'PAR1' || length > size) return undefined;
  const footer = new Uint8Array(length);
  await file.read(footer, 0, length, size - length);
  try {
    return parquetMetadata(footer.buffer);
  } catch {
    // any damage: the file is not ours to read, and is decoded again from its source
    return undefined;
  }
}

function findBodies(
  footer: FileMetaData,
  columns: readonly ParquetColumn[],
  fileBytes: number,
): Float64Array | undefined {
  const offsets = new Float64Array(footer.row_groups.length * columns.length);
  let rows = 0;
  for (const [group, { columns: chunks, num_rows }] of footer.row_groups.entries()) {
    const groupRows = Number(num_rows);
    const full = group + 1 === footer.row_groups.length ? groupRows <= rowGroupRows : groupRows === rowGroupRows;
    if (chunks.length !== columns.length || !full) return undefined;
    rows += groupRows;
    for (const [index, column] of columns.entries()) {
      const meta = chunks[index]?.meta_data;
      if (meta?.codec !== 'UNCOMPRESSED' || meta.type !== physicalNames[column.type]) return undefined;
      if (meta.path_in_schema.join('.') !== column.name) return undefined;
      const end = Number(meta.data_page_offset) + Number(meta.total_compressed_size);
      const start = end - groupRows * bytesPerValue[column.type];
      if (!(start > 0 && end <= fileBytes)) return undefined;
      offsets[group * columns.length + index] = start;
    }
  }
  return rows === Number(footer.num_rows) ? offsets : undefined;
}
