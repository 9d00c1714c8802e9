import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { JournalFile, JournalFiles } from '../journal/index.ts';
import { faultyFiles } from '../journal/testing.ts';

interface Write {
  readonly at: number;
  readonly bytes: Buffer;
  /** `lost`: a sync failed after it; the system may let go of it, and no later sync brings it to the disk. */
  state: 'unsynced' | 'certain' | 'lost';
}

/** A disk that knows which of the bytes written to it survive a power cut. For tests. */
export function makeTestDisk() {
  const { files, faults } = faultyFiles();
  const written = new Map<string, Write[]>();
  const writesOf = (path: string): Write[] => {
    const writes = written.get(path) ?? [];
    written.set(path, writes);
    return writes;
  };

  function follow(path: string, file: JournalFile): JournalFile {
    return {
      ...file,
      write(bytes, at) {
        const count = file.write(bytes, at);
        writesOf(path).push({ at, bytes: Buffer.from(bytes.subarray(0, count)), state: 'unsynced' });
        return count;
      },
      truncate(bytes) {
        file.truncate(bytes);
        written.set(
          path,
          writesOf(path).filter((write) => write.at + write.bytes.length <= bytes),
        );
      },
      async sync() {
        const waiting = writesOf(path).filter(({ state }) => state === 'unsynced');
        const end = (state: Write['state']) => {
          for (const write of waiting) write.state = state;
        };
        await file.sync().then(
          () => end('certain'),
          (error: unknown) => {
            end('lost');
            throw error;
          },
        );
      },
    };
  }

  const followed: JournalFiles = {
    ...files,
    open: async (path) => follow(path, await files.open(path)),
    async rename(from, to) {
      await files.rename(from, to);
      written.set(to, writesOf(from));
      written.delete(from);
    },
    async remove(path) {
      await files.remove(path);
      written.delete(path);
    },
  };

  return {
    files: followed,
    faults,
    /** Whether these bytes would be in some file after a power cut. */
    holds: (bytes: Uint8Array) =>
      [...written.values()].some((writes) =>
        writes.some((write) => write.state === 'certain' && write.bytes.includes(Buffer.from(bytes))),
      ),
    /** The system lets go of what it could not bring to the disk. */
    async letGo(): Promise<void> {
      for (const [path, writes] of written) {
        const lost = writes.filter(({ state }) => state === 'lost');
        if (lost.length === 0) continue;
        // A rewriting that was given up may have left no file.
        if (!existsSync(path)) continue;
        const file = await open(path, 'r+');
        for (const { at, bytes } of lost) await file.write(Buffer.alloc(bytes.length), 0, bytes.length, at);
        await file.close();
      }
    },
  };
}
