/** A file to read from, wherever it lies. */
export interface ByteSource {
  readonly sizeBytes: number;
  /** Fills `into` from a position on; answers how many bytes there were, fewer only at the end. */
  read(into: Uint8Array, at: number): number;
}

/** Room beside memory for rows that wait to be put in order. */
export interface Scratch {
  write(bytes: Uint8Array, at: number): void;
  /** Fills `into`, which was written before. */
  read(into: Uint8Array, at: number): void;
  /** Gives its room back: nothing of it is read any more. */
  free(): void;
}

/** Bytes that are in memory as a whole. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    sizeBytes: bytes.length,
    read(into, at) {
      const part = bytes.subarray(at, at + into.length);
      into.set(part);
      return part.length;
    },
  };
}

/** Scratch that is in memory after all: for small files. */
export function memoryScratch(): Scratch {
  let held = new Uint8Array(1024);
  return {
    write(bytes, at) {
      if (at + bytes.length > held.length) {
        const larger = new Uint8Array(2 * (at + bytes.length));
        larger.set(held);
        held = larger;
      }
      held.set(bytes, at);
    },
    read: (into, at) => into.set(held.subarray(at, at + into.length)),
    free() {
      held = new Uint8Array(0);
    },
  };
}

/** The first bytes of a file. */
export function headOf(source: ByteSource, mostBytes: number): Uint8Array {
  const head = new Uint8Array(Math.min(mostBytes, source.sizeBytes));
  return head.subarray(0, source.read(head, 0));
}

/** Bytes as Latin-1, so that positions in the text are positions in the file. */
export function oneCharacterAByte(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
