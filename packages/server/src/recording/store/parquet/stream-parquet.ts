import { shareLoop } from '../../../platform/clock/index.ts';
import { metadataKey } from '../module-metadata.ts';
import { splitChunk } from '../split-chunk.ts';
import type { SampleChunk, StoredModule } from '../store.ts';
import { compressSnappy } from './compress-snappy.ts';
import { binary, i32, i64, list, struct, type ThriftValue } from './encode-thrift.ts';

const magic = new TextEncoder().encode('PAR1');
const physical = { f32: 4, f64: 5 } as const;
const required = 0;
const optional = 1;
const plain = 0;
const rle = 3;
/** Every reader has it, also those without other codecs. */
const snappyCodec = 1;
/** Numbers of a row group, 8 MB at most. */
const cellsARowGroup = 1_048_576;
const [leastRows, mostRows] = [1024, 131_072];

interface Column {
  readonly name: string;
  readonly unit: string;
  readonly type: 'f32' | 'f64';
  /** Whether it may have gaps. */
  readonly mayLack: boolean;
}

/**
 * A module as a Parquet file for others, made as it is read: compressed, gaps are NULL, units are with their columns. Holds
 * one row group; nothing is written to the disk.
 * @param about what else the file says, by key
 */
export async function* streamParquet(
  module: StoredModule,
  chunks: AsyncIterable<SampleChunk>,
  about: Readonly<Record<string, string>>,
): AsyncGenerator<Uint8Array> {
  const columns = [
    { name: 'T', unit: 's', type: 'f64', mayLack: false } as const,
    ...module.columns.map(({ name, unit, type }) => ({ name, unit, type, mayLack: true })),
  ];
  const groupRows = Math.max(leastRows, Math.min(mostRows, Math.floor(cellsARowGroup / columns.length)));
  const pause = shareLoop();
  const groups: ThriftValue[] = [];
  let offset = magic.length;
  let rows = 0;
  yield magic;
  for await (const bodies of rowGroupsOf(chunks, columns, groupRows)) {
    const start = offset;
    const described: ThriftValue[] = [];
    const count = bodies[0]?.length ?? 0;
    for (const [index, column] of columns.entries()) {
      await pause();
      const page = pageOf(column, bodies[index] ?? new Float64Array(count));
      described.push(describeChunk(column, page, count, offset));
      yield page.bytes;
      offset += page.bytes.length;
    }
    const size = i64(offset - start);
    groups.push(struct({ 1: list(described), 2: size, 3: i64(count), 5: i64(start), 6: size }));
    rows += count;
  }
  yield footerOf(module, about, columns, groups, rows);
}

/** Rows gathered into groups of a size, one array a column, which are valid until the next group is asked for. */
async function* rowGroupsOf(
  chunks: AsyncIterable<SampleChunk>,
  columns: readonly Column[],
  groupRows: number,
): AsyncGenerator<(Float32Array | Float64Array)[]> {
  const bodies = columns.map(({ type }) => newBody(type, groupRows));
  let rows = 0;
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.timesSeconds.length; ) {
      const { timesSeconds, columns: values } = splitChunk(chunk, from, groupRows - rows);
      for (const [index, body] of bodies.entries()) body.set(values[index - 1] ?? timesSeconds, rows);
      rows += timesSeconds.length;
      from += timesSeconds.length;
      if (rows < groupRows) continue;
      yield bodies;
      rows = 0;
    }
  }
  if (rows > 0) yield bodies.map((body) => body.subarray(0, rows));
}

const newBody = (type: Column['type'], rows: number) =>
  type === 'f32' ? new Float32Array(rows) : new Float64Array(rows);

interface Page {
  readonly bytes: Uint8Array;
  /** With its header, not compressed. */
  readonly plainBytes: number;
  readonly gaps: number;
}

/** One page with all values of a column chunk. */
function pageOf(column: Column, body: Float32Array | Float64Array): Page {
  const { levels, values } = column.mayLack ? withoutGaps(body) : { levels: undefined, values: body };
  const content = levels === undefined ? bytesOf(values) : Buffer.concat([levels, bytesOf(values)]);
  const packed = compressSnappy(content);
  const page = struct({ 1: i32(body.length), 2: i32(plain), 3: i32(rle), 4: i32(rle) });
  const header = struct({ 1: i32(0), 2: i32(content.length), 3: i32(packed.length), 5: page }).bytes;
  const bytes = Buffer.concat([header, packed]);
  return { bytes, plainBytes: header.length + content.length, gaps: body.length - values.length };
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Float64Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** The values that are there, and which rows have one: a bit a row, or one run when all have. */
function withoutGaps(body: Float32Array | Float64Array) {
  const bits = new Uint8Array(Math.ceil(body.length / 8));
  const values = body.slice();
  let kept = 0;
  for (let row = 0; row < body.length; row++) {
    const value = body[row] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    values[kept++] = value;
    bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  }
  const all = kept === body.length;
  const runs = all ? [...varint(body.length * 2), 1] : varint(bits.length * 2 + 1);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(runs.length + (all ? 0 : bits.length));
  return {
    levels: Buffer.concat([length, Uint8Array.from(runs), ...(all ? [] : [bits])]),
    values: values.subarray(0, kept),
  };
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

function describeChunk({ name, unit, type }: Column, page: Page, rows: number, offset: number): ThriftValue {
  const meta = struct({
    1: i32(physical[type]),
    2: list([i32(plain), i32(rle)]),
    3: list([binary(name)]),
    4: i32(snappyCodec),
    5: i64(rows),
    6: i64(page.plainBytes),
    7: i64(page.bytes.length),
    8: unit === '' ? undefined : list([keyValue('unit', unit)]),
    9: i64(offset),
    12: struct({ 3: i64(page.gaps) }),
  });
  return struct({ 2: i64(0), 3: meta });
}

const keyValue = (key: string, value: string) => struct({ 1: binary(key), 2: binary(value) });

function footerOf(
  { name, type, rateHz, columns: described }: StoredModule,
  about: Readonly<Record<string, string>>,
  columns: readonly Column[],
  groups: readonly ThriftValue[],
  rows: number,
): Uint8Array {
  const root = struct({ 4: binary('schema'), 5: i32(columns.length) });
  const leaves = columns.map((column) =>
    struct({ 1: i32(physical[column.type]), 3: i32(column.mayLack ? optional : required), 4: binary(column.name) }),
  );
  const own = { name, type, rateHz, columns: described };
  const others = Object.entries(about).map(([key, value]) => keyValue(key, value));
  const units = columns.filter(({ unit }) => unit !== '').map((column) => keyValue(`unit.${column.name}`, column.unit));
  const footer = struct({
    1: i32(2),
    2: list([root, ...leaves]),
    3: i64(rows),
    4: list(groups),
    5: list([keyValue(metadataKey, JSON.stringify(own)), ...others, ...units]),
    6: binary('sillage'),
    7: list(leaves.map(() => struct({ 1: struct({}) }))),
  }).bytes;
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([footer, length, magic]);
}
