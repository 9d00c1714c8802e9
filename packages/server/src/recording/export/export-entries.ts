import { Readable } from 'node:stream';
import { maxRawModules } from '@sillage/formats';
import { errorsOf, presentRecords, presentSelection } from '../records/index.ts';
import { moduleParquet } from './export-parquet.ts';
import { rawFile } from './export-raw.ts';
import type { ExportDependencies, ExportSource, Processing } from './export-source.ts';
import { moduleCsv, type StatisticsBlock, statisticsCsv } from './export-text.ts';
import type { ZipEntry } from './zip-files.ts';

/** The formats that a record can be downloaded in. */
export const exportTypes = ['raw', 'decoded', 'stats', 'parquet', 'zip'] as const;
export type ExportType = (typeof exportTypes)[number];

/** The files of one record in one format, as they lie in a zip. */
export async function* recordEntries(
  dependencies: ExportDependencies,
  source: ExportSource,
  type: ExportType,
  processing: Processing,
): AsyncGenerator<ZipEntry> {
  switch (type) {
    case 'raw':
      yield { name: 'raw.txt', open: () => rawFile(dependencies, source) };
      return;
    case 'decoded':
      yield* csvEntries(source, processing);
      return;
    case 'stats':
      yield { name: 'stats.csv', open: () => recordStatistics(dependencies, source) };
      return;
    case 'parquet':
      yield* parquetEntries(source, processing);
      return;
    case 'zip':
      yield* everything(dependencies, source, processing);
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
  source: ExportSource,
  processing: Processing,
): AsyncGenerator<ZipEntry> {
  const [about] = await presentRecords(dependencies.database.db, [source.record]);
  const modules = source.modules.map(({ name, type, rateHz, columns }) => ({ name, type, rateHz, columns }));
  const known = {
    record: about,
    selection: source.selectionNum ?? null,
    selections: source.selections.map(presentSelection),
    errors: await errorsOf(dependencies.database.db, source.record.id),
    modules,
  };
  yield { name: 'record.json', open: () => streamOf(Buffer.from(JSON.stringify(known, null, 2))) };
  yield { name: 'stats.csv', open: () => recordStatistics(dependencies, source) };
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
export function hasRaw({ modules }: ExportSource): boolean {
  return modules.length <= maxRawModules;
}

/** Statistics of the whole record and of each of its selections, or of the one selection that is exported, as CSV. */
export function recordStatistics({ store, folder }: ExportDependencies, source: ExportSource): Readable {
  const { record, selectionNum, selections } = source;
  const variables = Object.keys(record.availableData);
  const measure = (fromSeconds: number, toSeconds: number) =>
    store.statistics(folder.signals(record.uid), variables, fromSeconds, toSeconds);
  async function* blocks(): AsyncGenerator<StatisticsBlock> {
    if (selectionNum === undefined) {
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
