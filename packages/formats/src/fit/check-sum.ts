import type { ByteSource } from '../byte-source.ts';
import { looksFit } from './walk-messages.ts';

const windowBytes = 1 << 16;

/** CRC-16/ARC of each byte. */
const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 0 ? crc >> 1 : (crc >> 1) ^ 0xa001;
  return crc;
});

/** The checksum of bytes behind those whose checksum is given. */
export function checksumOf(bytes: Uint8Array, before = 0): number {
  let crc = before;
  for (let i = 0; i < bytes.length; i++) crc = (crc >> 8) ^ table[(crc ^ bytes[i]!) & 0xff]!;
  return crc;
}

/** Whether the checksum of each part of a whole FIT file is that of its bytes. */
export function isChecksumRight(source: ByteSource): boolean {
  const window = new Uint8Array(Math.min(windowBytes, source.sizeBytes));
  const head = new Uint8Array(12);
  for (let from = 0; source.read(head, from) === head.length && looksFit(head); ) {
    const end = from + (head[0] ?? 0) + new DataView(head.buffer).getUint32(4, true) + 2;
    let crc = 0;
    for (let at = from; at < end; ) {
      const count = Math.min(source.read(window, at), end - at);
      if (count === 0) return false;
      crc = checksumOf(window.subarray(0, count), crc);
      at += count;
    }
    // With its own checksum behind it, that of anything is 0.
    if (crc !== 0) return false;
    from = end;
  }
  return true;
}
