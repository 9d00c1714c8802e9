import { open } from 'node:fs/promises';
import type { JournalEntry } from './index.ts';
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
      for (const { entry } of scanner.take(bytesRead, bytesRead === 0)) yield entry;
      if (bytesRead === 0) return;
    }
  } finally {
    await file.close();
  }
}
