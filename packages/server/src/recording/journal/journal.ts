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
  /** Ids of those who wore the device then; of what is kept of devices that record nothing. */
  readonly wornBy?: readonly number[] | undefined;
}

/** When a block was here, by the server's clock: from many of them one sees how fast the device's runs. */
export interface Arrival {
  /** µs since 1970, device clock: when its last sample had been measured. */
  readonly deviceUs: number;
  /** µs since 1970 by the server's monotonic clock, set by its date once a run. */
  readonly serverUs: number;
  /** Which run of the server it was, uint32: times of two runs may lie a step of its date apart. */
  readonly run: number;
}

export type JournalEntry =
  | { readonly kind: 'header'; readonly header: JournalHeader }
  /** A sample block exactly as the device sent it, its own CRC inside. */
  | { readonly kind: 'block'; readonly bytes: Uint8Array; readonly header: BlockHeader }
  | { readonly kind: 'arrival'; readonly arrival: Arrival }
  /** The record has ended. One that goes on after all is written over it: whoever opens the journal cuts it off. */
  | { readonly kind: 'end'; readonly stopUs: number | null; readonly missingBlocks: number };
