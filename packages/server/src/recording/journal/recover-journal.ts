import type { BlockHeader } from '@sillage/device-protocol';
import { shareLoop } from '../../platform/clock/index.ts';
import { journalMagic } from './entry-format.ts';
import type { JournalEntry, JournalHeader } from './journal.ts';
import type { JournalFile, ReadableFile } from './journal-files.ts';
import { createScanner } from './scan-entries.ts';
import { SequenceSet } from './sequence-set.ts';

/** What a journal holds. */
export interface JournalContent {
  /** Last header. */
  header: JournalHeader | undefined;
  /** Module id → sequences of its blocks. */
  readonly received: Map<number, SequenceSet>;
}

/** The intact entries of an open file with their ends, in slices: the event loop is never held. Valid until the next. */
export async function* scanInSlices(file: ReadableFile): AsyncGenerator<{ entry: JournalEntry; end: number }> {
  const scanner = createScanner();
  const pause = shareLoop();
  for (let position = 0; ; ) {
    const bytes = await file.read(scanner.space(), position);
    position += bytes;
    for (const found of scanner.take(bytes, bytes === 0)) {
      await pause();
      if (found !== undefined) yield found;
    }
    if (bytes === 0) return;
  }
}

/**
 * Finds what an open journal holds and cuts it after the last intact entry: a torn tail (a crash in the middle of a
 * write) goes, and so does a closing end entry, because the record goes on. Answers where the next entry belongs.
 */
export async function recoverJournal(file: JournalFile): Promise<{ content: JournalContent; end: number }> {
  const content: JournalContent = { header: undefined, received: new Map() };
  const size = await file.size();
  let keep = size < journalMagic.length ? 0 : journalMagic.length;
  if (keep > 0) {
    for await (const { entry, end } of scanInSlices(file)) {
      if (entry.kind === 'end') continue;
      keep = end;
      if (entry.kind === 'header') content.header = entry.header;
      else if (entry.kind === 'block') noteBlock(content, entry.header);
    }
  }
  if (size > keep) file.truncate(keep);
  return { content, end: keep };
}

/** Finds what a journal holds, and leaves it as it is. */
export async function readContent(file: ReadableFile): Promise<JournalContent> {
  const content: JournalContent = { header: undefined, received: new Map() };
  for await (const { entry } of scanInSlices(file)) {
    if (entry.kind === 'header') content.header = entry.header;
    else if (entry.kind === 'block') noteBlock(content, entry.header);
  }
  return content;
}

export function noteBlock(content: JournalContent, header: BlockHeader): void {
  let sequences = content.received.get(header.moduleId);
  if (sequences === undefined) {
    sequences = new SequenceSet();
    content.received.set(header.moduleId, sequences);
  }
  sequences.add(header.sequence);
}
