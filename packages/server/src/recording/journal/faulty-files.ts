import { setTimeout as sleep } from 'node:timers/promises';
import { diskFiles, type JournalFile, type JournalFiles, type ReadableFile } from './journal-files.ts';

/** What may go wrong on a disk, changed while it is used. */
export interface DiskFaults {
  /** Bytes that the disk still takes; a write that does not fit is cut short, the next is refused. */
  room: number;
  /** Code of the error that every write, sync or opening meets. */
  write: string | undefined;
  sync: string | undefined;
  open: string | undefined;
  read: string | undefined;
  /** ms that a sync takes. */
  syncMs: number;
  /** Bytes that one write takes at most. */
  shortWrite: number;
}

/** The machine's disk with faults. For tests, benches and sieges. */
export function faultyFiles(given: Partial<DiskFaults> & { readonly syncsAtOnce?: number } = {}) {
  const { syncsAtOnce = 2, ...some } = given;
  const none = { write: undefined, sync: undefined, open: undefined, read: undefined, syncMs: 0 };
  const faults: DiskFaults = {
    ...none,
    room: Number.POSITIVE_INFINITY,
    shortWrite: Number.POSITIVE_INFINITY,
    ...some,
  };
  const disk = diskFiles();
  const seen = { syncs: 0, syncing: 0, mostSyncing: 0, folderSyncs: 0, opened: 0, closed: 0, read: 0 };

  async function sync(work: () => Promise<void>): Promise<void> {
    seen.syncing++;
    seen.mostSyncing = Math.max(seen.mostSyncing, seen.syncing);
    try {
      if (faults.syncMs > 0) await sleep(faults.syncMs);
      if (faults.sync !== undefined) throw fault(faults.sync);
      if (faults.syncMs === 0) await work();
    } finally {
      seen.syncing--;
    }
  }

  function wrap(file: JournalFile): JournalFile {
    let end = 0;
    return {
      ...wrapToRead(file),
      write(bytes, position) {
        if (faults.write !== undefined) throw fault(faults.write);
        if (faults.room === 0) throw fault('ENOSPC');
        const written = file.write(bytes.subarray(0, Math.min(faults.room, faults.shortWrite)), position);
        faults.room -= written;
        end = Math.max(end, position + written);
        return written;
      },
      truncate(bytes) {
        file.truncate(bytes);
        faults.room += Math.max(0, end - bytes);
        end = Math.min(end, bytes);
      },
      async sync() {
        seen.syncs++;
        await sync(() => file.sync());
      },
    };
  }

  function wrapToRead(file: ReadableFile): ReadableFile {
    return {
      async read(into, position) {
        if (faults.read !== undefined) throw fault(faults.read);
        const bytes = await file.read(into, position);
        seen.read += bytes;
        return bytes;
      },
      size: () => file.size(),
      changedMs: () => file.changedMs(),
      async close() {
        seen.closed++;
        await file.close();
      },
    };
  }

  const files: JournalFiles = {
    syncsAtOnce,
    async open(path) {
      if (faults.open !== undefined) throw fault(faults.open);
      seen.opened++;
      return wrap(await disk.open(path));
    },
    async openToRead(path) {
      if (faults.open !== undefined) throw fault(faults.open);
      const file = await disk.openToRead(path);
      seen.opened++;
      return wrapToRead(file);
    },
    rename: disk.rename,
    remove: disk.remove,
    async syncFolder(path) {
      seen.folderSyncs++;
      await sync(() => disk.syncFolder(path));
    },
  };
  return { files, faults, seen };
}

function fault(code: string): Error {
  return Object.assign(new Error(`${code}: put in its way`), { code });
}
