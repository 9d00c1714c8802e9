import { api, type BodyOf, isRefusal, type Refusal, refuse } from '@sillage/contract';
import type { Viewer } from '../../platform/http/index.ts';
import { type Answer, fileAnswer, type Serve } from '../../platform/http/index.ts';
import { fileDate, presentRecords } from '../records/index.ts';
import { type ExportType, exportTypes, hasRaw, inFolder, recordEntries, recordStatistics } from './export-entries.ts';
import { parquetFiles } from './export-parquet.ts';
import { rawFile } from './export-raw.ts';
import { type ExportDependencies, type ExportSource, openExport, type Processing } from './export-source.ts';
import { moduleCsv } from './export-text.ts';
import { type ZipEntry, zipFiles } from './zip-files.ts';

const csvType = 'text/csv; charset=utf-8';
const parquetType = 'application/vnd.apache.parquet';
const zipType = 'application/zip';

/** Downloads of records (docs/file-formats.md). Everything is streamed. */
export function exportRoutes(serve: Serve, dependencies: ExportDependencies): void {
  serve(api.downloadRecordFile, async ({ params, query, body, principal, scope }) => {
    const viewer: Viewer = { principal, scope };
    const type = exportTypes.find((known) => known === params.fileType);
    if (type === undefined) return refuse('file.typeNotAvailable', { type: params.fileType });
    const processing = processingOf(body);
    if (isRefusal(processing)) return processing;
    const ids = [...new Set([params.id, ...(body?.ids ?? [])])];
    const isMany = ids.length > 1;
    if (isMany && query.sel_id !== undefined) return refuse('request.invalid', {}, { sel_id: 'unavailable' });
    const sources: ExportSource[] = [];
    for (const id of ids) {
      const source = await openExport(dependencies, viewer, id, query.sel_id);
      if (isRefusal(source)) return source;
      if (type === 'raw' && !hasRaw(source)) return refuse('file.typeNotAvailable', { type });
      sources.push(source);
    }
    const [only, ...others] = sources;
    if (only && others.length === 0) return oneRecord(dependencies, only, type, processing);
    return manyRecords(dependencies, sources, type, processing);
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

/** One file where the format and the record allow it, a zip otherwise. */
async function oneRecord(
  dependencies: ExportDependencies,
  source: ExportSource,
  type: ExportType,
  processing: Processing,
): Promise<Answer> {
  const name = await fileNameOf(dependencies, source);
  const zipped = (suffix: string) =>
    fileAnswer(zipFiles(recordEntries(dependencies, source, type, processing)), zipType, `${name}${suffix}.zip`);
  const [only, ...others] = source.modules;
  switch (type) {
    case 'raw':
      return fileAnswer(await rawFile(dependencies, source), 'text/plain', `${name}.txt`);
    case 'stats':
      return fileAnswer(await recordStatistics(dependencies, source), csvType, `${name}_stats.csv`);
    case 'decoded':
      // Modules have times of their own, so several make one CSV each.
      if (!only || others.length > 0) return zipped('_csv');
      return fileAnswer(moduleCsv(only, processing), csvType, `${name}.csv`);
    case 'parquet': {
      if (others.length > 0) return zipped('_parquet');
      const { files, release } = await parquetFiles(dependencies, source, processing);
      const stream = files[0]?.open();
      if (!stream) return zipped('_parquet');
      stream.on('close', () => void release());
      return fileAnswer(stream, parquetType, `${name}.parquet`);
    }
    case 'zip':
      return zipped('');
  }
}

/** One zip with a folder a record; each record is read, and its files made, when its turn comes. */
async function manyRecords(
  dependencies: ExportDependencies,
  sources: readonly ExportSource[],
  type: ExportType,
  processing: Processing,
): Promise<Answer> {
  const folders = new Map<string, ExportSource>();
  for (const source of sources) {
    const name = await fileNameOf(dependencies, source);
    folders.set(folders.has(name) ? `${name}_${source.record.id}` : name, source);
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const [folder, source] of folders) {
      yield* inFolder(folder, recordEntries(dependencies, source, type, processing));
    }
  }
  return fileAnswer(zipFiles(entries()), zipType, `sillage_${sources.length}_${type}.zip`);
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
