import { crc32 } from './crc32.ts';
import type { ColumnType, ModuleMeta } from './messages.ts';

/**
 * A sample block: 24-byte header, then columns one after the other, everything little-endian.
 *
 * | offset | type | field |
 * |---|---|---|
 * | 0 | uint8 | format version, 1 |
 * | 1 | uint8 | module id |
 * | 2 | uint16 | sample count, ≥ 1 |
 * | 4 | uint32 | record id; 0 = live only, not recorded |
 * | 8 | uint32 | sequence, from 0 in each record and module |
 * | 12 | uint64 | time of the first sample, µs since 1970 in the device's clock |
 * | 20 | uint32 | CRC-32 (IEEE) of bytes 0–19 and of all bytes after the header |
 */
export const blockHeaderBytes = 24;
export const blockFormatVersion = 1;
/** Bytes; a broker refuses larger packets. */
export const maxBlockBytes = 65_536;

export interface BlockHeader {
  readonly moduleId: number;
  readonly sampleCount: number;
  readonly recordId: number;
  readonly sequence: number;
  readonly firstSampleUs: number;
}

export const columnBytes: Record<ColumnType, number> = { int16: 2, int32: 4, float32: 4 };

/** Bytes of one sample over all columns, its time stamp included. */
export function sampleBytes(module: Pick<ModuleMeta, 'timing' | 'columns'>): number {
  const values = module.columns.reduce((sum, column) => sum + columnBytes[column.type], 0);
  return module.timing === 'stamped' ? values + 4 : values;
}

/** Where the columns of a module lie in its blocks. */
interface Layout {
  /** Of one sample over all columns, its time stamp included. */
  readonly sampleBytes: number;
  /** Of one sample, what lies before each column. */
  readonly bytesBefore: readonly number[];
}

const layouts = new WeakMap<ModuleMeta, Layout>();

/** Worked out once for each description of a module. */
export function layoutOf(module: ModuleMeta): Layout {
  const known = layouts.get(module);
  if (known !== undefined) return known;
  let at = module.timing === 'stamped' ? 4 : 0;
  const bytesBefore = module.columns.map(({ type }) => {
    const before = at;
    at += columnBytes[type];
    return before;
  });
  const layout = { sampleBytes: at, bytesBefore };
  layouts.set(module, layout);
  return layout;
}

/** Of all bytes but those of the CRC itself. */
export function blockCrc(bytes: Uint8Array): number {
  return crc32(bytes, crc32(bytes, 0, 0, 20), blockHeaderBytes);
}
