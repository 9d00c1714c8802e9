import {
  type BlockHeader,
  blockCrc,
  blockFormatVersion,
  blockHeaderBytes,
  maxBlockBytes,
  sampleBytes,
} from './block-layout.ts';
import type { ColumnType, ModuleMeta } from './messages.ts';

/** Raw column values as they travel: `stampsUs` after the first sample (stamped modules only), then one array a column. */
export interface BlockColumns {
  readonly stampsUs?: ArrayLike<number>;
  readonly columns: readonly ArrayLike<number>[];
}

/**
 * Packs a block; integers outside a column's type wrap, so the caller scales first.
 * @throws RangeError when a count or the time does not fit, a bug of the caller.
 */
export function encodeBlock(header: BlockHeader, module: ModuleMeta, samples: BlockColumns): Uint8Array {
  const bytes = new Uint8Array(blockHeaderBytes + header.sampleCount * sampleBytes(module));
  if (header.sampleCount < 1 || header.sampleCount > 0xffff || bytes.length > maxBlockBytes)
    throw new RangeError(`block of ${header.sampleCount} samples`);
  if (!Number.isSafeInteger(header.firstSampleUs) || header.firstSampleUs < 0)
    throw new RangeError(`first sample at ${header.firstSampleUs} µs`);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, blockFormatVersion);
  view.setUint8(1, header.moduleId);
  view.setUint16(2, header.sampleCount, true);
  view.setUint32(4, header.recordId, true);
  view.setUint32(8, header.sequence, true);
  view.setUint32(12, header.firstSampleUs % 2 ** 32, true);
  view.setUint32(16, Math.floor(header.firstSampleUs / 2 ** 32), true);
  let at = blockHeaderBytes;
  if (module.timing === 'stamped') at = writeColumn(view, at, 'uint32', samples.stampsUs ?? [], header.sampleCount);
  module.columns.forEach((column, i) => {
    at = writeColumn(view, at, column.type, samples.columns[i] ?? [], header.sampleCount);
  });
  view.setUint32(20, blockCrc(bytes), true);
  return bytes;
}

/** The same block under another sequence: what follows from counting anew. */
export function renumberedBlock(block: Uint8Array, sequence: number): Uint8Array {
  const bytes = Uint8Array.from(block);
  const view = new DataView(bytes.buffer);
  view.setUint32(8, sequence, true);
  view.setUint32(20, blockCrc(bytes), true);
  return bytes;
}

const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** The column's bytes as a typed array of the machine, or undefined where alignment or byte order forbids it. */
function asTypedArray(view: DataView, at: number, type: ColumnType | 'uint32', n: number) {
  const offset = view.byteOffset + at;
  if (!littleEndian || offset % (type === 'int16' ? 2 : 4) !== 0) return undefined;
  switch (type) {
    case 'int16':
      return new Int16Array(view.buffer, offset, n);
    case 'int32':
      return new Int32Array(view.buffer, offset, n);
    case 'uint32':
      return new Uint32Array(view.buffer, offset, n);
    case 'float32':
      return new Float32Array(view.buffer, offset, n);
  }
}

function writeColumn(
  view: DataView,
  at: number,
  type: ColumnType | 'uint32',
  raw: ArrayLike<number>,
  n: number,
): number {
  if (raw.length !== n) throw new RangeError(`column of ${raw.length} values in a block of ${n} samples`);
  const end = at + n * (type === 'int16' ? 2 : 4);
  const fast = asTypedArray(view, at, type, n);
  if (fast !== undefined) {
    fast.set(raw);
    return end;
  }
  for (let i = 0; i < n; i++) {
    const value = raw[i] ?? 0;
    switch (type) {
      case 'int16':
        view.setInt16(at + 2 * i, value, true);
        break;
      case 'int32':
        view.setInt32(at + 4 * i, value, true);
        break;
      case 'uint32':
        view.setUint32(at + 4 * i, value, true);
        break;
      case 'float32':
        view.setFloat32(at + 4 * i, value, true);
        break;
    }
  }
  return end;
}
