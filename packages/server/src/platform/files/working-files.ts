import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { copyFile, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Files on their way, on the disk of the data folder, by their paths: programs, libraries and threads work on them. */
export interface WorkingFiles {
  /** Path of a file that is still to be made. */
  newPath(name: string): string;
  /** Makes an empty folder for some work; it goes with all in it when that ends, however it ends. */
  withFolder<T>(name: string, work: (folder: string) => Promise<T>): Promise<T>;
  /** Names a file for some work; it goes when that ends, however it ends, unless it was placed. */
  withFile<T>(name: string, work: (path: string) => Promise<T>): Promise<T>;
}

/** @param temporary swept at each start, and of what nobody wrote to for a day */
export function workingFiles(temporary: string): WorkingFiles {
  return {
    newPath: (name) => join(temporary, name),
    async withFolder(name, work) {
      const folder = join(temporary, name);
      // A thread that was ended in the middle of a file may hold it for a moment.
      const clear = () => rm(folder, { recursive: true, force: true, maxRetries: 10 });
      await clear();
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        return await work(folder);
      } finally {
        await clear();
      }
    },
    async withFile(name, work) {
      const path = join(temporary, name);
      try {
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}

/** Takes bytes into a new file, whose folders are made; they are on the disk when it has finished. */
export async function writeWorkingFile(path: string): Promise<WriteStream> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return createWriteStream(path, { flags: 'wx', flush: true, mode: 0o600 });
}

/** Removes a working file, if it is there. */
export function removeWorkingFile(path: string): Promise<void> {
  return rm(path, { force: true });
}

/** Copies a file from anywhere on this machine. */
export function copyToWorkingFile(from: string, path: string): Promise<void> {
  return copyFile(from, path);
}

/** All of a file that is known to be small. */
export function readWorkingFile(path: string): Promise<Buffer> {
  return readFile(path);
}

/** The bytes of a file, a piece at a time. */
export function readWorkingBytes(path: string): Readable {
  return createReadStream(path);
}

/** The text of a file, a piece at a time. */
export function readWorkingText(path: string): AsyncIterable<string> {
  return createReadStream(path, { encoding: 'utf8' });
}

/** The first bytes of a file, and how long it is. */
export async function readHead(
  path: string,
  mostBytes: number,
): Promise<{ readonly head: Uint8Array; readonly sizeBytes: number }> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const head = new Uint8Array(Math.min(mostBytes, size));
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    return { head: head.subarray(0, bytesRead), sizeBytes: size };
  } finally {
    await file.close();
  }
}

/** SHA-256 of a file, in hexadecimal. */
export async function hashWorkingFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
