import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { codeOf } from './code-of-error.ts';

/** A file that is open for reading, as long as it was when it was opened. Read it once, or close it. */
export class StoredFile {
  readonly sizeBytes: number;
  /** Another one when the file was written again. */
  readonly etag: string;
  readonly #handle: FileHandle;

  constructor(handle: FileHandle, sizeBytes: number, etag: string) {
    this.#handle = handle;
    this.sizeBytes = sizeBytes;
    this.etag = etag;
  }

  /** Bytes from the first to the last, both included. The file is closed after them. */
  read(firstByte: number, lastByte: number): Readable {
    return this.#handle.createReadStream({ start: firstByte, end: lastByte });
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

/** Undefined when there is no such file. */
export async function openStoredFile(path: string): Promise<StoredFile | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(path);
  } catch (problem) {
    if (codeOf(problem) === 'ENOENT') return undefined;
    throw problem;
  }
  try {
    const { size, mtimeNs, ino } = await handle.stat({ bigint: true });
    return new StoredFile(handle, Number(size), `"${ino.toString(36)}-${mtimeNs.toString(36)}-${size.toString(36)}"`);
  } catch (problem) {
    await handle.close();
    throw problem;
  }
}
