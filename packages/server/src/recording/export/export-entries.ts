import { Readable } from 'node:stream';
import { maxRawModules } from '@sillage/formats';
import { errorsOf, presentRecords, presentSelection } from '../records/index.ts';
import { moduleParquet } from './export-parquet.ts';
import { rawFile } from './export-raw.ts';
import type { ExportDependencies, ExportSource, Processing, RecordExport } from './export-source.ts';
import { moduleCsv, type StatisticsBlock, statisticsCsv } from './export-text.ts';
import type { ZipEntry } from './zip-files.ts';

/** The formats that a record can be downloaded in. */
export const exportTypes = ['raw', 'decoded', 'stats', 'parquet', 'zip'] as const;
export type ExportType = (typeof exportTypes)[number];

/** The files of one record in one format, as they lie in a zip; several selections have a folder each. */
export async function* recordEntries(
  dependencies: ExportDependencies,
  record: RecordExport,
  type: ExportType,
  processing: Processing,
): AsyncGenerator<ZipEntry> {
  if (type === 'stats') {
    yield { name: 'stats.csv', open: () => recordStatistics(dependencies, record) };
    return;
  }
  if (record.parts.length === 1) {
    for (const part of record.parts) yield* partEntries(dependencies, record, part, type, processing);
    return;
  }
  for (const part of record.parts) {
    const { selection } = part;
    const alone = { ...record, parts: [part], selections: selection === undefined ? [] : [selection] };
    yield* inFolder(`S${selection?.num}`, partEntries(dependencies, alone, part, type, processing));
  }
}

/** @param record with this part alone */
async function* partEntries(
  dependencies: ExportDependencies,
  record: RecordExport,
  source: ExportSource,
  type: Exclude<ExportType, 'stats'>,
  processing: Processing,
): AsyncGenerator<ZipEntry> {
  switch (type) {
    case 'raw':
      yield { name: 'raw.txt', open: () => rawFile(dependencies, source) };
      return;
    case 'decoded':
      yield* csvEntries(source, processing);
      return;
    case 'parquet':
      yield* parquetEntries(source, processing);
      return;
    case 'zip':
      yield* everything(dependencies, record, source, processing);
  }
}

function* csvEntries({ modules }: ExportSource, processing: Processing): Generator<ZipEntry> {
  for (const module of modules) {
    yield { name: `${entryName(module.name)}.csv`, open: () => moduleCsv(module, processing) };
  }
}

function* parquetEntries({ modules }: ExportSource, processing: Processing): Generator<ZipEntry> {
  for (const module of modules) {
    const open = () => moduleParquet(module, processing);
    yield { name: `${entryName(module.name)}.parquet`, isCompressed: true, open };
  }
}

/** A module's name as a file can have it everywhere. */
function entryName(module: string): string {
  return module.replaceAll(/[/\\:*?"<>|%\p{Cc}]/gu, encodeURIComponent);
}

/** Raw, CSV and Parquet, with all that is known of the record: its selections with their bounds, its statistics, what went wrong. */
async function* everything(
  dependencies: ExportDependencies,
  record: RecordExport,
  source: ExportSource,
  processing: Processing,
): AsyncGenerator<ZipEntry> {
  const [about] = await presentRecords(dependencies.database.db, [source.record]);
  const modules = source.modules.map(({ name, type, rateHz, columns }) => ({ name, type, rateHz, columns }));
  const known = {
    record: about,
    selection: source.selection?.num ?? null,
    selections: record.selections.map(presentSelection),
    errors: await errorsOf(dependencies.database.db, source.record.id),
    modules,
  };
  yield { name: 'record.json', open: () => streamOf(Buffer.from(JSON.stringify(known, null, 2))) };
  yield { name: 'stats.csv', open: () => recordStatistics(dependencies, record) };
  if (hasRaw(source)) yield { name: 'raw.txt', open: () => rawFile(dependencies, source) };
  yield* inFolder('csv', csvEntries(source, processing));
  yield* inFolder('parquet', parquetEntries(source, processing));
}

/** The same entries in a folder of the zip. */
export async function* inFolder(
  folder: string,
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<ZipEntry> {
  for await (const entry of entries) yield { ...entry, name: `${folder}/${entry.name}` };
}

/** Whether the raw format can hold so many modules. */
export function hasRaw({ modules }: Pick<ExportSource, 'modules'>): boolean {
  return modules.length <= maxRawModules;
}

/** Statistics of the whole record and of each of its selections, or of the selections that are exported, as CSV. */
export function recordStatistics(
  { store, folder }: ExportDependencies,
  { record, parts, selections }: RecordExport,
): Readable {
  const variables = Object.keys(record.availableData);
  const measure = (fromSeconds: number, toSeconds: number) =>
    store.statistics(folder.signals(record.uid), variables, fromSeconds, toSeconds);
  async function* blocks(): AsyncGenerator<StatisticsBlock> {
    if (parts.some(({ selection }) => selection === undefined)) {
      const statistics = await measure(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
      yield { selection: undefined, statistics };
    }
    for (const selection of selections) yield { selection, statistics: await measure(selection.t0, selection.t1) };
  }
  return statisticsCsv(blocks(), record.availableData);
}

function streamOf(bytes: Buffer): Readable {
  return Readable.from([bytes], { objectMode: false });
}
