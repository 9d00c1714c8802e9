export { createJournals, type Journals, type JournalsNow, type ReadBefore } from './create-journals.ts';
export type { Arrival, JournalEntry, JournalHeader } from './journal.ts';
export type { JournalFile, JournalFiles } from './journal-files.ts';
export { readJournal, scanJournal } from './read-journal.ts';
export type { JournalContent } from './recover-journal.ts';
export { SequenceSet } from './sequence-set.ts';
export { type Journal, type JournalState, problemOf } from './write-journal.ts';
