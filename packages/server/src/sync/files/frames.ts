import { createHash } from 'node:crypto';

/** bytes of a file in a frame: what a cut costs at most. */
const frameBytes = 64 * 1024;
const lengthBytes = 4;
const hashBytes = 32;
const headBytes = lengthBytes + hashBytes;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** Part of a file, each 64 KiB of it behind their length (4 bytes, big-endian) and SHA-256: what arrived whole can be told from the rest. */
export async function* framesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const some of bytes) {
    const framed = new Uint8Array(some.length + Math.ceil(some.length / frameBytes) * headBytes);
    const view = new DataView(framed.buffer);
    let at = 0;
    for (let from = 0; from < some.length; from += frameBytes) {
      const part = some.subarray(from, from + frameBytes);
      view.setUint32(at, part.length);
      framed.set(sha256(part), at + lengthBytes);
      framed.set(part, at + headBytes);
      at += headBytes + part.length;
    }
    yield framed;
  }
}

/** What is in frames, as each of them is there and is what was sent; it ends at the first one that is not, and says so. */
export async function* readFrames(
  bytes: AsyncIterable<Uint8Array>,
  onCorrupted: () => void,
): AsyncGenerator<Uint8Array, void> {
  let held = Buffer.alloc(0);
  for await (const some of bytes) {
    held = held.length === 0 ? Buffer.from(some) : Buffer.concat([held, some]);
    while (held.length >= headBytes) {
      const length = held.readUInt32BE(0);
      if (length === 0 || length > frameBytes) return onCorrupted();
      if (held.length < headBytes + length) break;
      const part = held.subarray(headBytes, headBytes + length);
      if (!sha256(part).equals(held.subarray(lengthBytes, headBytes))) return onCorrupted();
      yield part;
      held = held.subarray(headBytes + length);
    }
  }
  if (held.length > 0) onCorrupted();
}
