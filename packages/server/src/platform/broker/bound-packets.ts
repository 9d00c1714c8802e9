import type { Duplex } from 'node:stream';

/** Bytes of the first packet, which must be CONNECT: names, secret and last will. */
const maxConnectBytes = 4096;

/**
 * Watches the fixed headers of an MQTT byte stream as it is read and calls `tooLarge` once a packet announces more
 * than `maxPacketBytes`; the parser behind would otherwise collect up to 256 MB before it looks at anything.
 */
export function boundPackets(stream: Duplex, maxPacketBytes: number, tooLarge: () => void): void {
  const read = stream.read.bind(stream);
  const accept = packetCounter(maxPacketBytes);
  stream.read = (size?: number): unknown => {
    const chunk: unknown = read(size);
    if (!(chunk instanceof Uint8Array) || accept(chunk)) return chunk;
    tooLarge();
    return null;
  };
}

/** Answers a function that takes the stream's chunks and says whether every packet so far is of a bearable size. */
export function packetCounter(maxPacketBytes: number): (chunk: Uint8Array) => boolean {
  let skip = 0; // bytes of the current packet's body still to come
  let state: 'type' | 'length' = 'type';
  let first = true;
  let length = 0;
  let lengthBytes = 0;
  let refused = false;
  return (chunk) => {
    let at = 0;
    while (!refused && at < chunk.length) {
      if (skip > 0) {
        const step = Math.min(skip, chunk.length - at);
        skip -= step;
        at += step;
      } else if (state === 'type') {
        state = 'length';
        length = 0;
        lengthBytes = 0;
        at++;
      } else {
        const byte = chunk[at++] ?? 0;
        length += (byte & 0x7f) * 128 ** lengthBytes++;
        if (byte >= 0x80 && lengthBytes < 4) continue;
        refused = byte >= 0x80 || length > (first ? Math.min(maxConnectBytes, maxPacketBytes) : maxPacketBytes);
        first = false;
        skip = length;
        state = 'type';
      }
    }
    return !refused;
  };
}
