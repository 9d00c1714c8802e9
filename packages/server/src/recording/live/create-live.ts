import type { LiveData, LiveSelection } from '@sillage/contract';
import { type BlockHeader, type ModuleMeta, type SampleReader, sampleReader } from '@sillage/device-protocol';
import type { Realtime } from '../../platform/socket/index.ts';
import type { Tap, TappedBlock } from '../tap/index.ts';

/**
 * ms between two batches of a device, on average. A little less than the 50 ms at which devices send, so that after a
 * batch held up by a busy machine the next ones catch up instead of all being late.
 */
const batchMs = 45;
/** ms in which the blocks of a device's modules are gathered. */
const gatherMs = 10;
/** µs without live samples after which an idle device's time axis starts again at 0. */
const streamGapUs = 5_000_000;

/** µs by which a sample may be later than the time that passed, or the blocks that were lost, explain. */
const aheadUs = 5_000_000;

/** What is known of a module whose samples are shown. All µs of the device's clock. */
interface Shown {
  lastUs: number;
  dueUs: number;
  /** Of the last block that was believed: its sequence, its last sample, and when it came (ms of the monotonic clock). */
  sequence: number;
  seenUs: number;
  seenMs: number;
  /** Samples from so late on were set apart: shown only when the next block goes on there. */
  apartUs: number | undefined;
}

/** The batches of one device under way. */
interface Stream {
  recordId: number;
  /** µs, device clock: T = 0. */
  zeroUs: number;
  lastUs: number;
  /** By module. */
  readonly shown: Map<string, Shown>;
  data: Record<string, Record<string, (number | null)[]>>;
}

export interface Live {
  stop(): void;
}

interface Dependencies {
  readonly realtime: Pick<Realtime, 'emit' | 'onListeners'>;
  readonly tap: Pick<Tap, 'listen' | 'startOf'>;
  /** Those of the record that a device makes, by the device's own number of it. */
  readonly selectionsOf?: (number: number, deviceRecordId: number) => readonly LiveSelection[];
  /** ms of a clock that only goes forward. */
  readonly nowMs?: () => number;
}

/**
 * Shows live samples to those who watch: decimated, in batches, and nothing at all when nobody does. A batch goes as
 * soon as its device's last one is old enough: devices thus keep their own rhythm instead of all bursting at once.
 */
export function createLive(dependencies: Dependencies): Live {
  const { realtime, tap, selectionsOf = () => [], nowMs = () => performance.now() } = dependencies;
  const streams = new Map<number, Stream>();
  const waiting = new Map<number, Stream>();
  /** How to stop listening, by device: one is listened to while somebody is in its room. */
  const heard = new Map<number, () => void>();
  /** Device → ms from which its next batch may go. */
  const dueMs = new Map<number, number>();
  let timer: NodeJS.Timeout | undefined;

  function flush(number: number, stream: Stream): void {
    waiting.delete(number);
    const recording = stream.recordId !== 0;
    const payload: LiveData = {
      number,
      recTime: recording ? seconds(stream.lastUs - stream.zeroUs) : null,
      deviceRecId: recording ? stream.recordId : null,
      data: stream.data,
      selections: recording ? [...selectionsOf(number, stream.recordId)] : [],
    };
    stream.data = {};
    realtime.emit('liveData', number, payload);
  }

  function flushDue(): void {
    timer = undefined;
    const atMs = nowMs();
    for (const [number, stream] of waiting) {
      const due = dueMs.get(number) ?? atMs;
      if (due > atMs) continue;
      dueMs.set(number, Math.max(due, atMs - batchMs) + batchMs);
      flush(number, stream);
    }
    if (waiting.size > 0) wake();
  }

  function wake(): void {
    timer ??= setTimeout(flushDue, gatherMs);
  }

  /** The stream that the block continues, or a new one when its record or its clock is another. */
  function streamOf(number: number, header: BlockHeader): Stream {
    const old = streams.get(number);
    const continues =
      old?.recordId === header.recordId &&
      (header.recordId !== 0 || Math.abs(header.firstSampleUs - old.lastUs) < streamGapUs);
    if (old !== undefined && continues) return old;
    if (old !== undefined && waiting.has(number)) flush(number, old);
    const startUs = header.recordId === 0 ? undefined : tap.startOf(number, header.recordId);
    const zeroUs = startUs ?? header.firstSampleUs;
    const stream: Stream = {
      recordId: header.recordId,
      zeroUs,
      lastUs: header.firstSampleUs,
      shown: new Map(),
      data: {},
    };
    streams.set(number, stream);
    return stream;
  }

  function add(number: number, block: TappedBlock): void {
    const stream = streamOf(number, block.header);
    if (!addSamples(stream, block, nowMs())) return;
    waiting.set(number, stream);
    wake();
  }

  function leave(number: number): void {
    heard.get(number)?.();
    heard.delete(number);
    streams.delete(number);
    waiting.delete(number);
  }

  realtime.onListeners('liveData', (number, listening) => {
    leave(number);
    if (listening)
      heard.set(
        number,
        tap.listen(number, (block) => add(number, block)),
      );
  });

  return {
    stop() {
      for (const number of [...heard.keys()]) leave(number);
      clearTimeout(timer);
      streams.clear();
      waiting.clear();
    },
  };
}

/** Adds the samples that are due at the module's live rate and later than what was shown. Answers whether any were. */
function addSamples(stream: Stream, { header, name, module, bytes }: TappedBlock, nowMs: number): boolean {
  const shown = shownOf(stream, name, header, nowMs);
  if (header.firstSampleUs <= shown.lastUs) return false;
  const samples = sampleReader(bytes, header, module);
  if (typeof samples === 'string') return false;
  const periodUs = 1e6 / module.realtimeRateHz;
  // Half a sample of tolerance, so that jitter of stamps does not lose every second sample of a slow module.
  const toleranceUs = 5e5 / module.rateHz;
  let latestUs = latestTrueUs(shown, header, module, nowMs);
  let { seenUs } = shown;
  let added = false;
  shown.apartUs = undefined;
  for (let i = 0; i < header.sampleCount; i++) {
    const timeUs = samples.timeUs(i);
    if (timeUs > latestUs) {
      shown.apartUs ??= timeUs;
      continue;
    }
    if (timeUs > seenUs) seenUs = timeUs;
    if (timeUs + aheadUs > latestUs) latestUs = timeUs + aheadUs;
    if (timeUs <= shown.lastUs || timeUs < shown.dueUs - toleranceUs) continue;
    const fromNow = timeUs + periodUs;
    shown.dueUs = Math.abs(timeUs - shown.dueUs) < periodUs ? shown.dueUs + periodUs : fromNow;
    shown.lastUs = timeUs;
    addSample(stream, name, module, samples, i);
    added = true;
  }
  shown.seenUs = seenUs;
  if (shown.apartUs === undefined) {
    shown.sequence = header.sequence;
    shown.seenMs = nowMs;
  }
  stream.lastUs = latestSeenUs(stream);
  return added;
}

/** What is known of a module; anew when its last block was the one from the future. */
function shownOf({ shown }: Stream, name: string, header: BlockHeader, nowMs: number): Shown {
  const known = shown.get(name);
  if (known !== undefined && !isBack(known, header)) return known;
  const first = firstShown(header, nowMs);
  shown.set(name, first);
  return first;
}

function latestSeenUs({ shown }: Stream): number {
  let latestUs = Number.NEGATIVE_INFINITY;
  for (const { seenUs } of shown.values()) if (seenUs > latestUs) latestUs = seenUs;
  return latestUs;
}

/** A module whose first block is believed, whatever its time. */
function firstShown({ sequence, firstSampleUs }: BlockHeader, nowMs: number): Shown {
  const lastUs = Number.NEGATIVE_INFINITY;
  return { lastUs, dueUs: lastUs, sequence, seenUs: firstSampleUs, seenMs: nowMs, apartUs: undefined };
}

/** Whether a block follows the last one, and yet is so much earlier that it was that one which was from the future. */
function isBack({ sequence, seenUs }: Shown, header: BlockHeader): boolean {
  return header.sequence > sequence && header.firstSampleUs < seenUs - aheadUs;
}

/** µs, device clock, after which a sample of a block is set apart. */
function latestTrueUs(shown: Shown, header: BlockHeader, module: ModuleMeta, nowMs: number): number {
  const { apartUs, sequence, seenUs, seenMs } = shown;
  // Two blocks in a row that agree are true: the device paused, or what it could send waited.
  const isConfirmed = apartUs !== undefined && header.firstSampleUs > apartUs;
  if (isConfirmed) return header.firstSampleUs + aheadUs;
  const lostUs = (Math.max(0, header.sequence - sequence) * header.sampleCount * 1e6) / module.rateHz;
  return seenUs + Math.max(lostUs, (nowMs - seenMs) * 1000) + aheadUs;
}

function addSample(stream: Stream, name: string, { columns }: ModuleMeta, samples: SampleReader, i: number): void {
  const arrays = stream.data[name] ?? {};
  stream.data[name] = arrays;
  push(arrays, 'T', seconds(samples.timeUs(i) - stream.zeroUs));
  for (let c = 0; c < columns.length; c++) push(arrays, columns[c]?.name ?? '', threeDecimals(samples.value(c, i)));
}

function push(arrays: Record<string, (number | null)[]>, variable: string, value: number | null): void {
  const values = arrays[variable];
  if (values === undefined) arrays[variable] = [value];
  else values.push(value);
}

/** JSON knows no NaN: a gap is null. */
function threeDecimals(value: number): number | null {
  return Number.isFinite(value) ? Math.round(value * 1000) / 1000 : null;
}

function seconds(us: number): number {
  return Math.round(us / 1000) / 1000;
}
