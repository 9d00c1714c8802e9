/** How numbers of a base type of FIT lie in a message. */
export interface FitBaseType {
  readonly bytes: number;
  /** NaN for what says that there is no value. */
  read(view: DataView, at: number, little: boolean): number;
}

const integer = (bytes: number, invalid: number, read: (view: DataView, at: number, little: boolean) => number) => ({
  bytes,
  read(view: DataView, at: number, little: boolean) {
    const value = read(view, at, little);
    return value === invalid ? Number.NaN : value;
  },
});

const big = (invalid: bigint, signed: boolean): FitBaseType => ({
  bytes: 8,
  read(view, at, little) {
    const value = signed ? view.getBigInt64(at, little) : view.getBigUint64(at, little);
    return value === invalid ? Number.NaN : Number(value);
  },
});

const finite = (value: number) => (Number.isFinite(value) ? value : Number.NaN);
const uint8: FitBaseType['read'] = (view, at) => view.getUint8(at);
const uint16: FitBaseType['read'] = (view, at, little) => view.getUint16(at, little);
const uint32: FitBaseType['read'] = (view, at, little) => view.getUint32(at, little);

/** By the number of the base type without its sign for byte order; strings (7) are no numbers. */
const baseTypes: readonly (FitBaseType | undefined)[] = [
  integer(1, 0xff, uint8), // enum
  integer(1, 0x7f, (view, at) => view.getInt8(at)),
  integer(1, 0xff, uint8),
  integer(2, 0x7fff, (view, at, little) => view.getInt16(at, little)),
  integer(2, 0xffff, uint16),
  integer(4, 0x7fff_ffff, (view, at, little) => view.getInt32(at, little)),
  integer(4, 0xffff_ffff, uint32),
  undefined,
  { bytes: 4, read: (view, at, little) => finite(view.getFloat32(at, little)) },
  { bytes: 8, read: (view, at, little) => finite(view.getFloat64(at, little)) },
  integer(1, 0, uint8), // of those with a z, 0 is no value
  integer(2, 0, uint16),
  integer(4, 0, uint32),
  integer(1, 0xff, uint8), // bytes
  big(0x7fff_ffff_ffff_ffffn, true),
  big(0xffff_ffff_ffff_ffffn, false),
  big(0n, false),
];

export function fitBaseType(code: number): FitBaseType | undefined {
  return baseTypes[code & 0x1f];
}
