import { isRefusal, type Refusal, refuse } from '@sillage/contract';
import { sayBytes } from '@sillage/domain';
import type { DiskRoom } from '../files/index.ts';
import type { Log } from '../log/index.ts';
import { type DiskPurpose, type DiskState, diskPurposes, floorOf, judgeRoom, thresholdsOf } from './judge-room.ts';

export interface LedgerDependencies {
  /** Asks the system what the disk has. */
  readonly measure: () => Promise<DiskRoom>;
  readonly monotonicMs: () => number;
  readonly log: Log;
}

interface LedgerOptions {
  /** Measures at least so often. */
  readonly everyMs?: number;
}

/** What one doer may still write. Give it back in any case: `release` may be called again. */
export interface Reservation {
  /** Bytes that are still to be written. */
  readonly leftBytes: number;
  /** Asks for more; the reservation stays as it was when there is no room. */
  grow(bytes: number): Promise<Refusal | undefined>;
  /** So much of it lies on the disk now; negative when some is gone again. Who wrote more than was reserved is counted, too. */
  wrote(bytes: number): void;
  release(): void;
}

/** What the disk has, as of the last measurement. */
export interface DiskReport {
  readonly state: DiskState;
  readonly totalBytes: number;
  readonly freeBytes: number;
  /** Still to be written, by purpose. */
  readonly reservedBytes: Readonly<Record<DiskPurpose, number>>;
  /** Kept for journals and the database. */
  readonly keptBytes: number;
}

/**
 * Who may write how much. All that is not a journal or the database asks here before it writes, so that many at once share
 * what is free, and what is kept for recordings stays free.
 */
export interface DiskLedger {
  reserve(purpose: DiskPurpose, bytes: number): Promise<Reservation | Refusal>;
  report(): DiskReport;
  /** Measures now, for instance after a write that failed for want of room. */
  measure(): Promise<DiskReport>;
  /** Called at each change of the state; answers how to end that. */
  onState(listener: (state: DiskState) => void): () => void;
  /** Why no new record is started: what is left is for those that run. */
  refuseNewRecord(): Refusal | undefined;
  /** Whether journals may write: what is left beyond is the database's, which does not survive without. */
  mayJournal(): boolean;
  close(): void;
}

/** A measurement younger than this answers a request for room. */
const freshMs = 200;
const defaultEveryMs = 1000;

/** Measures the disk, again and again until `close`. */
export async function openDiskLedger(
  dependencies: LedgerDependencies,
  { everyMs = defaultEveryMs }: LedgerOptions = {},
): Promise<DiskLedger> {
  const { log, monotonicMs } = dependencies;
  const listeners = new Set<(state: DiskState) => void>();
  const open = new Set<OpenReservation>();
  let room = await dependencies.measure();
  let measuredMs = monotonicMs();
  let writtenBytes = 0;
  /** Of `writtenBytes`, what the last measurement has certainly seen. */
  let seenBytes = 0;
  let thresholds = thresholdsOf(room.totalBytes);
  let state = judgeRoom(room.freeBytes, thresholds, undefined);
  let measuring: Promise<void> | undefined;
  let failing = false;

  const freeBytes = () => Math.max(0, room.freeBytes - (writtenBytes - seenBytes));
  const reservedBytes = () => [...open].reduce((sum, { leftBytes }) => sum + leftBytes, 0);

  function judge(): void {
    const before = state;
    state = judgeRoom(freeBytes(), thresholds, before);
    if (state === before) return;
    log.warn({ state, before, freeBytes: freeBytes() }, 'the room on the disk changed');
    for (const listener of listeners) listener(state);
  }

  async function measureNow(): Promise<void> {
    const before = writtenBytes;
    try {
      room = await dependencies.measure();
      seenBytes = before;
      measuredMs = monotonicMs();
      thresholds = thresholdsOf(room.totalBytes);
      failing = false;
      judge();
    } catch (error) {
      // The last measurement stands; each second would fill the log of a disk that is in trouble.
      if (!failing) log.error({ error: String(error) }, 'the room on the disk cannot be measured');
      failing = true;
    }
  }
  const measure = () => {
    measuring ??= measureNow().finally(() => {
      measuring = undefined;
    });
    return measuring;
  };

  async function measureUnlessFresh(): Promise<void> {
    if (monotonicMs() - measuredMs > freshMs) await measure();
  }
  /** Asked and booked without a pause in between, or many at once would get the same room. */
  function refuseRoom(purpose: DiskPurpose, bytes: number): Refusal | undefined {
    const leftBytes = freeBytes() - reservedBytes() - floorOf(purpose, thresholds);
    if (bytes <= leftBytes) return undefined;
    return refuse('disk.full', { needed: sayBytes(bytes), free: sayBytes(Math.max(0, leftBytes)) });
  }

  class OpenReservation implements Reservation {
    leftBytes: number;
    readonly purpose: DiskPurpose;
    constructor(purpose: DiskPurpose, bytes: number) {
      this.purpose = purpose;
      this.leftBytes = bytes;
    }
    async grow(bytes: number): Promise<Refusal | undefined> {
      await measureUnlessFresh();
      const refusal = refuseRoom(this.purpose, bytes);
      if (!isRefusal(refusal) && open.has(this)) this.leftBytes += bytes;
      return refusal;
    }
    wrote(bytes: number): void {
      writtenBytes += bytes;
      this.leftBytes = Math.max(0, this.leftBytes - bytes);
    }
    release(): void {
      this.leftBytes = 0;
      open.delete(this);
    }
  }

  const timer = setInterval(() => void measure(), everyMs).unref();
  const report = (): DiskReport => {
    const reserved = Object.fromEntries(diskPurposes.map((purpose) => [purpose, 0])) as Record<DiskPurpose, number>;
    for (const { purpose, leftBytes } of open) reserved[purpose] += leftBytes;
    const { totalBytes } = room;
    return { state, totalBytes, freeBytes: freeBytes(), reservedBytes: reserved, keptBytes: thresholds.lowBytes };
  };
  return {
    async reserve(purpose, bytes) {
      await measureUnlessFresh();
      const refusal = refuseRoom(purpose, bytes);
      if (isRefusal(refusal)) return refusal;
      const made = new OpenReservation(purpose, bytes);
      open.add(made);
      return made;
    },
    report,
    async measure() {
      await measure();
      return report();
    },
    onState(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refuseNewRecord: () =>
      state === 'full' ? refuse('disk.fullForRecords', { free: sayBytes(freeBytes()) }) : undefined,
    mayJournal: () => freeBytes() > thresholds.databaseBytes,
    close: () => clearInterval(timer),
  };
}
