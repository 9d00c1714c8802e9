// Thrift compact protocol, the part that a Parquet footer needs:
// https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md

/** A value in the compact protocol: its type code and its bytes. */
export interface ThriftValue {
  readonly type: number;
  readonly bytes: Uint8Array;
}

const types = { i32: 5, i64: 6, binary: 8, list: 9, struct: 12 } as const;
const utf8 = new TextEncoder();

function varint(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  return bytes;
}

function zigzag(value: bigint): bigint {
  return value >= 0n ? value << 1n : (-value << 1n) - 1n;
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function i32(value: number): ThriftValue {
  return { type: types.i32, bytes: Uint8Array.from(varint(zigzag(BigInt(value)))) };
}

export function i64(value: number): ThriftValue {
  return { type: types.i64, bytes: Uint8Array.from(varint(zigzag(BigInt(value)))) };
}

export function binary(value: Uint8Array | string): ThriftValue {
  const bytes = typeof value === 'string' ? utf8.encode(value) : value;
  return { type: types.binary, bytes: concat([Uint8Array.from(varint(BigInt(bytes.length))), bytes]) };
}

/** @param values all of one type, at least one */
export function list(values: readonly ThriftValue[]): ThriftValue {
  const type = values[0]?.type ?? types.struct;
  const header = values.length < 15 ? [(values.length << 4) | type] : [0xf0 | type, ...varint(BigInt(values.length))];
  return { type: types.list, bytes: concat([Uint8Array.from(header), ...values.map((value) => value.bytes)]) };
}

/** @param fields by field number, ascending; undefined ones are left out */
export function struct(fields: Readonly<Record<number, ThriftValue | undefined>>): ThriftValue {
  const parts: Uint8Array[] = [];
  let previous = 0;
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    const id = Number(key);
    // field numbers of Parquet are never more than 15 apart
    parts.push(Uint8Array.of(((id - previous) << 4) | value.type), value.bytes);
    previous = id;
  }
  parts.push(Uint8Array.of(0));
  return { type: types.struct, bytes: concat(parts) };
}
