import type { LiveData } from '@sillage/contract';
import { type BlockHeader, type ModuleMeta, sampleReader } from '@sillage/device-protocol';
import type { Realtime } from '../../platform/socket/index.ts';

/** ms between two batches of a device: one message a room and batch (architecture.md, "realtime"). */
const batchMs = 50;
/** µs without live samples after which an idle device's time axis starts again at 0. */
const streamGapUs = 5_000_000;

/** The batches of one device under way. */
interface Stream {
  recordId: number;
  /** µs, device clock: T = 0. */
  zeroUs: number;
  lastUs: number;
  /** Module → µs of the last shown sample and of the next one due. */
  readonly shown: Map<string, { lastUs: number; dueUs: number }>;
  data: Record<string, Record<string, (number | null)[]>>;
  dirty: boolean;
}

export interface Live {
  /** Takes a block that is in the journal already, or belongs to no record. Repaired blocks of the past are not shown. */
  add(number: number, header: BlockHeader, moduleName: string, module: ModuleMeta, bytes: Uint8Array): void;
  /** Tells the start of the record that the device's next blocks belong to. */
  recordStarted(number: number, recordId: number, startUs: number): void;
  stop(): void;
}

/** Shows live samples to those who watch: decimated, in batches, and nothing at all when nobody does. */
export function createLive({ realtime }: { realtime: Pick<Realtime, 'emit' | 'hasListeners'> }): Live {
  const streams = new Map<number, Stream>();
  const starts = new Map<number, { recordId: number; startUs: number }>();

  function flush(number: number, stream: Stream): void {
    if (!stream.dirty) return;
    const recording = stream.recordId !== 0;
    const payload: LiveData = {
      number,
      recTime: recording ? seconds(stream.lastUs - stream.zeroUs) : null,
      deviceRecId: recording ? stream.recordId : null,
      data: stream.data,
      selections: [],
    };
    stream.data = {};
    stream.dirty = false;
    realtime.emit('liveData', number, payload);
  }

  /** The stream that the block continues, or a new one when its record or its clock is another. */
  function streamOf(number: number, header: BlockHeader): Stream {
    const old = streams.get(number);
    const continues =
      old?.recordId === header.recordId &&
      (header.recordId !== 0 || Math.abs(header.firstSampleUs - old.lastUs) < streamGapUs);
    if (old !== undefined && continues) return old;
    if (old !== undefined) flush(number, old);
    const start = starts.get(number);
    const zeroUs = header.recordId !== 0 && start?.recordId === header.recordId ? start.startUs : header.firstSampleUs;
    const stream: Stream = {
      recordId: header.recordId,
      zeroUs,
      lastUs: header.firstSampleUs,
      shown: new Map(),
      data: {},
      dirty: false,
    };
    streams.set(number, stream);
    return stream;
  }

  const timer = setInterval(() => {
    for (const [number, stream] of streams) flush(number, stream);
  }, batchMs);

  return {
    add(number, header, moduleName, module, bytes) {
      if (!realtime.hasListeners('liveData', number)) {
        streams.delete(number);
        return;
      }
      addSamples(streamOf(number, header), header, moduleName, module, bytes);
    },
    recordStarted(number, recordId, startUs) {
      starts.set(number, { recordId, startUs });
    },
    stop() {
      clearInterval(timer);
      streams.clear();
    },
  };
}

/** Adds the samples that are due at the module's live rate and later than what was shown. */
function addSamples(stream: Stream, header: BlockHeader, name: string, module: ModuleMeta, bytes: Uint8Array): void {
  let shown = stream.shown.get(name);
  if (shown === undefined) {
    shown = { lastUs: Number.NEGATIVE_INFINITY, dueUs: Number.NEGATIVE_INFINITY };
    stream.shown.set(name, shown);
  }
  if (header.firstSampleUs <= shown.lastUs) return;
  const samples = sampleReader(bytes, header, module);
  if (typeof samples === 'string') return;
  const periodUs = 1e6 / module.realtimeRateHz;
  // Half a sample of tolerance, so that jitter of stamps does not lose every second sample of a slow module.
  const toleranceUs = 5e5 / module.rateHz;
  for (let i = 0; i < header.sampleCount; i++) {
    const timeUs = samples.timeUs(i);
    if (timeUs <= shown.lastUs || timeUs < shown.dueUs - toleranceUs) continue;
    const fromNow = timeUs + periodUs;
    shown.dueUs = Math.abs(timeUs - shown.dueUs) < periodUs ? shown.dueUs + periodUs : fromNow;
    shown.lastUs = timeUs;
    push(stream, name, 'T', seconds(timeUs - stream.zeroUs));
    for (let c = 0; c < module.columns.length; c++) {
      push(stream, name, module.columns[c]?.name ?? '', threeDecimals(samples.value(c, i)));
    }
    stream.dirty = true;
  }
  stream.lastUs = Math.max(stream.lastUs, samples.timeUs(header.sampleCount - 1));
}

function push(stream: Stream, module: string, variable: string, value: number | null): void {
  let arrays = stream.data[module];
  if (arrays === undefined) {
    arrays = {};
    stream.data[module] = arrays;
  }
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
