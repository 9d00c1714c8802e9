import type { HashAsked, HashTold } from './hash-worker.ts';

/** SHA-256 of a file or a piece of one, read a little at a time, beside the page. */
export type HashBlob = (blob: Blob, onRead?: (bytes: number) => void) => Promise<Uint8Array>;

/** The file was changed, moved or taken away since it was chosen. */
export class UnreadableFile extends Error {}

/** One worker for all files, opened at the first. */
export function hashInWorker(): HashBlob {
  let worker: Worker | undefined;
  let lastId = 0;
  const waiting = new Map<number, (told: HashTold) => void>();
  const open = () => {
    const opened = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
    opened.addEventListener('message', ({ data }: MessageEvent<HashTold>) => waiting.get(data.id)?.(data));
    return opened;
  };
  return (blob, onRead) => {
    worker ??= open();
    const asked: HashAsked = { id: ++lastId, blob };
    const digest = new Promise<Uint8Array>((resolve, reject) => {
      waiting.set(asked.id, (told) => {
        if ('readBytes' in told) return onRead?.(told.readBytes);
        waiting.delete(asked.id);
        if ('digest' in told) resolve(told.digest);
        else reject(new UnreadableFile('the file cannot be read'));
      });
    });
    worker.postMessage(asked);
    return digest;
  };
}

export const inBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
