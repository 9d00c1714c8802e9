import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { copyFile, mkdir, open, rm } from 'node:fs/promises';
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
  /** Copies a file from anywhere on this machine for some work, as `withFile`. */
  withCopy<T>(from: string, name: string, work: (path: string) => Promise<T>): Promise<T>;
}

/** @param temporary swept at each start, and of what nobody wrote to for a day */
export function workingFiles(temporary: string): WorkingFiles {
  async function withFile<T>(name: string, work: (path: string) => Promise<T>): Promise<T> {
    const path = join(temporary, name);
    try {
      return await work(path);
    } finally {
      await rm(path, { force: true });
    }
  }
  return {
    newPath: (name) => join(temporary, name),
    withFile,
    withCopy: (from, name, work) =>
      withFile(name, async (path) => {
        await copyFile(from, path);
        return work(path);
      }),
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

/** The bytes of a file, a piece at a time. */
export function readWorkingBytes(path: string): Readable {
  return createReadStream(path);
}

/** The first bytes of a file, which may be all of it, and how long it is. */
export async function readHead(
  path: string,
  mostBytes: number,
): Promise<{ readonly head: Buffer; readonly sizeBytes: number }> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(Math.min(mostBytes, size));
    let length = 0;
    while (length < head.length) {
      const { bytesRead } = await file.read(head, length, head.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return { head: head.subarray(0, length), sizeBytes: size };
  } finally {
    await file.close();
  }
}

/**
 * Lines of a file, without their ends. `tooLong` makes the problem that a line beyond `maximumLength` characters is, so
 * that no file without line ends fills the memory.
 */
export async function* readLines(path: string, maximumLength: number, tooLong: () => Error): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of createReadStream(path, { encoding: 'utf8' })) {
    const lines = String(piece).split('\n');
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? '';
    if (rest.length > maximumLength) throw tooLong();
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** SHA-256 of a file, in hexadecimal. */
export async function hashWorkingFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
