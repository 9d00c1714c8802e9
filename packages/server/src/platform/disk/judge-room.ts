import type { DiskRoom } from '@sillage/contract';

/** How much is left, in words that people and programs act on. */
export type DiskState = DiskRoom['state'];

/** What room is asked for. Journals and the database ask for none: the rest is theirs. */
export const diskPurposes = ['upload', 'export', 'task', 'decode', 'temporary'] as const;
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

/** A share of the disk, bounded on both sides: a card of 8 GB keeps 800 MB, 200 MB and 64 MB. */
export function thresholdsOf(totalBytes: number): Thresholds {
  return {
    lowBytes: bounded(0.1 * totalBytes, 48 * mebibyte, 2048 * mebibyte),
    fullBytes: bounded(0.025 * totalBytes, 24 * mebibyte, 512 * mebibyte),
    databaseBytes: bounded(0.01 * totalBytes, 12 * mebibyte, 64 * mebibyte),
  };
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
