import type { Duplex } from 'node:stream';

/** Bytes of the first packet, which must be CONNECT: names, secret and last will. */
const maxConnectBytes = 4096;

/** Looks at a whole packet: its first byte, and its body as [from, to) of the chunk. True: it has been dealt with. */
export type TakePacket = (first: number, chunk: Uint8Array, from: number, to: number) => boolean;

interface Bounds {
  readonly maxPacketBytes: number;
  readonly tooLarge: () => void;
  /** Offered the whole packets at the start of a chunk first; what it takes, the parser does not see. */
  readonly take?: TakePacket;
  /** Whether a packet may be taken now, at once; if not it waits with what is read. */
  readonly hasTime?: () => boolean;
}

/**
 * Watches the fixed headers of an MQTT byte stream as it comes and calls `tooLarge` once a packet announces more than
 * `maxPacketBytes`; the parser behind would otherwise collect up to 256 MB before it looks at anything. While the parser
 * waits for bytes, packets are taken as they are received: what a stream does to keep and hand on a chunk costs as much
 * as what is done with the block in it.
 */
export function boundPackets(stream: Duplex, { maxPacketBytes, tooLarge, take, hasTime = () => true }: Bounds): void {
  const read = stream.read.bind(stream);
  const push = stream.push.bind(stream);
  const accept = packetCounter(maxPacketBytes, take);
  /** The parser asked and there was nothing: it has dealt with all that came before. */
  let isAwaited = false;
  /** Bytes kept in the stream that `accept` has seen. */
  let seen = 0;
  stream.push = (chunk: unknown, encoding?: BufferEncoding): boolean => {
    const atOnce = isAwaited && chunk instanceof Uint8Array && stream.readableLength === 0 && hasTime();
    if (!atOnce) return push(chunk, encoding);
    const taken = accept(chunk);
    if (taken === chunk.length) return true;
    isAwaited = false;
    if (taken === undefined) {
      tooLarge();
      return false;
    }
    seen = chunk.length - taken;
    return push(chunk.subarray(taken));
  };
  stream.read = (size?: number): unknown => {
    for (;;) {
      const chunk: unknown = read(size);
      if (!(chunk instanceof Uint8Array)) {
        // Node itself reads nothing to have the stream filled; the parser did not ask then.
        if (size !== 0) isAwaited = true;
        return chunk;
      }
      isAwaited = false;
      const known = Math.min(seen, chunk.length);
      seen -= known;
      const taken = accept(known === 0 ? chunk : chunk.subarray(known), known === 0);
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
): (chunk: Uint8Array, mayTake?: boolean) => number | undefined {
  let skip = 0; // bytes of the current packet's body still to come
  let state: 'type' | 'length' = 'type';
  let type = 0;
  let first = true;
  let length = 0;
  let lengthBytes = 0;
  let refused = false;
  return (chunk, mayTake = true) => {
    let at = 0;
    let taken = 0;
    let start = -1; // of the current packet in this chunk
    while (!refused && at < chunk.length) {
      if (skip > 0) {
        const step = Math.min(skip, chunk.length - at);
        skip -= step;
        at += step;
        if (skip === 0 && mayTake && start === taken && take(type, chunk, at - step, at)) taken = at;
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
