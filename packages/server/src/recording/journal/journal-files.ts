import {
  closeSync,
  constants,
  close as fsClose,
  fdatasync as fsFdatasync,
  fstat as fsFstat,
  fsync as fsFsync,
  open as fsOpen,
  read as fsRead,
  ftruncateSync,
  writeSync,
} from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { promisify } from 'node:util';

/** A file of a journal that is only read. What the disk refuses is thrown with the system's code. */
export interface ReadableFile {
  /** Bytes read; 0 = the file ends before `position`. */
  read(into: Uint8Array, position: number): Promise<number>;
  size(): Promise<number>;
  /** ms since 1970; when it was written, cut or put in its place last. */
  changedMs(): Promise<number>;
  close(): Promise<void>;
}

/** One open file of a journal. */
export interface JournalFile extends ReadableFile {
  /** Hands bytes to the operating system before it answers; how many it took may be fewer than given. */
  write(bytes: Uint8Array, position: number): number;
  truncate(bytes: number): void;
  /** fdatasync */
  sync(): Promise<void>;
}

/** The disk as journals use it: handed in, so that a slow, failing or full one can be put in its place. */
export interface JournalFiles {
  /** Syncs that the disk is given at once. */
  readonly syncsAtOnce: number;
  /** For reading and writing; made when missing. */
  open(path: string): Promise<JournalFile>;
  openToRead(path: string): Promise<ReadableFile>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** fsync of a folder, after which a file made in it is there also after a power cut. */
  syncFolder(path: string): Promise<void>;
}

const [open, close, read, fstat, fsync, fdatasync] = [
  promisify(fsOpen),
  promisify(fsClose),
  promisify(fsRead),
  promisify(fsFstat),
  promisify(fsFsync),
  promisify(fsFdatasync),
];

function readable(file: number): ReadableFile {
  return {
    read: async (into, position) => (await read(file, into, 0, into.length, position)).bytesRead,
    size: async () => (await fstat(file)).size,
    changedMs: async () => (await fstat(file)).ctimeMs,
    close: () => close(file),
  };
}

/** libuv's threads serve all files of the process; these many are left to the others. */
const threadsLeft = 4;
const mostSyncsAtOnce = 12;

/** The disk of this machine. `threads`: how many libuv has for files (UV_THREADPOOL_SIZE). */
export function diskFiles(threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4)): JournalFiles {
  return {
    syncsAtOnce: Math.min(mostSyncsAtOnce, Math.max(2, threads - threadsLeft || 2)),
    async open(path) {
      const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
      return {
        ...readable(file),
        write: (bytes, position) => writeSync(file, bytes, 0, bytes.length, position),
        truncate: (bytes) => ftruncateSync(file, bytes),
        sync: () => fdatasync(file),
      };
    },
    openToRead: async (path) => readable(await open(path, constants.O_RDONLY)),
    rename,
    remove: (path) => rm(path, { force: true }),
    async syncFolder(path) {
      const folder = await open(path, constants.O_RDONLY);
      try {
        await fsync(folder);
      } finally {
        closeSync(folder);
      }
    },
  };
}
