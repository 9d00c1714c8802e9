import { rm } from 'node:fs/promises';
import type { DeviceMeta } from '@sillage/device-protocol';
import type { Clock } from '../../platform/clock/index.ts';
import type { Journal, Journals } from '../journal/index.ts';
import type { TappedBlock } from '../tap/index.ts';
import { type Segment, segmentPath } from './segments.ts';

/** ms after which another file is begun: the oldest one goes as a whole. */
const segmentMs = 60_000;
/** ms without a block after which another file is begun, so that its times are those of its samples. */
const gapMs = 5000;
/** Blocks that wait for their file to be open; beyond, they are dropped. */
const mostWaiting = 512;
/** ms after a file that could not be begun in which none is tried: each block would leave one behind. */
const beginAgainMs = 10_000;

export interface SentBy {
  readonly clientId: number;
  readonly deviceId: number;
  readonly number: number;
  readonly meta: DeviceMeta;
  /** Server clock minus device clock, µs; null while it is not known. */
  readonly clockOffsetUs: number | null;
  /** Ids of the athletes who wear it. */
  readonly wornBy: readonly number[];
}

interface Dependencies {
  readonly folder: string;
  readonly journals: Pick<Journals, 'open'>;
  readonly clock: Pick<Clock, 'monotonicMs' | 'nowMs'>;
  /** A file was begun. */
  readonly begun: (segment: Segment) => void;
  readonly failed: (error: unknown) => void;
}

/** Writes what one device sends into one file after the other. What is appended is with the system: a kill loses nothing of it. */
export function writeSegments({ folder, journals, clock, begun, failed }: Dependencies) {
  let current:
    | {
        readonly segment: Segment;
        readonly journal: Journal;
        readonly meta: DeviceMeta;
        readonly worn: string;
        readonly openedMs: number;
      }
    | undefined;
  let lastMs = Number.NEGATIVE_INFINITY;
  let refusedMs = Number.NEGATIVE_INFINITY;
  let opening: Promise<void> | undefined;
  let waiting: Uint8Array[] = [];
  let stopped = false;

  async function close(): Promise<void> {
    const { journal } = current ?? {};
    current = undefined;
    await journal?.close();
  }

  async function begin(by: SentBy, startUs: number): Promise<void> {
    await close();
    const { clientId, deviceId, number: deviceNumber, meta, clockOffsetUs, wornBy } = by;
    const about = { clientId, deviceId, fromMs: clock.nowMs() };
    const path = segmentPath(folder, about);
    const journal = await journals.open(path);
    const header = { recordUid: '', deviceNumber, deviceRecordId: 0, startUs, clockOffsetUs, meta, wornBy };
    if (stopped || !journal.header(header)) {
      // Nobody would know of a file that holds nothing.
      await journal.close().finally(() => rm(path, { force: true }));
      if (!stopped) throw new Error(`the disk is ${journal.state}`);
      return;
    }
    current = {
      segment: { ...about, toMs: clock.nowMs(), bytes: 0, path },
      journal,
      meta,
      worn: wornBy.join(),
      openedMs: clock.monotonicMs(),
    };
    begun(current.segment);
    for (const bytes of waiting) append(bytes);
    waiting = [];
  }

  function append(bytes: Uint8Array): void {
    if (current === undefined || !current.journal.append([bytes])) return;
    current.segment.toMs = clock.nowMs();
    current.segment.bytes = current.journal.bytes;
  }

  return {
    take({ bytes, header }: TappedBlock, by: SentBy): void {
      if (stopped) return;
      const nowMs = clock.monotonicMs();
      const goesOn =
        current !== undefined &&
        current.meta === by.meta &&
        current.worn === by.wornBy.join() &&
        nowMs - current.openedMs < segmentMs &&
        nowMs - lastMs < gapMs;
      lastMs = nowMs;
      if (goesOn && opening === undefined) {
        append(bytes);
        return;
      }
      if (nowMs - refusedMs < beginAgainMs) return;
      if (waiting.length < mostWaiting) waiting.push(Uint8Array.from(bytes));
      opening ??= begin(by, header.firstSampleUs)
        .catch((error: unknown) => {
          waiting = [];
          refusedMs = clock.monotonicMs();
          failed(error);
        })
        .finally(() => {
          opening = undefined;
        });
    },
    /** The file that grows now, which nobody may delete. */
    get growing(): Segment | undefined {
      return current?.segment;
    },
    async stop(): Promise<void> {
      stopped = true;
      await opening;
      await close();
    },
  };
}

export type SegmentWriter = ReturnType<typeof writeSegments>;
