import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { type DownloadType, downloadFormats, type FileSize } from '@sillage/contract';
import { isTrackFormat, type TrackFormat } from '@sillage/domain';
import type { RecordingSamples } from '@sillage/formats';
import { readHead } from '../../platform/files/index.ts';
import { onlyFile } from './export-entries.ts';
import type {
  ExportDependencies,
  ExportModule,
  ExportSource,
  FilmExport,
  OriginalFile,
  RecordExport,
} from './export-source.ts';
import { asSampled, needsCycles, type Processing, processed } from './process-modules.ts';
import { inTurns, switched } from './process-samples.ts';
import { type SampleType, sampleTypes, writers } from './write-formats.ts';

const deflate = promisify(deflateRaw);

/** Rows of a module that are written to see what a row takes, and numbers of them, beyond the first piece. */
const [triedRows, triedCells] = [1024, 65_536];
/** Modules that are tried; others are like the mean of these. */
const triedModules = 8;
/** Bytes of an uploaded file that are deflated to see what that leaves. */
const triedBytes = 256 * 1024;
/** Bytes of a line of statistics, about. */
const statisticsLine = 110;
/** Bytes that an entry of a zip takes besides, about; of what is known of a record in it, deflated; of a line of statistics. */
const zipEntry = 200;
const jsonBytes = 1_200;
/** Of the numbers of an analysis, about. */
const resultsBytes = 6_000;
const deflatedLine = 45;

interface Tried {
  /** Bytes that the file has without rows. */
  readonly empty: number;
  readonly perRow: number;
  /** What deflating leaves. */
  readonly deflated: number;
}

interface Exported {
  readonly records: readonly RecordExport[];
  readonly films: readonly FilmExport[];
  readonly type: DownloadType;
  readonly processing: Processing;
}

/** How large a download will be: rows counted, and a few of them written as the download would write them. */
export async function estimateSize(
  dependencies: ExportDependencies,
  { records, films, type, processing }: Exported,
): Promise<FileSize> {
  const filmBytes = films.reduce((sum, { record }) => sum + record.sizeBytes, 0);
  if (records.length === 0) {
    const isZip = type === 'zip' || films.length > 1;
    return { bytes: filmBytes, files: isZip ? 2 * films.length : 1, is_zip: isZip };
  }
  const [only, ...others] = [...records, ...films];
  const isZip = others.length > 0 || !isRecord(only) || onlyFile(dependencies, only, type, processing) === undefined;
  if (type === 'specific_stats') return { bytes: records.length * resultsBytes, files: records.length, is_zip: isZip };
  if (type === 'stats') return { ...statisticsSize(records), is_zip: isZip };
  const formats = type === 'zip' ? sampleTypes : [type];
  const parts = records.flatMap((record) => record.parts);
  const tries = createTries(dependencies, processing);
  let bytes = filmBytes;
  let files = 2 * films.length;
  if (type === 'zip') {
    for (const record of records) {
      bytes += statisticsLines(record) * 2 * deflatedLine;
      bytes += record.films.reduce((sum, film) => sum + film.record.sizeBytes, 0);
      files += record.films.length;
    }
    bytes += parts.length * (jsonBytes + 4 * zipEntry);
    files += 4 * parts.length;
  }
  for (const part of parts) {
    for (const format of formats) {
      const writer = writers[format];
      if (writer.of === 'part' && writer.refuse(part)) continue;
      files += writer.of === 'part' ? 1 : part.modules.length;
      if (format === 'raw' && part.original !== undefined) {
        bytes += isZip ? zipEntry + (await deflatedBytes(dependencies, part.original)) : part.original.sizeBytes;
        continue;
      }
      if (isTrackFormat(format)) {
        const { empty, perRow, deflated } = await tryMinute(dependencies, part, format);
        const plain = empty + perRow * part.windowSeconds;
        bytes += isZip ? zipEntry + plain * deflated : plain;
        continue;
      }
      const { rows } = downloadFormats[format].isProcessed ? processing : asSampled;
      // What switches leave out is seen in the rows that are tried.
      for (const module of processed(part, { rows, switches: [] }).modules) {
        const { empty, perRow, deflated } = await tries(part, module, format);
        const plain = empty + perRow * module.rows;
        bytes += isZip ? zipEntry + plain * deflated : plain;
      }
    }
  }
  return { bytes: Math.round(bytes), files, is_zip: isZip };
}

/** What deflating leaves of a file, by its beginning. */
async function deflatedBytes({ folder }: ExportDependencies, { name, sizeBytes }: OriginalFile): Promise<number> {
  const { head } = await readHead(await folder.files.localPath(name), triedBytes);
  return head.length === 0 ? 0 : (sizeBytes * (await deflate(head, { level: 1 })).length) / head.length;
}

const isRecord = (one: RecordExport | FilmExport | undefined): one is RecordExport =>
  one !== undefined && 'parts' in one;

function statisticsSize(records: readonly RecordExport[]): Omit<FileSize, 'is_zip'> {
  const lines = records.reduce((sum, record) => sum + 1 + statisticsLines(record), 0);
  return { bytes: lines * statisticsLine, files: records.length };
}

function statisticsLines({ record, parts, selections }: RecordExport): number {
  const whole = parts.some(({ selection }) => selection === undefined) ? 1 : 0;
  return Object.keys(record.availableData).length * (whole + selections.length);
}

/** What a row of a module takes in a format; the same modules of a record in other selections are tried once. */
function createTries(dependencies: ExportDependencies, processing: Processing) {
  const known = new Map<string, Tried>();
  const all = new Map<SampleType, { columns: number; tried: Tried }[]>();
  return async (part: ExportSource, module: ExportModule, type: SampleType): Promise<Tried> => {
    const key = JSON.stringify([part.record.id, module.name, type]);
    const found = known.get(key);
    if (found !== undefined) return found;
    const columns = module.columns.length + 1;
    const others = all.get(type) ?? [];
    all.set(type, others);
    if (others.length >= triedModules) return like(others, columns);
    const few =
      downloadFormats[type].isProcessed && needsCycles(processing)
        ? likeMeans(module)
        : await fewRows(part, module, downloadFormats[type].isProcessed ? processing.switches : []);
    const tried = await tryRows(dependencies, part, module, type, few);
    known.set(key, tried);
    others.push({ columns, tried });
    return tried;
  };
}

/** As the mean of others, by column. */
function like(others: readonly { columns: number; tried: Tried }[], columns: number): Tried {
  const mean = (read: (one: { columns: number; tried: Tried }) => number) =>
    others.reduce((sum, one) => sum + read(one), 0) / others.length;
  return {
    empty: mean(({ tried }) => tried.empty),
    perRow: columns * mean((one) => one.tried.perRow / one.columns),
    deflated: mean(({ tried }) => tried.deflated),
  };
}

async function tryRows(
  dependencies: ExportDependencies,
  part: ExportSource,
  module: ExportModule,
  type: SampleType,
  { pieces, seen, kept }: FewRows,
): Promise<Tried> {
  const writer = writers[type];
  const write = (rows: readonly RecordingSamples[]) =>
    writer.of === 'part'
      ? writer.write(dependencies, { ...part, modules: [withRows(module, rows, part.signal)] })
      : writer.write(withRows(module, rows, part.signal));
  const empty = await bytesOf(await write([]));
  const full = await bytesOf(await write(pieces));
  const body = full.length - empty.length;
  const deflated =
    writer.isCompressed || full.length === 0 ? 1 : (await deflate(full, { level: 1 })).length / full.length;
  return { empty: empty.length, perRow: seen === 0 ? 0 : ((body / Math.max(kept, 1)) * kept) / seen, deflated };
}

function withRows(module: ExportModule, rows: readonly RecordingSamples[], signal: AbortSignal): ExportModule {
  async function* pieces() {
    yield* rows;
  }
  return { ...module, samples: () => inTurns(pieces(), signal) };
}

/** A minute of the middle, of which each second is a row. */
async function tryMinute(dependencies: ExportDependencies, part: ExportSource, type: TrackFormat): Promise<Tried> {
  const writer = writers[type];
  const middle = Math.max(0, part.fromSeconds) + part.windowSeconds / 2;
  const seconds = Math.min(60, part.windowSeconds / 2);
  const modules = part.modules.map((module) => {
    const samples = (readAtOnce?: number) => until(middle + seconds, module.samples(readAtOnce, middle));
    return { ...module, samples };
  });
  const empty = await bytesOf(await writer.write(dependencies, { ...part, modules: [] }));
  const full = await bytesOf(await writer.write(dependencies, { ...part, modules }));
  const deflated = (await deflate(full, { level: 1 })).length / full.length;
  return { empty: empty.length, perRow: (full.length - empty.length) / (seconds + 1), deflated };
}

async function* until(seconds: number, chunks: AsyncIterable<RecordingSamples>): AsyncGenerator<RecordingSamples> {
  for await (const { timesSeconds, values } of chunks) {
    const end = timesSeconds.findIndex((t) => t > seconds);
    if (end < 0) yield { timesSeconds, values };
    else {
      yield { timesSeconds: timesSeconds.subarray(0, end), values: values.map((column) => column.subarray(0, end)) };
      return;
    }
  }
}

interface FewRows {
  readonly pieces: readonly RecordingSamples[];
  readonly seen: number;
  /** Of those, what switches leave. */
  readonly kept: number;
}

/** Rows of as many digits as means have, which only all of the samples would give. */
function likeMeans({ columns }: ExportModule): FewRows {
  const few = (of: (i: number) => number) => Float64Array.from({ length: 100 }, (_, i) => of(i));
  const values = columns.map((_, c) => few((i) => 10 * Math.sin(i + c)));
  return { pieces: [{ timesSeconds: few((i) => 60 + i / Math.PI), values }], seen: 100, kept: 100 };
}

/** Some rows from the middle: of the first, times are short and sensors still settle. */
async function fewRows(part: ExportSource, module: ExportModule, switches: Processing['switches']): Promise<FewRows> {
  const from = Math.max(0, part.fromSeconds);
  const to = Math.min(part.record.durationSeconds, part.toSeconds);
  const pieces: RecordingSamples[] = [];
  let seen = 0;
  let kept = 0;
  for await (const piece of module.samples(1, (from + to) / 2)) {
    seen += piece.timesSeconds.length;
    for await (const left of switched(alone(piece), switches)) {
      kept += left.timesSeconds.length;
      pieces.push(left);
    }
    if (seen >= triedRows || seen * module.columns.length >= triedCells) break;
  }
  return { pieces, seen, kept };
}

async function* alone(piece: RecordingSamples): AsyncGenerator<RecordingSamples> {
  yield piece;
}

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}
