import { Sha256Stream } from '../csv/sha256.ts';

/** What is asked of the worker. */
export interface HashAsked {
  readonly id: number;
  readonly blob: Blob;
}
/** What it tells: how far it is, then the digest, or that the file cannot be read. */
export type HashTold =
  | { readonly id: number; readonly readBytes: number }
  | { readonly id: number; readonly digest: Uint8Array }
  | { readonly id: number; readonly unreadable: true };

/** Bytes after which it tells how far it is. */
const tellBytes = 16 * 1024 ** 2;

async function hash({ id, blob }: HashAsked): Promise<void> {
  const tell = (told: HashTold) => self.postMessage(told);
  try {
    const whole = new Sha256Stream();
    let readBytes = 0;
    let toldBytes = 0;
    for (const reader = blob.stream().getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      whole.update(value);
      readBytes += value.length;
      if (readBytes - toldBytes < tellBytes) continue;
      toldBytes = readBytes;
      tell({ id, readBytes });
    }
    tell({ id, digest: whole.digest() });
  } catch {
    tell({ id, unreadable: true });
  }
}

self.addEventListener('message', ({ data }: MessageEvent<HashAsked>) => void hash(data));
