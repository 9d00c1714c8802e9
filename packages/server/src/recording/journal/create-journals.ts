import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, systemClock } from '../../platform/clock/index.ts';
import { codeOf } from '../../platform/files/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { JournalEntry } from './journal.ts';
import { diskFiles, type JournalFiles } from './journal-files.ts';
import { type JournalContent, readContent, recoverJournal, scanInSlices } from './recover-journal.ts';
import { type FolderSync, syncFolderOnce } from './sync-folder.ts';
import { createSyncRounds } from './sync-in-rounds.ts';
import { type Journal, writeJournal } from './write-journal.ts';

/** How the open journals do. */
export interface JournalsNow {
  readonly open: number;
  /** ms; age of the oldest byte that is not known to be on disk. */
  readonly unsyncedMs: number;
  /** ms; the oldest that a byte became in the last minute or two. */
  readonly worstUnsyncedMs: number;
  /** How many the disk has no room for, and how many it refuses for another reason. */
  readonly full: number;
  readonly failing: number;
}

export interface Journals {
  /**
   * Opens a journal to go on with it, or makes it. A torn tail is cut off, and so is a closing end entry. One that holds
   * something is doubtful: what its syncs answered ended with who wrote it. Two that write to one file would write over
   * each other: until it is closed it cannot be opened again.
   * @throws what the disk says when it cannot be read; `EBUSY` while it is open
   */
  open(path: string, about?: About): Promise<Journal>;
  /**
   * What a journal holds, which stays as it is; undefined when there is none. One that was read before, and did not
   * change since, is not read again.
   * @throws what the disk says when it cannot be read
   */
  read(path: string, before?: ReadBefore): Promise<ReadBefore | undefined>;
  /**
   * Writes what a doubtful journal holds into a new file, which takes its place once all of it is on disk. Blocks that
   * can no longer be read are missing in it. The one given is closed.
   */
  rewrite(journal: Journal, about: About & { readonly temporary: string }): Promise<Journal>;
  /** All that was written is on disk when this answers, or `withinMs` are over. */
  syncAll(withinMs: number): Promise<void>;
  now(): JournalsNow;
  close(): void;
}

/** What a journal held, and by what one sees that it changed. */
export interface ReadBefore {
  readonly content: JournalContent;
  readonly bytes: number;
  readonly changedMs: number;
}

interface About {
  /** Told each time a sync of it fails. */
  readonly syncFailed?: (error: unknown) => void;
}

interface Dependencies {
  readonly files?: JournalFiles;
  readonly clock?: Pick<Clock, 'monotonicMs'>;
  /** Whether what is free may be used by journals. */
  readonly mayWrite?: () => boolean;
  /** Gets a line a minute while journals are open. */
  readonly log?: Pick<Log, 'info' | 'warn'>;
}

const logEveryMs = 60_000;
/** ms; a byte that waits longer is worth a warning. */
const lateMs = 5000;

/** False when the disk did not take it. */
function copyEntry(copy: Journal, entry: Exclude<JournalEntry, { kind: 'end' }>): boolean {
  switch (entry.kind) {
    case 'header':
      return copy.header(entry.header);
    case 'block':
      return copy.append([entry.bytes]);
    case 'arrival':
      return copy.append([], entry.arrival);
  }
}

/** The journals of a server: they share the disk, so their syncs are taken in rounds. */
export function createJournals(dependencies: Dependencies = {}): Journals {
  const { files = diskFiles(), clock = systemClock, mayWrite = () => true, log } = dependencies;
  const { monotonicMs } = clock;
  const rounds = createSyncRounds({ atOnce: files.syncsAtOnce, monotonicMs });
  const open = new Set<Journal>();
  const beingOpened = new Set<string>();
  const folders = new Map<string, FolderSync>();
  let worstLastMinuteMs = 0;

  const timer = setInterval(() => {
    worstLastMinuteMs = rounds.takeWorstMs();
    if (open.size === 0) return;
    const { full, failing } = now();
    const line = { open: open.size, unsyncedMs: Math.round(worstLastMinuteMs), full, failing };
    if (worstLastMinuteMs > lateMs || full + failing > 0) log?.warn(line, 'journals do not reach the disk in time');
    else log?.info(line, 'journals reach the disk');
  }, logEveryMs).unref();

  function folderOf(path: string): FolderSync {
    const folder = dirname(path);
    const known = folders.get(folder) ?? syncFolderOnce(() => files.syncFolder(folder));
    folders.set(folder, known);
    return known;
  }

  function now(): JournalsNow {
    const states = [...open].map(({ state }) => state);
    const unsyncedMs = rounds.unsyncedMs();
    return {
      open: open.size,
      unsyncedMs,
      worstUnsyncedMs: Math.max(worstLastMinuteMs, rounds.worstMs()),
      full: states.filter((state) => state === 'full').length,
      failing: states.filter((state) => state === 'failing').length,
    };
  }

  async function openAt(
    fileAt: string,
    path: string,
    { syncFailed = () => {} }: About,
    isCopy = false,
  ): Promise<ReturnType<typeof writeJournal>> {
    const file = await files.open(fileAt);
    try {
      if (isCopy) file.truncate(0);
      const { content, end } = await recoverJournal(file);
      const doubtful = isCopy || end > 0;
      const journal = writeJournal({
        ...{ path, file, content, end, doubtful, rounds, monotonicMs, mayWrite, syncFailed },
        syncFolder: folderOf(fileAt).changed(),
        closed: () => open.delete(journal),
      });
      open.add(journal);
      return journal;
    } catch (error) {
      await file.close().catch(() => {});
      throw error;
    }
  }

  async function openAlone(path: string, about: About): Promise<Journal> {
    const isOpen = beingOpened.has(path) || [...open].some((journal) => journal.path === path);
    if (isOpen) throw Object.assign(new Error(`${path} is open`), { code: 'EBUSY' });
    beingOpened.add(path);
    try {
      return await openAt(path, path, about);
    } finally {
      beingOpened.delete(path);
    }
  }

  async function copyEntries(path: string, copy: Journal): Promise<void> {
    const from = await files.openToRead(path);
    try {
      for await (const { entry } of scanInSlices(from)) {
        if (entry.kind === 'end') continue;
        const taken = copyEntry(copy, entry);
        if (!taken) throw new Error(`the disk is ${copy.state}`);
      }
    } finally {
      await from.close();
    }
  }

  async function read(path: string, before?: ReadBefore): Promise<ReadBefore | undefined> {
    const file = await files.openToRead(path).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (file === undefined) return undefined;
    try {
      const [bytes, changedMs] = [await file.size(), await file.changedMs()];
      const isSame = bytes === before?.bytes && changedMs === before.changedMs;
      return isSame ? before : { content: await readContent(file), bytes, changedMs };
    } finally {
      await file.close();
    }
  }

  return {
    open: (path, about = {}) => openAlone(path, about),
    read,
    rewrite: async (journal, { temporary, syncFailed = () => {} }) => {
      let failed = false;
      const copy = await openAt(temporary, journal.path, { syncFailed: fail }, true);
      function fail(error: unknown): void {
        failed = true;
        syncFailed(error);
      }
      try {
        await copyEntries(journal.path, copy);
        await copy.sync();
        if (failed) throw new Error('a sync of the copy failed');
        await files.rename(temporary, journal.path);
      } catch (error) {
        await copy.close().catch(() => {});
        await files.remove(temporary).catch(() => {}); // a full disk needs its room
        throw error;
      }
      await folderOf(journal.path).changed()().then(copy.trust, fail);
      await journal.close().catch(() => {}); // what it held is in the copy
      return copy;
    },
    async syncAll(withinMs) {
      await Promise.race([rounds.flushAll(), sleep(withinMs, undefined, { ref: false })]);
    },
    now,
    close() {
      clearInterval(timer);
      rounds.close();
    },
  };
}
