import { GrowingColumns } from '../growing-columns.ts';
import { type FileProblem, type Finding, isProblem, type Recording, type RecordingModule, utf8 } from '../recording.ts';
import { readScalar } from './field-types.ts';
import { markers, type RawHeader, readRawHeader } from './read-header.ts';
import type { GpsColumns, RawModule } from './read-module.ts';

/** s before the start, and s after it, that a frame's time may be; outside it is damage. */
const earliestSeconds = -100;
const latestSeconds = 10 * 24 * 3600;
const clockUpdateId = 100;
const clockUpdateBytes = 13;
/** µs since 1970 of 2000 and 2100: a clock update outside them is damage. */
const plausibleEpochUs = [946_684_800e6, 4_102_444_800e6] as const;

/**
 * Reads a raw device file (docs/file-formats.md). Never throws, linear in the size of the file; damage becomes findings.
 * Columns are scaled to physical values.
 */
export function readRawFile(bytes: Uint8Array): Recording | FileProblem {
  const header = readRawHeader(bytes);
  if (isProblem(header)) return header;
  const end = secondSection(bytes, header.dataStart);
  const scan = scanFrames(bytes, header, end ?? bytes.length);
  if (scan.modules.length === 0) return { problem: 'noSamples' };
  const findings: Finding[] = [];
  if (scan.bytesLost > 0) findings.push(lostBytes(scan.bytesLost));
  if (end !== undefined) findings.push(overwritten);
  const { version, deviceType, deviceNumber, recordType } = header;
  return {
    startUs: scan.startUs,
    version,
    deviceType,
    deviceNumber,
    recordType,
    modules: scan.modules,
    findings,
    bytesLost: scan.bytesLost,
  };
}

/** Position where a marker section begins again: a later record was written over this one. */
function secondSection(bytes: Uint8Array, from: number): number | undefined {
  const sought = Object.values(markers).map(utf8);
  for (let at = bytes.indexOf(0x3c, from); at >= 0; at = bytes.indexOf(0x3c, at + 1)) {
    if (sought.some((marker) => marker.every((byte, i) => bytes[at + i] === byte))) return at;
  }
  return undefined;
}

interface Scan {
  readonly startUs: number;
  readonly bytesLost: number;
  readonly modules: Recording['modules'];
}

function scanFrames(bytes: Uint8Array, header: RawHeader, end: number): Scan {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const byId: (FrameReader | undefined)[] = new Array(256).fill(undefined);
  const readers = header.modules.map((module) => new FrameReader(view, module, header.startUs));
  for (const reader of readers) byId[reader.module.id] = reader;
  const clock = new StartClock(header);
  const lastPart = header.dataStart + 0.95 * (end - header.dataStart);
  let at = header.dataStart;
  let bytesLost = 0;
  while (at < end) {
    const id = bytes[at] ?? 0;
    if (id === 0 && at >= lastPart) break;
    const isClock = id === clockUpdateId && clock.updates;
    const reader = byId[id];
    const size = isClock ? clockUpdateBytes : reader?.module.size;
    // A truncated last frame ends the file.
    if (size !== undefined && at + size > end) break;
    if (size !== undefined && (isClock ? clock.update(view, at) : reader?.read(at))) at += size;
    else {
      at++;
      bytesLost++;
    }
  }
  const modules = readers.flatMap((reader) => reader.recording());
  return { startUs: clock.startUs, bytesLost, modules };
}

/** Reads the frames of one module. */
class FrameReader {
  readonly module: RawModule;
  readonly #view: DataView;
  readonly #startUs: number;
  readonly #rows: GrowingColumns;
  readonly #values: Float64Array;

  constructor(view: DataView, module: RawModule, startUs: number) {
    this.module = module;
    this.#view = view;
    this.#startUs = startUs;
    this.#rows = new GrowingColumns(module.columns.map((column) => column.type));
    this.#values = new Float64Array(module.columns.length);
  }

  /** Reads the frame at a position; false when its bytes cannot be one. */
  read(at: number): boolean {
    const { columns, gps, timeOffset } = this.module;
    const time = (readScalar(this.#view, at + timeOffset, 'uint64') - this.#startUs) / 1e6;
    if (!(time >= earliestSeconds && time <= latestSeconds)) return false;
    const values = this.#values;
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i];
      if (!column) continue;
      const value = readScalar(this.#view, at + column.offset, column.scalar) * column.factor;
      if (value > column.bound || value < -column.bound) return false;
      values[i] = value;
    }
    if (gps && !hasFix(gps, values)) {
      if (gps.pure) return true;
      for (const i of gps.columns) values[i] = Number.NaN;
    }
    this.#rows.add(time, (i) => values[i] ?? Number.NaN);
    return true;
  }

  recording(): RecordingModule[] {
    if (this.#rows.length === 0) return [];
    const { name, type, rateHz } = this.module;
    const columns = this.module.columns.map((column) => ({
      name: column.name,
      unit: column.unit,
      description: column.description,
      type: column.type,
    }));
    return [{ name, type, rateHz, columns, ...this.#rows.sorted() }];
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
    this.updates = atLeast(header.version, [6, 6, 0]);
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

function lostBytes(count: number): Finding {
  return {
    type: 'WARN',
    msg: {
      fr: `${count} octets illisibles ont été sautés.`,
      en: `${count} unreadable bytes were skipped.`,
    },
  };
}

const overwritten: Finding = {
  type: 'ERROR',
  msg: {
    fr: 'Le fichier a été écrasé par un autre enregistrement : la suite est perdue.',
    en: 'The file was overwritten by another record: the rest is lost.',
  },
};
