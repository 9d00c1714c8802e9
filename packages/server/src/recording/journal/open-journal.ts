import { closeSync, fdatasync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { type BlockHeader, maxBlockBytes, readCheckedBlockHeader } from '@sillage/device-protocol';
import { encodeJsonEntry, journalMagic, prefixBytes, writePrefix } from './entry-format.ts';
import type { JournalHeader, JournalWriter } from './index.ts';
import { createScanner } from './scan-entries.ts';
import { SequenceSet } from './sequence-set.ts';
import { createTurns } from './take-turns.ts';

/** ms; what the power may take with it, while a killed process loses nothing. */
const syncWithinMs = 1000;

/**
 * Syncs of all journals under way at once. libuv has four threads for all of the process's files: 200 journals a second
 * would keep every one of them waiting for the disk.
 */
const inTurn = createTurns(2);

/** What a journal holds. */
export interface JournalContent {
  /** Last header. */
  header: JournalHeader | undefined;
  /** Module id → sequences of its blocks. */
  readonly received: Map<number, SequenceSet>;
}

/**
 * Opens a journal to go on with it, or makes it. A torn tail (a crash in the middle of a write) is cut off, and so is a
 * closing end entry, because the record goes on.
 */
export function openJournal(path: string): JournalWriter & { readonly content: JournalContent } {
  const file = openSync(path, 'a+', 0o600);
  try {
    const content = recover(file);
    return { content, ...createWriter(file, content) };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Finds what is there and leaves the file ending after the last intact entry. */
function recover(file: number): JournalContent {
  const content: JournalContent = { header: undefined, received: new Map() };
  const scanner = createScanner();
  let keep = journalMagic.length;
  for (let position = 0; ; ) {
    const space = scanner.space();
    const bytes = readSync(file, space, 0, space.length, position);
    position += bytes;
    for (const { entry, end } of scanner.take(bytes, bytes === 0)) {
      if (entry.kind === 'end') continue;
      keep = end;
      if (entry.kind === 'header') content.header = entry.header;
      else noteBlock(content, entry.header);
    }
    if (bytes === 0) break;
  }
  const size = fstatSync(file).size;
  if (size < journalMagic.length) {
    ftruncateSync(file, 0);
    writeSync(file, journalMagic);
  } else if (size > keep) ftruncateSync(file, keep);
  return content;
}

function noteBlock(content: JournalContent, header: BlockHeader): void {
  let sequences = content.received.get(header.moduleId);
  if (sequences === undefined) {
    sequences = new SequenceSet();
    content.received.set(header.moduleId, sequences);
  }
  sequences.add(header.sequence);
}

function createWriter(file: number, content: JournalContent): JournalWriter {
  let buffer = new Uint8Array(prefixBytes + maxBlockBytes);
  let unsynced = false;
  let syncing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  /** All of the bytes reach the operating system, or it throws and nothing counts as written. */
  function write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at);
    unsynced = true;
    timer ??= setTimeout(() => {
      timer = undefined;
      sync().catch(() => {}); // the next sync, or close, tells
    }, syncWithinMs).unref();
  }

  function sync(): Promise<void> {
    if (!unsynced || closed) return syncing;
    unsynced = false;
    syncing = inTurn(
      () =>
        new Promise((resolve, reject) => {
          fdatasync(file, (error) => {
            if (error === null) return resolve();
            unsynced = true;
            reject(error);
          });
        }),
    );
    return syncing;
  }

  return {
    append(blocks) {
      const total = blocks.reduce((sum, block) => sum + prefixBytes + block.length, 0);
      if (total > buffer.length) buffer = new Uint8Array(total);
      let at = 0;
      for (const block of blocks) {
        writePrefix('block', block.length, buffer, at);
        buffer.set(block, at + prefixBytes);
        at += prefixBytes + block.length;
      }
      write(buffer.subarray(0, at));
      for (const block of blocks) noteBlock(content, readCheckedBlockHeader(block));
    },
    header(header) {
      write(encodeJsonEntry('header', header));
      content.header = header;
    },
    end: (stopUs, missingBlocks) => write(encodeJsonEntry('end', { stopUs, missingBlocks })),
    sync,
    async close() {
      if (closed) return;
      clearTimeout(timer);
      await sync();
      closed = true;
      closeSync(file);
    },
  };
}
