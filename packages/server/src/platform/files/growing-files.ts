import { copyFile, link, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, unlessAbsent } from './code-of-error.ts';
import { isThere } from './place-locally.ts';
import { syncFolder } from './sync-to-disk.ts';

/** Files that come in pieces over many requests and starts. How far one has come, its owner keeps elsewhere. */
export interface GrowingFiles {
  /**
   * Writes bytes from a place on, which must lie within the file or at its end; they are on the disk when it resolves or
   * throws. Calls `wrote` with how many came so far, also of a source that breaks.
   */
  write(
    name: string,
    fromBytes: number,
    source: AsyncIterable<Uint8Array>,
    wrote: (bytes: number) => void,
  ): Promise<void>;
  has(name: string): Promise<boolean>;
  list(): Promise<string[]>;
  /** Gives a whole file a second name among the working files. */
  lend(name: string, workingPath: string): Promise<void>;
  delete(name: string): Promise<void>;
}

export function growingFiles(folder: string): GrowingFiles {
  const pathOf = (name: string) => join(folder, name);
  return {
    async write(name, fromBytes, source, wrote) {
      const file = await openToGrow(pathOf(name), folder);
      let bytes = 0;
      try {
        for await (const piece of source) {
          await writeWhole(file, piece, fromBytes + bytes);
          bytes += piece.length;
        }
      } finally {
        try {
          await file.datasync();
          wrote(bytes);
        } finally {
          await file.close();
        }
      }
    },
    has: (name) => isThere(pathOf(name)),
    list: () => unlessAbsent(readdir(folder)),
    // A copy where a disk knows no second names.
    lend: (name, path) => link(pathOf(name), path).catch(() => copyFile(pathOf(name), path)),
    delete: (name) => rm(pathOf(name), { force: true }),
  };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function openToGrow(path: string, folder: string): Promise<Opened> {
  try {
    return await open(path, 'r+');
  } catch (problem) {
    if (codeOf(problem) !== 'ENOENT') throw problem;
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  await syncFolder(folder);
  return file;
}

async function writeWhole(file: Opened, piece: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < piece.length; ) {
    done += (await file.write(piece, done, piece.length - done, at + done)).bytesWritten;
  }
}
