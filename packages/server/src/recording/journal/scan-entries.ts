import { journalMagic, maxEntryBytes, readEntry } from './entry-format.ts';
import type { JournalEntry } from './index.ts';

/** Bytes read from disk at once. */
export const chunkBytes = 1 << 20;

export interface ScannedEntry {
  readonly entry: JournalEntry;
  /** Position in the file. */
  readonly start: number;
  readonly end: number;
}

/**
 * Takes a journal's bytes piece by piece and answers the intact entries. After damage it looks for the next intact
 * entry byte by byte, so that a flipped bit costs the entry it is in and nothing else. Memory: one window of a chunk
 * and an entry. Entries point into the window given by {@link space}, which is never reused.
 */
export function createScanner() {
  let window = new Uint8Array(0);
  let windowStart = 0; // position of window[0] in the file
  let filled = 0;
  let at = 0;

  return {
    /** Where to put the next bytes of the file; call {@link take} with how many were put. */
    space(): Uint8Array {
      const rest = window.subarray(at, filled);
      const position = windowStart + at;
      // Keeps the file's alignment in memory, so that columns can be read as typed arrays.
      const padding = position % 8;
      const next = new Uint8Array(padding + rest.length + chunkBytes).subarray(padding);
      next.set(rest);
      window = next;
      windowStart = position;
      filled = rest.length;
      at = 0;
      return window.subarray(filled);
    },
    *take(bytes: number, last: boolean): Generator<ScannedEntry> {
      filled += bytes;
      const known = window.subarray(0, filled);
      if (windowStart + at === 0 && filled >= journalMagic.length && startsWithMagic(known)) at = journalMagic.length;
      while (at < filled) {
        const read = readEntry(known, at);
        if (read === 'more' && !last && filled - at < maxEntryBytes) return;
        if (typeof read === 'string') {
          at++;
          continue;
        }
        const start = windowStart + at;
        at += read.bytes;
        yield { entry: read.entry, start, end: start + read.bytes };
      }
    },
  };
}

function startsWithMagic(bytes: Uint8Array): boolean {
  return journalMagic.every((byte, i) => bytes[i] === byte);
}
