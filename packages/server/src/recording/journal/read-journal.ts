import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { JournalEntry } from './journal.ts';
import { createScanner } from './scan-entries.ts';

/**
 * The intact entries of a journal in the order of arrival, with bounded memory. Damaged stretches and a torn tail are
 * passed over; repaired blocks come after later ones, and none comes twice from a healthy journal.
 */
export async function* readJournal(path: string): AsyncGenerator<JournalEntry> {
  const file = await open(path, 'r');
  try {
    const scanner = createScanner();
    for (;;) {
      const { bytesRead } = await file.read(scanner.space());
      for (const found of scanner.take(bytesRead, bytesRead === 0)) {
        if (found === undefined) continue;
        const { entry } = found;
        yield entry.kind === 'block' ? { ...entry, bytes: Uint8Array.from(entry.bytes) } : entry;
      }
      if (bytesRead === 0) return;
    }
  } finally {
    await file.close();
  }
}

/**
 * As {@link readJournal}, for a thread that may wait for the disk: several times faster. The bytes of a block are valid
 * until the next entry is asked for; `read` is told how many bytes came from the disk.
 */
export function* scanJournal(path: string, read: (bytes: number) => void): Generator<JournalEntry> {
  const file = openSync(path, 'r');
  try {
    const scanner = createScanner();
    for (;;) {
      const bytes = readSync(file, scanner.space());
      read(bytes);
      for (const found of scanner.take(bytes, bytes === 0)) if (found !== undefined) yield found.entry;
      if (bytes === 0) return;
    }
  } finally {
    closeSync(file);
  }
}
