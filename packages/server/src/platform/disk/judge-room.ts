import type { DiskRoom } from '@sillage/contract';

/** How much is left, in words that people and programs act on. */
export type DiskState = DiskRoom['state'];

/** What room is asked for. Journals and the database ask for none: the rest is theirs. */
export const diskPurposes = ['upload', 'task', 'decode'] as const;
export type DiskPurpose = (typeof diskPurposes)[number];

/** bytes that stay free, each for what is more important than the one before. */
export interface Thresholds {
  /** Kept for journals and the database: no reservation goes below, and below it people are warned. */
  readonly lowBytes: number;
  /** Kept for the records that run: below it no new one is started. */
  readonly fullBytes: number;
  /** Kept for the database, which ends when it cannot write its log: journals wait. */
  readonly databaseBytes: number;
}

const mebibyte = 1024 ** 2;
/** A state is left again only with so much more than its threshold, so that it does not flicker. */
const leavingFactor = 1.1;

/** What the database writes ahead: three files of 16 MiB, and as much of tables as comes with them. */
const databaseBytes = 64 * mebibyte;

/** A share of the disk, bounded on both sides: a card of 8 GB keeps 1 GB, 267 MB and 67 MB. */
export function thresholdsOf(totalBytes: number): Thresholds {
  const fullBytes = databaseBytes + bounded(0.025 * totalBytes, 16 * mebibyte, 512 * mebibyte);
  const lowBytes = fullBytes + bounded(0.1 * totalBytes, 16 * mebibyte, 2048 * mebibyte);
  return { lowBytes, fullBytes, databaseBytes };
}

const bounded = (bytes: number, least: number, most: number) => Math.round(Math.min(most, Math.max(least, bytes)));

/** The state of a disk that was `before`. */
export function judgeRoom(
  freeBytes: number,
  { lowBytes, fullBytes }: Thresholds,
  before: DiskState | undefined,
): DiskState {
  const leave = (state: DiskState) => (before === state ? leavingFactor : 1);
  if (freeBytes < fullBytes * leave('full')) return 'full';
  const leaveLow = before === 'full' ? leavingFactor : leave('low');
  return freeBytes < lowBytes * leaveLow ? 'low' : 'ok';
}

/** What a purpose leaves on the disk. Decoding finishes what was recorded, so it may use some of the journals' share. */
export function floorOf(purpose: DiskPurpose, { lowBytes, fullBytes }: Thresholds): number {
  return purpose === 'decode' ? fullBytes : lowBytes;
}
