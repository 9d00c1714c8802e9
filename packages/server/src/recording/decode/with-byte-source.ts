import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ByteSource } from '@sillage/formats';

/** Works with a file while it is open. */
export async function withByteSource<T>(
  path: string,
  work: (source: ByteSource) => T,
  told: (bytes: number) => void,
): Promise<Awaited<T>> {
  const file = openSync(path, 'r');
  try {
    return await work(sourceOf(file, told));
  } finally {
    closeSync(file);
  }
}

function sourceOf(file: number, told: (bytes: number) => void): ByteSource {
  return {
    sizeBytes: fstatSync(file).size,
    read(into, at) {
      let filled = 0;
      while (filled < into.length) {
        const count = readSync(file, into, filled, into.length - filled, at + filled);
        if (count === 0) break;
        filled += count;
      }
      told(filled);
      return filled;
    },
  };
}
