import { Readable } from 'node:stream';
import { api, type BodyOf, isRefusal, type Refusal, refuse } from '@sillage/contract';
import { maxRawModules } from '@sillage/formats';
import { type Answer, fileAnswer, type Serve } from '../../platform/http/index.ts';
import { fileDate, presentRecords, type Viewer } from '../records/index.ts';
import { parquetFiles } from './export-parquet.ts';
import { rawFile } from './export-raw.ts';
import { type ExportDependencies, type ExportSource, openExport, type Processing } from './export-source.ts';
import { moduleCsv, statisticsCsv } from './export-text.ts';
import { type ZipEntry, zipFiles } from './zip-files.ts';

const csvType = 'text/csv; charset=utf-8';
const parquetType = 'application/vnd.apache.parquet';
const zipType = 'application/zip';

/** Downloads of records (docs/file-formats.md). Everything is streamed. */
export function exportRoutes(serve: Serve, dependencies: ExportDependencies): void {
  serve(api.downloadRecordFile, async ({ params, query, body, principal, scope }) => {
    const viewer: Viewer = { principal, scope };
    const processing = processingOf(body);
    if (isRefusal(processing)) return processing;
    const source = await openExport(dependencies, viewer, params.id, query.sel_id);
    if (isRefusal(source)) return source;
    const name = await fileNameOf(dependencies, source);
    switch (params.fileType) {
      case 'raw':
        if (source.modules.length > maxRawModules) return refuse('file.typeNotAvailable', { type: 'raw' });
        return fileAnswer(await rawFile(dependencies, source), 'text/plain', `${name}.txt`);
      case 'decoded':
        return decoded(source, processing, name);
      case 'stats':
        return statistics(dependencies, source, name);
      case 'parquet':
        return parquet(dependencies, source, processing, name);
      case 'zip':
        return everything(dependencies, source, processing, name);
      default:
        return refuse('file.typeNotAvailable', { type: params.fileType });
    }
  });
}

function processingOf(body: BodyOf<typeof api.downloadRecordFile>): Processing | Refusal {
  const dropNan = body?.drop_nan ?? false;
  switch (body?.processing) {
    case undefined:
    case 'default':
      return { rateHz: undefined, dropNan };
    case 'resampling':
      if (body.rate === undefined) return refuse('request.invalid', {}, { rate: 'required' });
      return { rateHz: body.rate, dropNan };
    default:
      return refuse('request.invalid', {}, { processing: 'unavailable' });
  }
}

/** One CSV for one module; modules have times of their own, so several make a zip of one CSV each. */
function decoded({ modules }: ExportSource, processing: Processing, name: string): Answer {
  const [only, ...others] = modules;
  if (only && others.length === 0) return fileAnswer(moduleCsv(only, processing), csvType, `${name}.csv`);
  return fileAnswer(zipFiles(csvEntries(modules, processing), nothingToRelease), zipType, `${name}_csv.zip`);
}

const nothingToRelease = async () => undefined;

function csvEntries(modules: ExportSource['modules'], processing: Processing): ZipEntry[] {
  return modules.map((module) => ({ name: `${module.name}.csv`, open: () => moduleCsv(module, processing) }));
}

async function statistics({ store, folder }: ExportDependencies, source: ExportSource, name: string): Promise<Answer> {
  const { record, fromSeconds, toSeconds } = source;
  const variables = Object.keys(record.availableData);
  const found = await store.statistics(folder.signals(record.uid), variables, fromSeconds, toSeconds);
  return fileAnswer(statisticsCsv(found, record.availableData), csvType, `${name}_stats.csv`);
}

async function parquet(
  dependencies: ExportDependencies,
  source: ExportSource,
  processing: Processing,
  name: string,
): Promise<Answer> {
  const { files, release } = await parquetFiles(dependencies, source, processing);
  const [only, ...others] = files;
  if (only && others.length === 0) {
    const stream = only.open();
    stream.on('close', () => void release());
    return fileAnswer(stream, parquetType, `${name}.parquet`);
  }
  return fileAnswer(zipFiles(files, release), zipType, `${name}_parquet.zip`);
}

/** Raw, CSV and Parquet in one zip, with what is known of the record. */
async function everything(
  dependencies: ExportDependencies,
  source: ExportSource,
  processing: Processing,
  name: string,
): Promise<Answer> {
  const [about] = await presentRecords(dependencies.database.db, [source.record]);
  const modules = source.modules.map(({ name, type, rateHz, columns }) => ({ name, type, rateHz, columns }));
  const raw = source.modules.length > maxRawModules ? undefined : await rawFile(dependencies, source);
  const { files, release } = await parquetFiles(dependencies, source, processing);
  const json = JSON.stringify({ record: about, selection: source.selectionNum ?? null, modules }, null, 2);
  const entries: ZipEntry[] = [
    { name: 'record.json', open: () => Readable.from([Buffer.from(json)], { objectMode: false }) },
    ...(raw ? [{ name: 'raw.txt', open: () => raw }] : []),
    ...csvEntries(source.modules, processing).map((entry) => ({ ...entry, name: `csv/${entry.name}` })),
    ...files.map((file) => ({ ...file, name: `parquet/${file.name}` })),
  ];
  return fileAnswer(zipFiles(entries, release), zipType, `${name}.zip`);
}

/** Date, device (or the uploaded file's name) and athletes. */
async function fileNameOf({ database }: ExportDependencies, { record, selectionNum }: ExportSource): Promise<string> {
  const [about] = await presentRecords(database.db, [record]);
  const athletes = (about?.users ?? []).slice(0, 2).map(({ firstname, lastname }) => `${firstname} ${lastname}`);
  const parts = [
    fileDate(record.startedAt.getTime(), record.timezone),
    about?.device_name ?? record.basename,
    ...athletes,
    ...(selectionNum === undefined ? [] : [`selection ${selectionNum}`]),
  ];
  return parts.map((part) => part.replace(/[^\p{L}\p{N}_.-]+/gu, '-').slice(0, 60)).join('_');
}
