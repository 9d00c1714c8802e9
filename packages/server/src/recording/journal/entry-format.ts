import { crc32, DeviceMeta, maxBlockBytes, readBlockHeader } from '@sillage/device-protocol';
import { z } from 'zod';
import type { Arrival, JournalEntry, JournalHeader } from './journal.ts';

/**
 * A journal is these eight bytes, then entries. An entry is a prefix of four bytes (kind, then the length of its body
 * as uint24, little-endian) and a body: a device's block as it came, which carries a CRC of its own, or for the other
 * kinds a CRC-32 (uint32) and JSON, padded with spaces so that blocks stay aligned in memory, or of an arrival its run (uint32),
 * the server's and the device's time (uint64 each).
 */
export const journalMagic = new TextEncoder().encode('SLGJRNL1');
export const prefixBytes = 4;
const kinds = { block: 1, header: 2, end: 3, arrival: 4 } as const;
const arrivalBodyBytes = 24;
export const arrivalBytes = prefixBytes + arrivalBodyBytes;
/** Bytes of a JSON body at most: a device's meta is bounded by the broker. */
const maxJsonBytes = 262_144;
export const maxEntryBytes = prefixBytes + Math.max(maxJsonBytes, maxBlockBytes);

const Header: z.ZodType<JournalHeader> = z.object({
  recordUid: z.string(),
  deviceNumber: z.int(),
  deviceRecordId: z.int(),
  startUs: z.number(),
  clockOffsetUs: z.number().nullable(),
  meta: DeviceMeta,
  wornBy: z.array(z.int()).optional(),
});
const End = z.object({ stopUs: z.number().nullable(), missingBlocks: z.int() });

export function writePrefix(kind: keyof typeof kinds, length: number, target: Uint8Array, at: number): void {
  target[at] = kinds[kind];
  target[at + 1] = length & 0xff;
  target[at + 2] = (length >> 8) & 0xff;
  target[at + 3] = length >> 16;
}

/** Bytes of a header or end entry. @throws RangeError when the value is larger than a journal holds. */
export function encodeJsonEntry(kind: 'header' | 'end', value: object): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(value));
  const padding = (4 - (json.length % 4)) % 4;
  const length = 4 + json.length + padding;
  if (length > maxJsonBytes) throw new RangeError(`journal entry of ${length} bytes`);
  const bytes = new Uint8Array(prefixBytes + length).fill(0x20);
  writePrefix(kind, length, bytes, 0);
  bytes.set(json, prefixBytes + 4);
  new DataView(bytes.buffer).setUint32(prefixBytes, crc32(bytes, 0, prefixBytes + 4), true);
  return bytes;
}

/** Writes the {@link arrivalBytes} of an arrival. */
export function writeArrival({ run, serverUs, deviceUs }: Arrival, target: Uint8Array, at: number): void {
  writePrefix('arrival', arrivalBodyBytes, target, at);
  const view = new DataView(target.buffer, target.byteOffset + at + prefixBytes, arrivalBodyBytes);
  view.setUint32(4, run, true);
  view.setBigUint64(8, BigInt(serverUs), true);
  view.setBigUint64(16, BigInt(deviceUs), true);
  view.setUint32(0, crc32(target.subarray(at + prefixBytes, at + arrivalBytes), 0, 4), true);
}

function readArrival(body: Uint8Array): Arrival | undefined {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  if (view.getUint32(0, true) !== crc32(body, 0, 4)) return undefined;
  const [serverUs, deviceUs] = [Number(view.getBigUint64(8, true)), Number(view.getBigUint64(16, true))];
  return { run: view.getUint32(4, true), serverUs, deviceUs };
}

type Read = { readonly entry: JournalEntry; readonly bytes: number } | 'damaged' | 'more';

/** Reads the entry at `at`; `more` when the window ends within it. */
export function readEntry(window: Uint8Array, at: number): Read {
  if (window.length - at < prefixBytes) return 'more';
  const kind = window[at];
  const length = (window[at + 1] ?? 0) | ((window[at + 2] ?? 0) << 8) | ((window[at + 3] ?? 0) << 16);
  const from = at + prefixBytes;
  const to = from + length;
  if (kind === kinds.block) {
    if (length > maxBlockBytes || length === 0) return 'damaged';
    if (to > window.length) return 'more';
    const bytes = window.subarray(from, to);
    const header = readBlockHeader(bytes);
    if (typeof header === 'string') return 'damaged';
    return { entry: { kind: 'block', bytes, header }, bytes: prefixBytes + length };
  }
  if (kind === kinds.arrival) {
    if (length !== arrivalBodyBytes) return 'damaged';
    if (to > window.length) return 'more';
    const arrival = readArrival(window.subarray(from, to));
    return arrival === undefined ? 'damaged' : { entry: { kind: 'arrival', arrival }, bytes: arrivalBytes };
  }
  if ((kind !== kinds.header && kind !== kinds.end) || length > maxJsonBytes || length < 6) return 'damaged';
  if (to > window.length) return 'more';
  const entry = readJson(kind, window.subarray(from, to));
  return entry === undefined ? 'damaged' : { entry, bytes: prefixBytes + length };
}

function readJson(kind: number, body: Uint8Array): JournalEntry | undefined {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  if (view.getUint32(0, true) !== crc32(body, 0, 4)) return undefined;
  const text = new TextDecoder().decode(body.subarray(4));
  if (kind === kinds.header) {
    const header = Header.safeParse(parseJson(text));
    return header.success ? { kind: 'header', header: header.data } : undefined;
  }
  const end = End.safeParse(parseJson(text));
  return end.success ? { kind: 'end', ...end.data } : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
