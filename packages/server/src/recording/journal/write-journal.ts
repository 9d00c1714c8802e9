import { maxBlockBytes, readCheckedBlockHeader } from '@sillage/device-protocol';
import { codeOf } from '../../platform/files/index.ts';
import {
  arrivalBytes,
  encodeJsonEntry,
  journalMagic,
  maxEntryBytes,
  prefixBytes,
  writeArrival,
  writePrefix,
} from './entry-format.ts';
import type { Arrival, JournalHeader } from './journal.ts';
import type { JournalFile } from './journal-files.ts';
import { type JournalContent, noteBlock } from './recover-journal.ts';
import type { SyncRounds } from './sync-in-rounds.ts';

/** `full`: the disk has no room. `failing`: it refuses writes or syncs for another reason. */
export type JournalState = 'ok' | 'full' | 'failing';

/** An open journal. What answers true is with the operating system: a killed process loses nothing of it. */
export interface Journal {
  readonly path: string;
  readonly content: JournalContent;
  /** Its length in the file. */
  readonly bytes: number;
  readonly state: JournalState;
  /**
   * A sync failed once, or may have before it was opened: the system has forgotten what of it is not on disk, and later
   * syncs succeed all the same. So it stays until the journal is written anew; a device must keep its copy meanwhile.
   */
  readonly doubtful: boolean;
  /**
   * All of the blocks, and before them when earlier ones arrived, or false and none of it. They must be such that
   * `readBlockHeader` accepts them.
   */
  append(blocks: readonly Uint8Array[], arrival?: Arrival): boolean;
  header(header: JournalHeader): boolean;
  /** Marks the record as complete. An entry after it takes its place. */
  end(stopUs: number | null, missingBlocks: number): boolean;
  /** What was written is on disk, or it rejects; this also happens by itself within 1 s or a round of syncs. */
  sync(): Promise<void>;
  /** Syncs and closes; again is the same. */
  close(): Promise<void>;
}

/** ms after a refused write in which the next are not tried, so that a disk that fails slowly does not hold everything. */
const writeAgainMs = 250;

/** Where the bytes of one write are put together, for all journals: writing never waits. */
const scratch = new Uint8Array(Math.max(arrivalBytes + prefixBytes + maxBlockBytes, maxEntryBytes));

interface Dependencies {
  readonly path: string;
  readonly file: JournalFile;
  readonly content: JournalContent;
  /** Where the next entry belongs; 0 = the file is empty. */
  readonly end: number;
  readonly doubtful: boolean;
  readonly rounds: SyncRounds;
  readonly syncFolder: () => Promise<void>;
  readonly monotonicMs: () => number;
  readonly mayWrite: () => boolean;
  readonly syncFailed: (error: unknown) => void;
  readonly closed: () => void;
}

/** Goes on with an open file at the end of what it holds. */
export function writeJournal(dependencies: Dependencies): Journal & { trust(): void } {
  const { path, file, content, rounds, monotonicMs } = dependencies;
  let position = dependencies.end;
  /** The file is to be cut here before the next write: an end entry, or part of a write that failed. */
  let cutTo: number | undefined;
  /** The end entry that stands there, until it is cut off. */
  let endsWith: { readonly stopUs: number | null; readonly missingBlocks: number } | undefined;
  let writeProblem: Exclude<JournalState, 'ok'> | undefined;
  let syncProblem: Exclude<JournalState, 'ok'> | undefined;
  let tryAgainMs = 0;
  let { doubtful } = dependencies;
  let inFolder = false;
  let closing: Promise<void> | undefined;

  const syncable = {
    async sync() {
      try {
        if (!inFolder) await dependencies.syncFolder();
        inFolder = true;
        await file.sync();
        syncProblem = undefined;
      } catch (error) {
        syncProblem = problemOf(error);
        doubtful = true;
        dependencies.syncFailed(error);
        throw error;
      }
    },
  };
  if (position > 0) rounds.written(syncable); // by whoever had it open before

  /** All of the bytes, or none of them. */
  function write(bytes: Uint8Array): boolean {
    if (closing !== undefined) throw new Error('the journal is closed');
    if (writeProblem !== undefined && monotonicMs() < tryAgainMs) return false;
    try {
      if (!dependencies.mayWrite()) throw noRoom;
      cut();
      if (position === 0) position = writeAll(file, journalMagic, 0);
      position = writeAll(file, bytes, position);
    } catch (error) {
      writeProblem = problemOf(error);
      tryAgainMs = monotonicMs() + writeAgainMs;
      cutTo ??= position;
      tryToCut();
      return false;
    }
    writeProblem = undefined;
    rounds.written(syncable);
    return true;
  }

  function cut(): void {
    if (cutTo === undefined) return;
    file.truncate(cutTo);
    position = cutTo;
    cutTo = undefined;
    endsWith = undefined;
  }

  function tryToCut(): void {
    try {
      cut();
    } catch {
      // before the next write, or by whoever opens the journal next
    }
  }

  async function closeFile(): Promise<void> {
    try {
      await rounds.flush(syncable);
    } finally {
      rounds.forget(syncable);
      dependencies.closed();
      await file.close();
    }
  }

  return {
    path,
    content,
    get bytes() {
      return position;
    },
    get state() {
      return writeProblem ?? syncProblem ?? 'ok';
    },
    get doubtful() {
      return doubtful;
    },
    append(blocks, arrival) {
      if (!write(entriesOf(blocks, arrival))) return false;
      for (const block of blocks) noteBlock(content, readCheckedBlockHeader(block));
      return true;
    },
    header(header) {
      if (!write(encodeJsonEntry('header', header))) return false;
      content.header = header;
      return true;
    },
    end(stopUs, missingBlocks) {
      // Writing it again would cut the one that stands, which a disk that fails just then could not give back.
      if (endsWith?.stopUs === stopUs && endsWith.missingBlocks === missingBlocks) return true;
      const from = cutTo ?? position;
      if (!write(encodeJsonEntry('end', { stopUs, missingBlocks }))) return false;
      cutTo = from;
      endsWith = { stopUs, missingBlocks };
      return true;
    },
    sync: () => rounds.flush(syncable),
    /** All of it is known to be on disk. */
    trust() {
      doubtful = false;
    },
    close() {
      closing ??= closeFile();
      return closing;
    },
  };
}

/** Valid until the next call, unless they are larger than a block is. */
function entriesOf(blocks: readonly Uint8Array[], arrival: Arrival | undefined): Uint8Array {
  const before = arrival === undefined ? 0 : arrivalBytes;
  const total = blocks.reduce((sum, block) => sum + prefixBytes + block.length, before);
  const target = total > scratch.length ? new Uint8Array(total) : scratch;
  if (arrival !== undefined) writeArrival(arrival, target, 0);
  let at = before;
  for (const block of blocks) {
    writePrefix('block', block.length, target, at);
    target.set(block, at + prefixBytes);
    at += prefixBytes + block.length;
  }
  return target.subarray(0, at);
}

/** Answers where the bytes end. */
function writeAll(file: JournalFile, bytes: Uint8Array, position: number): number {
  for (let at = 0; at < bytes.length; ) {
    const written = file.write(at === 0 ? bytes : bytes.subarray(at), position + at);
    if (written === 0) throw new Error('the disk took no byte');
    at += written;
  }
  return position + bytes.length;
}

const noRoom = Object.assign(new Error('what is free is kept for the database'), { code: 'ENOSPC' });

/** Why the disk refused. */
export function problemOf(error: unknown): 'full' | 'failing' {
  const code = codeOf(error);
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'full' : 'failing';
}
