import type { BlockHeader, DeviceMeta } from '@sillage/device-protocol';

/** First entry of a journal, and again whenever the device's meta changes during the record. */
export interface JournalHeader {
  readonly recordUid: string;
  readonly deviceNumber: number;
  readonly deviceRecordId: number;
  /** µs since 1970, device clock: T = 0. */
  readonly startUs: number;
  /** Server clock minus device clock at the start, µs; null when it could not be measured. */
  readonly clockOffsetUs: number | null;
  readonly meta: DeviceMeta;
}

export type JournalEntry =
  | { readonly kind: 'header'; readonly header: JournalHeader }
  /** A sample block exactly as the device sent it, its own CRC inside. */
  | { readonly kind: 'block'; readonly bytes: Uint8Array; readonly header: BlockHeader }
  /** The record is complete: nothing comes after. */
  | { readonly kind: 'end'; readonly stopUs: number | null; readonly missingBlocks: number };

/** An open journal. `append` returns once the bytes are with the operating system (safe from a killed process). */
export interface JournalWriter {
  /** Blocks must be such that `readBlockHeader` accepts them: a reader passes over others. */
  append(blocks: readonly Uint8Array[]): void;
  header(header: JournalHeader): void;
  end(stopUs: number | null, missingBlocks: number): void;
  /** fdatasync now; it also happens by itself at most 1 s after an append. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

export { type JournalContent, openJournal } from './open-journal.ts';
export { readJournal, scanJournal } from './read-journal.ts';
export { SequenceSet } from './sequence-set.ts';
