import { type ByteSource, headOf } from './byte-source.ts';
import type { CsvAbout } from './csv/csv-about.ts';
import { csvHeadBytes, readCsvLayout } from './csv/read-csv-layout.ts';
import { maxHeaderBytes, readRawHeader } from './raw/read-header.ts';
import { isProblem, type RecordingColumn } from './recording.ts';

/** What a file holds at most, before it is read: rows × `sourceRowBytes` of all modules together are no more than `sourceBytes`. */
export interface ReadBound {
  readonly sourceBytes: number;
  readonly modules: readonly BoundModule[];
}

export interface BoundModule {
  readonly columns: readonly RecordingColumn['type'][];
  /** Bytes of the source that a row takes at least. */
  readonly sourceRowBytes: number;
  /** Bytes of scratch that a row takes beside its signals, as long as rows come in order of time. */
  readonly orderedScratchBytes: number;
  /** As many when they have to be put in order. */
  readonly scratchBytes: number;
}

const windowBytes = 1 << 20;
const lineFeed = 10;
const carriageReturn = 13;
const comma = 44;

/** A CSV is measured by its lines. */
export function boundCsv(source: ByteSource, about: CsvAbout): ReadBound | undefined {
  const layout = readCsvLayout(headOf(source, csvHeadBytes), source.sizeBytes <= csvHeadBytes, about);
  if ('problem' in layout) return undefined;
  const columns = layout.columns.map(() => 'f64' as const); // what they hold is known when all was read
  return boundRows(countLines(source), columns);
}

/** Rows that wait, whatever order they come in. */
export function boundRows(rows: number, columns: BoundModule['columns']): ReadBound {
  const spooled = spooledBytes(columns.length);
  const module = { columns, sourceRowBytes: 1, orderedScratchBytes: spooled, scratchBytes: spooled + 16 };
  return { sourceBytes: rows, modules: [module] };
}

/** Lines of a file, at most: ends of lines within quotes count, too. */
export function countLines(source: ByteSource): number {
  let lines = 1;
  let before = 0;
  for (const window of windowsOf(source)) {
    for (const byte of window) {
      if (byte === carriageReturn || (byte === lineFeed && before !== carriageReturn)) lines++;
      before = byte;
    }
  }
  return lines;
}

export function countCommas(source: ByteSource): number {
  let commas = 0;
  for (const window of windowsOf(source)) for (const byte of window) if (byte === comma) commas++;
  return commas;
}

function* windowsOf(source: ByteSource): Generator<Uint8Array> {
  const window = new Uint8Array(windowBytes);
  for (let at = 0; ; ) {
    const count = source.read(window, at);
    if (count === 0) return;
    yield window.subarray(0, count);
    at += count;
  }
}

/** A raw file says in its header what a row takes. */
export function boundRaw(source: ByteSource): ReadBound | undefined {
  const header = readRawHeader(headOf(source, maxHeaderBytes));
  if (isProblem(header)) return undefined;
  const modules = header.modules.map(({ columns, size }) => {
    const types = columns.map(({ type }) => type);
    const spooled = spooledBytes(types.length);
    // Those that wait take their signals' place later on; those that are being put in order lie there twice.
    const signals = types.reduce((sum, type) => sum + (type === 'f32' ? 4 : 8), 8);
    return {
      columns: types,
      sourceRowBytes: size,
      orderedScratchBytes: 0,
      scratchBytes: spooled + 8 + Math.max(0, spooled - signals),
    };
  });
  return { sourceBytes: Math.max(0, source.sizeBytes - header.dataStart), modules };
}

/** A row that waits: its time and its numbers. */
export function spooledBytes(columns: number): number {
  return 8 * (columns + 1);
}
