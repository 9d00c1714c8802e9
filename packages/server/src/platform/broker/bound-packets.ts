import type { Duplex } from 'node:stream';

/** Bytes of the first packet, which must be CONNECT: names, secret and last will. */
const maxConnectBytes = 4096;

/** Looks at a whole packet: its first byte, and its body as [from, to) of the chunk. True: it has been dealt with. */
export type TakePacket = (first: number, chunk: Uint8Array, from: number, to: number) => boolean;

/**
 * Watches the fixed headers of an MQTT byte stream as it is read and calls `tooLarge` once a packet announces more
 * than `maxPacketBytes`; the parser behind would otherwise collect up to 256 MB before it looks at anything. Whole
 * packets at the start of a chunk are offered to `take` first; what it takes, the parser does not see.
 */
export function boundPackets(stream: Duplex, maxPacketBytes: number, tooLarge: () => void, take?: TakePacket): void {
  const read = stream.read.bind(stream);
  const accept = packetCounter(maxPacketBytes, take);
  stream.read = (size?: number): unknown => {
    for (;;) {
      const chunk: unknown = read(size);
      if (!(chunk instanceof Uint8Array)) return chunk;
      const taken = accept(chunk);
      if (taken === undefined) {
        tooLarge();
        return null;
      }
      if (taken < chunk.length) return taken === 0 ? chunk : chunk.subarray(taken);
    }
  };
}

/**
 * Answers a function that takes the stream's chunks and says how many bytes at a chunk's start `take` has dealt with,
 * or undefined once a packet is too large. Only a chunk's start, so that no packet overtakes one that the parser gets.
 */
export function packetCounter(
  maxPacketBytes: number,
  take: TakePacket = () => false,
): (chunk: Uint8Array) => number | undefined {
  let skip = 0; // bytes of the current packet's body still to come
  let state: 'type' | 'length' = 'type';
  let type = 0;
  let first = true;
  let length = 0;
  let lengthBytes = 0;
  let refused = false;
  return (chunk) => {
    let at = 0;
    let taken = 0;
    let start = -1; // of the current packet in this chunk
    while (!refused && at < chunk.length) {
      if (skip > 0) {
        const step = Math.min(skip, chunk.length - at);
        skip -= step;
        at += step;
        if (skip === 0 && start === taken && take(type, chunk, at - step, at)) taken = at;
      } else if (state === 'type') {
        state = 'length';
        length = 0;
        lengthBytes = 0;
        start = at;
        type = chunk[at++] ?? 0;
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
    return refused ? undefined : taken;
  };
}
