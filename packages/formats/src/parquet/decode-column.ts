import type { ColumnMetaData, SchemaElement } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { deltaBinaryUnpack } from 'hyparquet/src/delta.js';
import { byteStreamSplit } from 'hyparquet/src/encoding.js';
import { compressors, decompressZstd } from 'hyparquet-compressors';
import type { UnpackBudget } from '../unpack-budget.ts';

/** Bytes of a page without its compression. */
const mostPageBytes = 64 << 20;

/** A column of numbers directly below the root. */
export interface NumberColumn {
  readonly element: SchemaElement;
  readonly type: keyof typeof byteWidths;
}

const byteWidths = { BOOLEAN: 0, INT32: 4, INT64: 8, FLOAT: 4, DOUBLE: 8 } as const;

export function isNumberType(type: string | undefined): type is NumberColumn['type'] {
  return type !== undefined && Object.hasOwn(byteWidths, type);
}

interface Page {
  readonly values: Uint8Array;
  /** Rows of the page, and which of them have a value. */
  readonly rows: number;
  readonly isThere: Uint8Array | undefined;
  readonly encoding: string;
}

/**
 * Decodes a column of a row group, NaN where there is no value. @throws for what cannot be read; never reads or writes more than
 * the rows there are, whatever the pages say.
 * @param base taken off whole numbers of 64 bits, which are more exact than a number is
 * @param budget of the whole file
 */
export function decodeColumn(
  bytes: Uint8Array,
  { element, type }: NumberColumn,
  { codec }: Pick<ColumnMetaData, 'codec'>,
  rows: number,
  base: bigint,
  budget: UnpackBudget,
): Float64Array {
  const out = new Float64Array(rows).fill(Number.NaN);
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
  const mayLack = element.repetition_type === 'OPTIONAL';
  let dictionary: Float64Array | undefined;
  for (let at = 0; at < rows; ) {
    const header = parquetHeader(reader);
    const packed = take(bytes, reader.offset, header.compressed_page_size);
    reader.offset += packed.length;
    const unpack = (part: Uint8Array, length: number) => decompress(part, length, codec, budget);
    if (header.dictionary_page_header) {
      if (dictionary !== undefined) throw new RangeError('a second dictionary');
      if (type === 'BOOLEAN') throw new TypeError('a dictionary of truth values');
      const plain = unpack(packed, header.uncompressed_page_size);
      dictionary = plainNumbers(plain, type, header.dictionary_page_header.num_values, element, base);
      continue;
    }
    const pageRows = (header.data_page_header ?? header.data_page_header_v2)?.num_values ?? 0;
    if (!(pageRows >= 0 && pageRows <= rows - at)) throw new RangeError(`${pageRows} rows in a page`);
    const page = pageOf(header, packed, mayLack, unpack);
    const there = page.isThere === undefined ? page.rows : page.isThere.reduce((sum, one) => sum + one, 0);
    const numbers = valuesOf(page, there, { element, type }, dictionary, base);
    if (page.isThere === undefined) out.set(numbers, at);
    else for (let row = 0, value = 0; row < page.rows; row++) if (page.isThere[row]) out[at + row] = numbers[value++]!;
    at += page.rows;
  }
  return out;
}

function take(bytes: Uint8Array, at: number, length: number): Uint8Array {
  if (!(length >= 0 && at + length <= bytes.length)) throw new RangeError(`${length} bytes at ${at}`);
  return bytes.subarray(at, at + length);
}

function decompress(
  packed: Uint8Array,
  length: number,
  codec: ColumnMetaData['codec'],
  budget: UnpackBudget,
): Uint8Array {
  if (!(length >= 0 && length <= mostPageBytes)) throw new RangeError(`a page of ${length} bytes`);
  budget.take(Math.max(packed.length, length));
  if (codec === 'UNCOMPRESSED') return packed;
  const unpack = codec === 'ZSTD' ? unpackZstd : compressors[codec];
  if (unpack === undefined) throw new TypeError(`no codec ${codec}`);
  const plain = unpack(packed, length);
  if (plain.length < length) throw new RangeError('a page that is cut');
  return plain;
}

/** Into memory of the size that the page says, not of the one that is said within. */
const unpackZstd = (packed: Uint8Array, length: number) => decompressZstd(packed, new Uint8Array(length));

type Header = ReturnType<typeof parquetHeader>;

function pageOf(
  header: Header,
  packed: Uint8Array,
  mayLack: boolean,
  unpack: (part: Uint8Array, length: number) => Uint8Array,
): Page {
  const { data_page_header: v1, data_page_header_v2: v2, uncompressed_page_size: size } = header;
  if (v1) {
    const plain = unpack(packed, size);
    if (!mayLack) return { values: plain, rows: v1.num_values, isThere: undefined, encoding: v1.encoding };
    const length = new DataView(plain.buffer, plain.byteOffset, plain.byteLength).getUint32(0, true);
    const isThere = Uint8Array.from(readRuns(take(plain, 4, length), 1, v1.num_values));
    return { values: plain.subarray(4 + length), rows: v1.num_values, isThere, encoding: v1.encoding };
  }
  if (!v2) throw new TypeError('no page of data');
  const levels = v2.repetition_levels_byte_length + v2.definition_levels_byte_length;
  const own = take(packed, v2.repetition_levels_byte_length, v2.definition_levels_byte_length);
  const rest = packed.subarray(levels);
  const values = v2.is_compressed === false ? rest : unpack(rest, size - levels);
  const isThere = mayLack ? Uint8Array.from(readRuns(own, 1, v2.num_values)) : undefined;
  return { values, rows: v2.num_values, isThere, encoding: v2.encoding };
}

function valuesOf(
  { values, encoding }: Page,
  count: number,
  { element, type }: NumberColumn,
  dictionary: Float64Array | undefined,
  base: bigint,
): Float64Array {
  const reader = { view: new DataView(values.buffer, values.byteOffset, values.byteLength), offset: 0 };
  switch (encoding) {
    case 'PLAIN':
      return plainNumbers(values, type, count, element, base);
    case 'PLAIN_DICTIONARY':
    case 'RLE_DICTIONARY': {
      if (dictionary === undefined) throw new TypeError('no dictionary');
      const places = readRuns(values.subarray(1), values[0] ?? 0, count);
      return Float64Array.from(places, (place) => {
        if (place >= dictionary.length) throw new RangeError(`place ${place} of a dictionary`);
        return dictionary[place]!;
      });
    }
    case 'RLE':
      return Float64Array.from(readRuns(take(values, 4, reader.view.getUint32(0, true)), 1, count));
    case 'DELTA_BINARY_PACKED': {
      const whole = type === 'INT32' ? new Int32Array(count) : new BigInt64Array(count);
      deltaBinaryUnpack(reader, count, whole);
      return numbersOf(whole, element, base);
    }
    case 'BYTE_STREAM_SPLIT': {
      if (count * byteWidths[type] > values.length) throw new RangeError('a page that is cut');
      const split = byteStreamSplit(reader, count, type, undefined);
      return Float64Array.from({ length: count }, (_, i) => Number(split[i]));
    }
    default:
      throw new TypeError(`no encoding ${encoding}`);
  }
}

function plainNumbers(
  bytes: Uint8Array,
  type: NumberColumn['type'],
  count: number,
  element: SchemaElement,
  base: bigint,
): Float64Array {
  const bytesOfAll = type === 'BOOLEAN' ? Math.ceil(count / 8) : count * byteWidths[type];
  // Aligned, as typed arrays have to be.
  const aligned = take(bytes, 0, bytesOfAll).slice().buffer;
  switch (type) {
    case 'BOOLEAN':
      return Float64Array.from({ length: count }, (_, i) => ((bytes[i >> 3] ?? 0) >> (i & 7)) & 1);
    case 'FLOAT':
      return Float64Array.from(new Float32Array(aligned));
    case 'DOUBLE':
      return new Float64Array(aligned);
    case 'INT32':
      return numbersOf(new Int32Array(aligned), element, base);
    case 'INT64':
      return numbersOf(new BigInt64Array(aligned), element, base);
  }
}

function numbersOf(whole: Int32Array | BigInt64Array, { converted_type, scale }: SchemaElement, base: bigint) {
  const factor = converted_type === 'DECIMAL' ? 10 ** -(scale ?? 0) : 1;
  const isUnsigned = converted_type?.startsWith('UINT') === true;
  if (whole instanceof Int32Array)
    return Float64Array.from(whole, (value) => (isUnsigned ? value >>> 0 : value) * factor);
  const out = new Float64Array(whole.length);
  for (let i = 0; i < whole.length; i++) {
    const value = isUnsigned ? BigInt.asUintN(64, whole[i]!) : whole[i]!;
    out[i] = Number(value - base) * factor;
  }
  return out;
}

/** Whole numbers of a width in bits, as runs of one number or packed eight by eight; `count` of them at most are written. */
export function readRuns(bytes: Uint8Array, width: number, count: number): Uint32Array {
  if (width > 32) throw new RangeError(`numbers of ${width} bits`);
  const out = new Uint32Array(count);
  let at = 0;
  const byte = (): number => {
    if (at >= bytes.length) throw new RangeError('runs that are cut');
    return bytes[at++]!;
  };
  for (let filled = 0; filled < count && width > 0; ) {
    let header = 0;
    for (let shift = 0; ; shift += 7) {
      if (shift > 35) throw new RangeError('a run too long');
      const next = byte();
      header += (next & 127) * 2 ** shift;
      if (next < 128) break;
    }
    const length = Math.floor(header / 2);
    if (length === 0) throw new RangeError('an empty run');
    if (header % 2 === 0) {
      let value = 0;
      for (let shift = 0; shift < width; shift += 8) value += byte() * 2 ** shift;
      const end = Math.min(count, filled + length);
      out.fill(value, filled, end);
      filled = end;
    } else {
      let bits = 0;
      let held = 0;
      const end = Math.min(count, filled + 8 * length);
      const from = at;
      for (; filled < end; filled++) {
        for (; held < width; held += 8) bits += byte() * 2 ** held;
        out[filled] = bits % 2 ** width;
        bits = Math.floor(bits / 2 ** width);
        held -= width;
      }
      at = Math.min(bytes.length, from + length * width);
    }
  }
  return out;
}
