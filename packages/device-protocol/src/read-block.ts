import {
  type BlockHeader,
  blockCrc,
  blockFormatVersion,
  blockHeaderBytes,
  columnBytes,
  layoutOf,
} from './block-layout.ts';
import type { ColumnType, ModuleMeta } from './messages.ts';

export type BlockDamage = 'short' | 'version' | 'crc' | 'size' | 'module';

/** Reads and checks the header and the CRC; needs no meta. */
export function readBlockHeader(bytes: Uint8Array): BlockHeader | BlockDamage {
  if (bytes.length <= blockHeaderBytes) return 'short';
  if (bytes[0] !== blockFormatVersion) return 'version';
  if (uint32At(bytes, 20) !== blockCrc(bytes)) return 'crc';
  return readCheckedBlockHeader(bytes);
}

/** Reads the header of a block that {@link readBlockHeader} has accepted before: no second CRC. */
export function readCheckedBlockHeader(bytes: Uint8Array): BlockHeader {
  return {
    moduleId: bytes[1] ?? 0,
    sampleCount: (bytes[2] ?? 0) | ((bytes[3] ?? 0) << 8),
    recordId: uint32At(bytes, 4),
    sequence: uint32At(bytes, 8),
    firstSampleUs: uint32At(bytes, 12) + uint32At(bytes, 16) * 2 ** 32,
  };
}

/** Byte by byte: a view of each of thousands of blocks a second is garbage that the young generation fills with. */
function uint32At(bytes: Uint8Array, at: number): number {
  const low = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  return (low | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)) >>> 0;
}

/** Samples of a block: times in µs since 1970 (device clock) and scaled values, one Float64Array a column. */
export interface DecodedBlock {
  readonly timesUs: Float64Array;
  readonly values: readonly Float64Array[];
}

/** Unpacks the columns of a block whose header {@link readBlockHeader} accepted. */
export function decodeBlock(bytes: Uint8Array, header: BlockHeader, module: ModuleMeta): DecodedBlock | BlockDamage {
  const n = header.sampleCount;
  const damage = blockDamage(bytes, header, module);
  if (damage !== undefined) return damage;
  const decoded = { timesUs: new Float64Array(n), values: module.columns.map(() => new Float64Array(n)) };
  unpackSamples(bytes, header, module, { timesUs: decoded.timesUs, columns: decoded.values, at: 0 });
  return decoded;
}

/** What keeps a block from being one of this module; undefined when it fits. */
export function blockDamage(
  bytes: Uint8Array,
  header: BlockHeader,
  module: ModuleMeta,
): Extract<BlockDamage, 'module' | 'size'> | undefined {
  const n = header.sampleCount;
  if (header.moduleId !== module.id) return 'module';
  return n < 1 || bytes.length !== blockHeaderBytes + n * layoutOf(module).sampleBytes ? 'size' : undefined;
}

/** Where a block's samples go: to index `at` and on of the arrays. */
export interface UnpackTarget {
  /** µs since 1970, device clock. */
  readonly timesUs: Float64Array;
  /** Scaled; one array a column. */
  readonly columns: readonly (Float32Array | Float64Array)[];
  readonly at: number;
}

/** Like {@link decodeBlock}, into arrays that are there. The block must be one that {@link blockDamage} accepts. */
export function unpackSamples(bytes: Uint8Array, header: BlockHeader, module: ModuleMeta, target: UnpackTarget): void {
  const { timesUs, at } = target;
  const n = header.sampleCount;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = blockHeaderBytes;
  if (module.timing === 'stamped') {
    for (let i = 0; i < n; i++) timesUs[at + i] = header.firstSampleUs + view.getUint32(start + 4 * i, true);
    start += 4 * n;
  } else {
    const periodUs = 1e6 / module.rateHz;
    for (let i = 0; i < n; i++) timesUs[at + i] = header.firstSampleUs + i * periodUs;
  }
  for (let c = 0; c < module.columns.length; c++) {
    const column = module.columns[c];
    const out = target.columns[c];
    if (column === undefined || out === undefined) continue;
    unpackColumn(view, start, column, n, out, at);
    start += columnBytes[column.type] * n;
  }
}

function unpackColumn(
  view: DataView,
  start: number,
  { type, scale, offset }: ModuleMeta['columns'][number],
  count: number,
  out: Float32Array | Float64Array,
  at: number,
): void {
  switch (type) {
    case 'int16':
      for (let i = 0; i < count; i++) out[at + i] = view.getInt16(start + 2 * i, true) * scale + offset;
      return;
    case 'int32':
      for (let i = 0; i < count; i++) out[at + i] = view.getInt32(start + 4 * i, true) * scale + offset;
      return;
    case 'float32':
      // A value that is not scaled keeps its bits, also of −0.
      if (scale === 1 && offset === 0)
        for (let i = 0; i < count; i++) out[at + i] = view.getFloat32(start + 4 * i, true);
      else for (let i = 0; i < count; i++) out[at + i] = view.getFloat32(start + 4 * i, true) * scale + offset;
  }
}

/** Reads single samples of a block, for those who show only some of them. */
export interface SampleReader {
  /** µs since 1970, device clock. */
  timeUs(sample: number): number;
  value(column: number, sample: number): number;
}

/** Like {@link decodeBlock}, but unpacks a sample only when it is asked for. */
export function sampleReader(bytes: Uint8Array, header: BlockHeader, module: ModuleMeta): SampleReader | BlockDamage {
  const damage = blockDamage(bytes, header, module);
  return damage ?? new Samples(bytes, header, module);
}

class Samples implements SampleReader {
  readonly #view: DataView;
  readonly #header: BlockHeader;
  readonly #module: ModuleMeta;
  readonly #bytesBefore: readonly number[];
  readonly #periodUs: number;

  constructor(bytes: Uint8Array, header: BlockHeader, module: ModuleMeta) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#header = header;
    this.#module = module;
    this.#bytesBefore = layoutOf(module).bytesBefore;
    this.#periodUs = 1e6 / module.rateHz;
  }

  timeUs(sample: number): number {
    const { firstSampleUs } = this.#header;
    if (this.#module.timing === 'regular') return firstSampleUs + sample * this.#periodUs;
    return firstSampleUs + this.#view.getUint32(blockHeaderBytes + 4 * sample, true);
  }

  value(column: number, sample: number): number {
    const meta = this.#module.columns[column];
    const before = this.#bytesBefore[column];
    if (meta === undefined || before === undefined) return Number.NaN;
    const start = blockHeaderBytes + before * this.#header.sampleCount;
    return readRaw(this.#view, start + columnBytes[meta.type] * sample, meta.type) * meta.scale + meta.offset;
  }
}

function readRaw(view: DataView, at: number, type: ColumnType): number {
  switch (type) {
    case 'int16':
      return view.getInt16(at, true);
    case 'int32':
      return view.getInt32(at, true);
    case 'float32':
      return view.getFloat32(at, true);
  }
}
