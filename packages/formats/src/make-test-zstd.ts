/** For tests: frames of zstd (RFC 8878) whose blocks are bytes as they are, or one byte again and again. */
export function zstdFrame(
  ...parts: readonly (Uint8Array | { readonly byte: number; readonly times: number })[]
): Uint8Array {
  const bytesOf = (part: (typeof parts)[number]) => (part instanceof Uint8Array ? part.length : part.times);
  const size = parts.reduce((sum, part) => sum + bytesOf(part), 0);
  const blocks = parts.flatMap((part) => {
    const count = Math.ceil(bytesOf(part) / mostBlockBytes);
    return Array.from({ length: count }, (_, i) => {
      const from = i * mostBlockBytes;
      const bytes = Math.min(bytesOf(part), from + mostBlockBytes) - from;
      return part instanceof Uint8Array
        ? { bytes, kind: 0, body: part.subarray(from, from + bytes) }
        : { bytes, kind: 1, body: Uint8Array.of(part.byte) };
    });
  });
  const written = blocks.flatMap(({ bytes, kind, body }, i) => {
    const header = bytes * 8 + kind * 2 + (i === blocks.length - 1 ? 1 : 0);
    return [Uint8Array.of(header & 255, (header >> 8) & 255, header >> 16), body];
  });
  const head = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0xa0);
  return Buffer.concat([head, new Uint8Array(Uint32Array.of(size).buffer), ...written]);
}

const mostBlockBytes = 1 << 17;
