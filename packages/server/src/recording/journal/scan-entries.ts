import { journalMagic, maxEntryBytes, readEntry } from './entry-format.ts';
import type { JournalEntry } from './journal.ts';

/** Bytes read from disk at once. */
const chunkBytes = 1 << 20;
/** Places tried in a damaged stretch before the caller may do something else: each may cost the CRC of a whole block. */
const triesAtOnce = 128;

export interface ScannedEntry {
  readonly entry: JournalEntry;
  /** Position in the file. */
  readonly end: number;
}

/**
 * Takes a journal's bytes piece by piece and answers the intact entries. After damage it looks for the next intact
 * entry byte by byte, so that a flipped bit costs the entry it is in and nothing else; `undefined` says that it still
 * looks. Memory: one window of a chunk and an entry, which the entries point into: they are valid until the next
 * {@link space}.
 */
export function createScanner() {
  const window = new Uint8Array(chunkBytes + maxEntryBytes);
  let windowStart = 0; // position of window[0] in the file
  let filled = 0;
  let at = 0;

  return {
    /** Where to put the next bytes of the file; call {@link take} with how many were put. */
    space(): Uint8Array {
      window.copyWithin(0, at, filled);
      windowStart += at;
      filled -= at;
      at = 0;
      return window.subarray(filled, filled + chunkBytes);
    },
    *take(bytes: number, last: boolean): Generator<ScannedEntry | undefined> {
      filled += bytes;
      const known = window.subarray(0, filled);
      if (windowStart + at === 0 && filled >= journalMagic.length && startsWithMagic(known)) at = journalMagic.length;
      for (let tries = 0; at < filled; ) {
        const read = readEntry(known, at);
        if (read === 'more' && !last && filled - at < maxEntryBytes) return;
        if (typeof read === 'string') {
          at++;
          if (++tries % triesAtOnce === 0) yield undefined;
          continue;
        }
        at += read.bytes;
        yield { entry: read.entry, end: windowStart + at };
      }
    },
  };
}

function startsWithMagic(bytes: Uint8Array): boolean {
  return journalMagic.every((byte, i) => bytes[i] === byte);
}
