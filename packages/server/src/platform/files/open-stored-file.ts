import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf } from './code-of-error.ts';

/** Bytes of a piece that is handed on. */
const pieceBytes = 256 * 1024;

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
    return this.#handle.createReadStream({ start: firstByte, end: lastByte, highWaterMark: pieceBytes });
  }

  /** All of it. The file is closed after it. */
  readAll(): Readable {
    if (this.sizeBytes > 0) return this.read(0, this.sizeBytes - 1);
    // Nothing was read: a close that fails loses nothing.
    this.close().catch(() => {});
    return Readable.from([]);
  }

  /** SHA-256 of all of it, in hexadecimal. */
  async hash(): Promise<string> {
    const hash = createHash('sha256');
    await pipeline(this.readAll(), hash);
    return hash.digest('hex');
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
    const about = await handle.stat({ bigint: true });
    if (about.isFile()) {
      const { size, mtimeNs, ino } = about;
      return new StoredFile(handle, Number(size), `"${ino.toString(36)}-${mtimeNs.toString(36)}-${size.toString(36)}"`);
    }
  } catch (problem) {
    await handle.close();
    throw problem;
  }
  await handle.close();
  return undefined;
}
