import type { ByteSource } from '../byte-source.ts';
import { readScalar } from './field-types.ts';
import type { RawHeader } from './read-header.ts';
import { type GpsColumns, maxFrameBytes, type RawModule } from './read-module.ts';

/** s before the start, and s after it, that a frame's time may be; outside it is damage. */
const earliestSeconds = -100;
const latestSeconds = 10 * 24 * 3600;
const clockUpdateId = 100;
const clockUpdateBytes = 13;
/** µs since 1970 of 2000 and 2100: a clock update outside them is damage. */
const plausibleEpochUs = [946_684_800e6, 4_102_444_800e6] as const;
const windowBytes = 1024 * 1024;

/** Goes through the frames of a raw file, one window of it in memory. */
export class FrameScan {
  /** Of the present frame. */
  seconds = 0;
  readonly values: Float64Array;
  bytesLost = 0;
  readonly #source: ByteSource;
  readonly #startUs: number;
  readonly #byId: (RawModule | undefined)[] = new Array(256).fill(undefined);
  readonly #clock: StartClock;
  readonly #end: number;
  /** Position from which an id 0 ends the file. */
  readonly #lastPart: number;
  readonly #window: Uint8Array;
  readonly #view: DataView;
  /** Position in the file of the window and of its end. */
  #from: number;
  #to: number;
  #at: number;

  constructor(source: ByteSource, header: RawHeader, end: number) {
    this.#source = source;
    this.#window = new Uint8Array(Math.min(windowBytes, source.sizeBytes));
    this.#view = new DataView(this.#window.buffer);
    this.#startUs = header.startUs;
    this.#clock = new StartClock(header);
    for (const module of header.modules) this.#byId[module.id] = module;
    this.values = new Float64Array(Math.max(0, ...header.modules.map((module) => module.columns.length)));
    this.#end = end;
    this.#lastPart = header.dataStart + 0.95 * (end - header.dataStart);
    this.#at = header.dataStart;
    this.#from = header.dataStart;
    this.#to = header.dataStart;
  }

  /** µs since 1970, corrected by the clock updates so far. */
  get startUs(): number {
    return this.#clock.startUs;
  }

  /** Goes to the next frame that holds a sample: its module, with `seconds` and `values`; undefined at the end. */
  next(): RawModule | undefined {
    const end = this.#end;
    while (this.#at < end) {
      if (this.#to - this.#at < maxFrameBytes && this.#to < end) this.#fill();
      const at = this.#at - this.#from;
      const id = this.#window[at]!;
      if (id === 0 && this.#at >= this.#lastPart) return undefined;
      const isClock = id === clockUpdateId && this.#clock.updates;
      const module = isClock ? undefined : this.#byId[id];
      const size = isClock ? clockUpdateBytes : module?.size;
      // A truncated last frame ends the file.
      if (size !== undefined && this.#at + size > end) return undefined;
      const read = module ? this.#read(module, at) : isClock && this.#clock.update(this.#view, at) && 'nothing';
      if (size !== undefined && read) {
        this.#at += size;
        if (read === 'sample') return module;
      } else {
        this.#at++;
        this.bytesLost++;
      }
    }
    return undefined;
  }

  #fill(): void {
    this.#from = this.#at;
    const wanted = Math.min(windowBytes, this.#end - this.#at);
    this.#to = this.#at + this.#source.read(this.#window.subarray(0, wanted), this.#at);
    if (this.#to - this.#at < wanted) throw new Error('a file became shorter while it was read');
  }

  /** Reads the frame at a position of the window; false when its bytes cannot be one. */
  #read(module: RawModule, at: number): 'sample' | 'nothing' | false {
    const { columns, gps, timeOffset } = module;
    const view = this.#view;
    const seconds = (readScalar(view, at + timeOffset, 'uint64') - this.#startUs) / 1e6;
    if (!(seconds >= earliestSeconds && seconds <= latestSeconds)) return false;
    const values = this.values;
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i]!;
      const value = readScalar(view, at + column.offset, column.scalar) * column.factor;
      if (value > column.bound || value < -column.bound) return false;
      values[i] = value;
    }
    if (gps && !hasFix(gps, values)) {
      if (gps.pure) return 'nothing';
      for (const i of gps.columns) values[i] = Number.NaN;
    }
    this.seconds = seconds;
    return 'sample';
  }
}

function hasFix(gps: GpsColumns, values: Float64Array): boolean {
  if (gps.nSat >= 0 && values[gps.nSat] === 0) return false;
  return !(gps.latitude >= 0 && gps.longitude >= 0 && values[gps.latitude] === 0 && values[gps.longitude] === 0);
}

/** The start of the record, corrected by the clock updates of devices from v6.6.0: the most precise one wins. */
class StartClock {
  readonly updates: boolean;
  startUs: number;
  #precisionUs: number;

  constructor(header: RawHeader) {
    this.startUs = header.startUs;
    this.#precisionUs = header.timePrecisionUs || Number.POSITIVE_INFINITY;
    this.updates = atLeast(header.about.version, [6, 6, 0]);
  }

  update(view: DataView, at: number): boolean {
    const precisionUs = readScalar(view, at + 1, 'uint32');
    const epochUs = readScalar(view, at + 5, 'uint64');
    if (epochUs < plausibleEpochUs[0] || epochUs > plausibleEpochUs[1]) return false;
    if (precisionUs <= this.#precisionUs) {
      this.#precisionUs = precisionUs;
      this.startUs = epochUs;
    }
    return true;
  }
}

function atLeast(version: string, minimum: readonly [number, number, number]): boolean {
  const parts = version.replace(/^v/, '').split('.').map(Number);
  for (const [i, wanted] of minimum.entries()) {
    const part = parts[i] ?? 0;
    if (part !== wanted) return part > wanted;
  }
  return true;
}
