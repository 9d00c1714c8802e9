/** Bytes of a message between the server and a program, at most. */
export const mostFrameBytes = 512 * 1024;

/** A message as JSON behind its length, 4 bytes, the greatest first. */
export function frameMessage(message: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  return Buffer.concat([head, body]);
}

/** Puts messages together of what comes in pieces; false where one is longer than allowed or no JSON. */
export function readFrames(take: (message: unknown) => void): (piece: Buffer) => boolean {
  let held = Buffer.alloc(0);
  return (piece) => {
    held = Buffer.concat([held, piece]);
    while (held.length >= 4) {
      const length = held.readUInt32BE(0);
      if (length > mostFrameBytes) return false;
      if (held.length < 4 + length) return true;
      const text = held.toString('utf8', 4, 4 + length);
      held = held.subarray(4 + length);
      try {
        take(JSON.parse(text));
      } catch {
        return false;
      }
    }
    return true;
  };
}
