/** A scalar type of the raw format, little-endian. */
export type ScalarType =
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'float32'
  | 'float64';

export const scalarBytes: Readonly<Record<ScalarType, number>> = {
  uint8: 1,
  uint16: 2,
  uint32: 4,
  uint64: 8,
  int8: 1,
  int16: 2,
  int32: 4,
  int64: 8,
  float32: 4,
  float64: 8,
};

/** Types whose values float32 holds exactly as they come. */
export function fitsFloat32(type: ScalarType): boolean {
  return scalarBytes[type] <= 2 || type === 'float32';
}

function isScalar(text: string): text is ScalarType {
  return Object.hasOwn(scalarBytes, text);
}

export interface FieldType {
  readonly scalar: ScalarType;
  /** 1 for a scalar; N or N×M for an array. */
  readonly count: number;
  readonly isArray: boolean;
}

/** Reads `int16`, `array8_int16` or `array4x4_float32`; undefined for anything else. */
export function parseFieldType(text: string): FieldType | undefined {
  if (isScalar(text)) return { scalar: text, count: 1, isArray: false };
  const found = /^array([1-9]\d{0,8})(?:x([1-9]\d{0,8}))?_(\w+)$/.exec(text);
  const scalar = found?.[3];
  if (!found || scalar === undefined || !isScalar(scalar)) return undefined;
  return { scalar, count: Number(found[1]) * Number(found[2] ?? 1), isArray: true };
}

/** Reads a scalar; 64-bit integers lose what a float64 cannot hold. The caller has checked the bounds. */
export function readScalar(view: DataView, at: number, type: ScalarType): number {
  switch (type) {
    case 'uint8':
      return view.getUint8(at);
    case 'uint16':
      return view.getUint16(at, true);
    case 'uint32':
      return view.getUint32(at, true);
    case 'uint64':
      return view.getUint32(at + 4, true) * 0x1_0000_0000 + view.getUint32(at, true);
    case 'int8':
      return view.getInt8(at);
    case 'int16':
      return view.getInt16(at, true);
    case 'int32':
      return view.getInt32(at, true);
    case 'int64':
      return view.getInt32(at + 4, true) * 0x1_0000_0000 + view.getUint32(at, true);
    case 'float32':
      return view.getFloat32(at, true);
    case 'float64':
      return view.getFloat64(at, true);
  }
}
