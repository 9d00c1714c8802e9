import { Readable } from 'node:stream';
import { type DownloadType, downloadFormats } from '@sillage/contract';
import { axisOf, errorsOf, presentRecords, presentSelection, type SelectionRow, visibleTo } from '../records/index.ts';
import { resultsOf, showResults } from '../results/index.ts';
import { historyOf } from '../steps/index.ts';
import { describeBeside, entriesBeside } from './export-film.ts';
import type { ExportDependencies, ExportSource, RecordCycles, RecordExport } from './export-source.ts';
import { type Processing, processed } from './process-modules.ts';
import { recordStatisticsJson } from './record-statistics.ts';
import { type OfModule, type OfPart, sampleTypes, writers } from './write-formats.ts';
import type { ZipEntry } from './zip-files.ts';

/** A file that is the whole download, without a zip. */
export interface OnlyFile {
  /** After the record's name. */
  readonly suffix: string;
  readonly extension: string;
  readonly contentType: string;
  open(): Readable | Promise<Readable>;
}

/** Undefined where the format and the record make several files. */
export function onlyFile(
  dependencies: ExportDependencies,
  record: RecordExport,
  type: DownloadType,
  processing: Processing,
): OnlyFile | undefined {
  const writer = writers[type];
  const { extension, contentType } = downloadFormats[type];
  const about = { suffix: '', extension, contentType };
  if (writer.of === 'record') {
    return { ...about, suffix: writer.suffix, open: () => writer.write(dependencies, record) };
  }
  const [whole, ...otherParts] = record.parts;
  if (whole === undefined || otherParts.length > 0 || writer.of === 'everything') return undefined;
  const part = made(whole, type, processing);
  if (writer.of === 'part')
    return { ...about, ...fileOf(writer, part, type), open: () => writer.write(dependencies, part) };
  const [module, ...otherModules] = part.modules;
  if (module === undefined || otherModules.length > 0) return undefined;
  return { ...about, open: () => writer.write(module) };
}

/** How a stretch is called and what it is: the file that was uploaded is what it was. */
function fileOf({ extension }: OfPart, part: ExportSource, type: DownloadType) {
  const own = extension?.(part) ?? downloadFormats[type].extension;
  const format = Object.values(downloadFormats).find((one) => one.extension === own);
  return { extension: own, contentType: (format ?? downloadFormats[type]).contentType };
}

/** A stretch as a format takes it. */
function made(part: ExportSource, type: DownloadType, processing: Processing): ExportSource {
  // What a device recorded is what it recorded, whatever else is in the ZIP.
  return downloadFormats[type].isProcessed ? processed(part, processing) : { ...part, modules: part.recorded };
}

/** The files of one record in one format, as they lie in a zip; several selections have a folder each. */
export async function* recordEntries(
  dependencies: ExportDependencies,
  record: RecordExport,
  type: DownloadType,
  processing: Processing,
): AsyncGenerator<ZipEntry> {
  if (record.parts.length === 1 || writers[type].of === 'record') {
    for (const part of record.parts.slice(0, 1)) yield* partEntries(dependencies, record, part, type, processing);
  } else yield* folderEntries(dependencies, record, type, processing);
  yield* entriesBeside(dependencies, record.films);
}

async function* folderEntries(
  dependencies: ExportDependencies,
  record: RecordExport,
  type: DownloadType,
  processing: Processing,
): AsyncGenerator<ZipEntry> {
  for (const part of record.parts) {
    const { selection } = part;
    const alone = { ...record, parts: [part], selections: selection === undefined ? [] : [selection] };
    yield* inFolder(`S${selection?.num}`, partEntries(dependencies, alone, part, type, processing));
  }
}

/** @param record with this part alone, unless the format makes one file for all of its selections */
async function* partEntries(
  dependencies: ExportDependencies,
  record: RecordExport,
  part: ExportSource,
  type: DownloadType,
  processing: Processing,
): AsyncGenerator<ZipEntry> {
  const writer = writers[type];
  switch (writer.of) {
    case 'record':
      yield { name: writer.fileName, open: () => writer.write(dependencies, record) };
      return;
    case 'part':
      yield {
        name: `${writer.fileName}.${fileOf(writer, part, type).extension}`,
        open: () => writer.write(dependencies, made(part, type, processing)),
        ...(writer.isCompressed && { isCompressed: true }),
      };
      return;
    case 'module':
      yield* moduleEntries(writer, made(part, type, processing), downloadFormats[type].extension);
      return;
    case 'everything':
      yield* everything(dependencies, record, part, processing);
  }
}

function* moduleEntries(
  { write, isCompressed }: OfModule,
  { modules }: ExportSource,
  extension: string,
): Generator<ZipEntry> {
  for (const module of modules) {
    const name = `${entryName(module.name)}.${extension}`;
    yield { name, open: () => write(module), ...(isCompressed && { isCompressed }) };
  }
}

/** A module's name as a file can have it everywhere. */
function entryName(module: string): string {
  return module.replaceAll(/[/\\:*?"<>|%\p{Cc}]/gu, encodeURIComponent);
}

/** All formats, with all that is known of the record: its selections with their bounds, its statistics, what went wrong. */
async function* everything(
  dependencies: ExportDependencies,
  record: RecordExport,
  part: ExportSource,
  processing: Processing,
): AsyncGenerator<ZipEntry> {
  const { db } = dependencies.database;
  const [about] = await presentRecords(db, part.viewer, [part.record]);
  const axis = await axisOf(dependencies, part.record);
  const present = (row: SelectionRow) => presentSelection(row, axis);
  const modules = part.modules.map(({ name, type, rateHz, columns }) => ({ name, type, rateHz, columns }));
  const known = {
    record: about,
    selection: part.selection?.num ?? null,
    selections: record.selections.map(present),
    errors: await errorsOf(db, part.record.id),
    results: await showResults(db, await resultsOf(db, part.record.id), visibleTo(db, part.viewer)),
    history: await historyOf(db, dependencies.folder, part.record),
    videos: describeBeside(record.films),
    modules,
    processing: processing.rows,
    cycles: part.cycles === undefined ? null : countedCycles(part.cycles),
  };
  yield { name: 'record.json', open: () => streamOf(Buffer.from(JSON.stringify(known, null, 2))) };
  yield { name: 'stats.json', open: () => recordStatisticsJson(dependencies, record, present) };
  yield* partEntries(dependencies, record, part, 'stats', processing);
  yield* partEntries(dependencies, record, part, 'specific_stats', processing);
  for (const type of sampleTypes) {
    const writer = writers[type];
    const entries = partEntries(dependencies, record, part, type, processing);
    if (writer.of === 'module') yield* inFolder(downloadFormats[type].extension, entries);
    else if (writer.refuse(part) === undefined) yield* entries;
  }
}

function countedCycles({ variable, count, discarded }: RecordCycles) {
  return { variable, cycles: count, discarded };
}

/** Entries put into a folder of the zip. */
export async function* inFolder(
  folder: string,
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<ZipEntry> {
  for await (const entry of entries) yield { ...entry, name: `${folder}/${entry.name}` };
}

function streamOf(bytes: Buffer): Readable {
  return Readable.from([bytes], { objectMode: false });
}
