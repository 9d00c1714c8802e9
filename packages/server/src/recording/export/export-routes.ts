import { Readable } from 'node:stream';
import { api, type BodyOf, isRefusal, type ParamsOf, type QueryOf, type Refusal, refuse } from '@sillage/contract';
import { formatFileDate } from '@sillage/domain';
import { Answer, fileAnswer, type Principal, type Serve, type Viewer } from '../../platform/http/index.ts';
import { presentRecords } from '../records/index.ts';
import { createExportPlaces, refuseTooLarge } from './bound-exports.ts';
import { type ExportType, exportTypes, hasRaw, inFolder, recordEntries, recordStatistics } from './export-entries.ts';
import { moduleParquet } from './export-parquet.ts';
import { rawFile } from './export-raw.ts';
import { type ExportDependencies, type ExportSource, openExport, type Processing } from './export-source.ts';
import { moduleCsv } from './export-text.ts';
import { createLinks } from './offer-links.ts';
import { watchReader } from './watch-reader.ts';
import { type ZipEntry, zipFiles } from './zip-files.ts';

const csvType = 'text/csv; charset=utf-8';
const parquetType = 'application/vnd.apache.parquet';
const zipType = 'application/zip';

interface Asked {
  readonly params: ParamsOf<typeof api.downloadRecordFile>;
  readonly query: QueryOf<typeof api.downloadRecordFile>;
  readonly body: BodyOf<typeof api.downloadRecordFile>;
  readonly principal: Principal;
  readonly scope: Viewer['scope'];
}

/**
 * Downloads of records (docs/file-formats.md). Everything is streamed and made as it is read: nothing is written to the
 * disk, and who goes away ends the making.
 */
export function exportRoutes(serve: Serve, dependencies: ExportDependencies): void {
  const places = createExportPlaces();
  const links = createLinks<() => Promise<Answer | Refusal>>();

  /** Judges at once; answers what makes the export when a place is free. */
  async function prepare(asked: Asked): Promise<(() => Promise<Answer | Refusal>) | Refusal> {
    const full = places.refuse(asked.principal.userId);
    if (full !== undefined) return full;
    const abort = new AbortController();
    const make = await judgeExport(dependencies, asked, abort.signal);
    if (isRefusal(make)) return make;
    return async () => {
      const place = places.take(asked.principal.userId);
      if (isRefusal(place)) return place;
      return begin(make, () => {
        abort.abort();
        place.release();
      });
    };
  }

  serve(api.downloadRecordFile, async (call) => {
    const prepared = await prepare(call);
    return isRefusal(prepared) ? prepared : prepared();
  });
  serve(api.linkRecordFile, async (call) => {
    const prepared = await prepare(call);
    if (isRefusal(prepared)) return prepared;
    // Judged again when it is followed: what was readable may be gone.
    const follow = async () => {
      const again = await prepare(call);
      return isRefusal(again) ? again : again();
    };
    return { path: `/downloads/${links.offer(call.principal.userId, follow)}` };
  });
  serve(api.followDownloadLink, async ({ params, headOnly }) => {
    // Download managers and link checkers ask for the head first.
    const follow = headOnly ? links.look(params.token) : links.take(params.token);
    return follow === undefined ? refuse('file.linkUsed') : follow();
  });
}

/** Calls `ended` when the bytes are through, or will never be. */
async function begin(make: () => Promise<Answer>, ended: () => void): Promise<Answer> {
  try {
    const { status, body, headers } = await make();
    if (body instanceof Readable) return new Answer(status, watchReader(body, ended), headers);
    ended();
    return new Answer(status, body, headers);
  } catch (error) {
    ended();
    throw error;
  }
}

/** How the export is made, or why it is not. */
async function judgeExport(
  dependencies: ExportDependencies,
  { params, query, body, principal, scope }: Asked,
  signal: AbortSignal,
): Promise<(() => Promise<Answer>) | Refusal> {
  const type = exportTypes.find((known) => known === params.fileType);
  if (type === undefined) return refuse('file.typeNotAvailable', { type: params.fileType });
  const processing = processingOf(body);
  if (isRefusal(processing)) return processing;
  const ids = [...new Set([params.id, ...(body?.ids ?? [])])];
  const isMany = ids.length > 1;
  if (isMany && query.sel_id !== undefined) return refuse('request.invalid', {}, { sel_id: 'unavailable' });
  const sources: ExportSource[] = [];
  for (const id of ids) {
    const source = await openExport(dependencies, { principal, scope }, id, query.sel_id, signal);
    if (isRefusal(source)) return source;
    if (type === 'raw' && !hasRaw(source)) return refuse('file.typeNotAvailable', { type });
    sources.push(source);
  }
  const tooLarge = refuseTooLarge(sources, processing);
  if (tooLarge !== undefined) return tooLarge;
  const [only, ...others] = sources;
  if (only && others.length === 0) return () => oneRecord(dependencies, only, type, processing);
  return () => manyRecords(dependencies, sources, type, processing);
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
      return fileAnswer(recordStatistics(dependencies, source), csvType, `${name}_stats.csv`);
    case 'decoded':
      // Modules have times of their own, so several make one CSV each.
      if (!only || others.length > 0) return zipped('_csv');
      return fileAnswer(moduleCsv(only, processing), csvType, `${name}.csv`);
    case 'parquet':
      if (!only || others.length > 0) return zipped('_parquet');
      return fileAnswer(moduleParquet(only, processing), parquetType, `${name}.parquet`);
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
    formatFileDate(record.startedAt.getTime(), record.timezone),
    about?.device_name ?? record.basename,
    ...athletes,
    ...(selectionNum === undefined ? [] : [`selection ${selectionNum}`]),
  ];
  // By code points: half of a pair cannot be written into a header.
  return parts.map((part) => [...part.replace(/[^\p{L}\p{N}_.-]+/gu, '-')].slice(0, 60).join('')).join('_');
}
