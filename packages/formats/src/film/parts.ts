import type { ByteSource } from '../byte-source.ts';

/** Header of a box with a long size; an element's name and size. */
const headBytes = 16;

/** A stretch of a file. */
export interface Part {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Where it would end were the file as long as it says. */
  readonly claimedTo: number;
}

/** A box of an MP4 or MOV; `undefined` where none begins. */
export function readBox(source: ByteSource, at: number, end: number): Part | undefined {
  const view = read(source, at, 8);
  if (view === undefined) return undefined;
  const name = String.fromCharCode(...[4, 5, 6, 7].map((i) => view.getUint8(i)));
  const size = view.getUint32(0);
  if (size !== 1) return part(name, at + 8, size === 0 ? end : at + size, end);
  const long = read(source, at, headBytes);
  return long && part(name, at + headBytes, at + Number(long.getBigUint64(8)), end);
}

const part = (name: string, from: number, claimedTo: number, end: number): Part => ({
  ...{ name, from, claimedTo },
  to: Math.min(end, claimedTo),
});

/** An element of a WebM; `undefined` where none begins. */
export function readElement(source: ByteSource, at: number, end: number): Part | undefined {
  const view = read(source, at, Math.min(headBytes, end - at));
  if (view === undefined) return undefined;
  const nameBytes = Math.clz32(view.getUint8(0)) - 23;
  if (nameBytes > 4 || nameBytes + 1 > view.byteLength) return undefined;
  const sizeBytes = Math.clz32(view.getUint8(nameBytes)) - 23;
  if (sizeBytes > 8 || nameBytes + sizeBytes > view.byteLength) return undefined;
  let name = '';
  for (let i = 0; i < nameBytes; i++) name += view.getUint8(i).toString(16).padStart(2, '0');
  let size = view.getUint8(nameBytes) & (0xff >> sizeBytes);
  let isUnknown = size === 0xff >> sizeBytes;
  for (let i = 1; i < sizeBytes; i++) {
    const byte = view.getUint8(nameBytes + i);
    isUnknown &&= byte === 0xff;
    size = size * 256 + byte;
  }
  const from = at + nameBytes + sizeBytes;
  return part(name, from, isUnknown ? end : from + size, end);
}

/** A few bytes; undefined where the file ends before. */
export function readPart(source: ByteSource, at: number, length: number): Uint8Array | undefined {
  const bytes = new Uint8Array(length);
  return source.read(bytes, at) === length ? bytes : undefined;
}

export function read(source: ByteSource, at: number, length: number): DataView | undefined {
  const bytes = readPart(source, at, length);
  return bytes && new DataView(bytes.buffer);
}
