import { Readable } from 'node:stream';
import {
  api,
  type BodyOf,
  type DownloadType,
  downloadFormats,
  isDownloadType,
  isRefusal,
  limits,
  type ParamsOf,
  type QueryOf,
  type Refusal,
  refuse,
  sampleSwitches,
} from '@sillage/contract';
import { formatFileDate } from '@sillage/domain';
import { Answer, fileAnswer, type Principal, type Serve, type Viewer } from '../../platform/http/index.ts';
import { presentRecords, type SelectionRow, selectionsOfRecords } from '../records/index.ts';
import { createExportPlaces, refuseTooLarge } from './bound-exports.ts';
import { estimateSize } from './estimate-size.ts';
import { inFolder, onlyFile, recordEntries } from './export-entries.ts';
import { type FilmExport, filmAnswer, filmEntries, openFilm } from './export-film.ts';
import { type ExportDependencies, type ExportSource, openExport, type RecordExport } from './export-source.ts';
import { createCycleSearch } from './find-record-cycles.ts';
import { createLinks } from './offer-links.ts';
import { asSampled, needsCycles, type Processing } from './process-modules.ts';
import { watchReader } from './watch-reader.ts';
import { typeNotAvailable, writers } from './write-formats.ts';
import { type ZipEntry, zipFiles } from './zip-files.ts';

interface Asked {
  readonly params: ParamsOf<typeof api.downloadRecordFile>;
  readonly query: QueryOf<typeof api.downloadRecordFile>;
  readonly body: BodyOf<typeof api.downloadRecordFile>;
  readonly principal: Principal;
  readonly scope: Viewer['scope'];
  /** Aborted where the caller goes away. */
  readonly signal: AbortSignal;
}

/**
 * Downloads of records (docs/file-formats.md). Everything is streamed and made as it is read: nothing is written to the
 * disk, and who goes away ends the making, and the search for cycles before it. Both are done in a place.
 */
export function exportRoutes(serve: Serve, dependencies: ExportDependencies): void {
  const places = createExportPlaces();
  const links = createLinks<(signal: AbortSignal) => Promise<Answer | Refusal>>();

  /** Judges in a place of the caller's, which goes back when `use` of what was judged ends. */
  async function inPlace<T>(asked: Asked, use: (judged: Judged) => Promise<T>): Promise<T | Refusal> {
    const place = places.take(asked.principal.userId);
    if (isRefusal(place)) return place;
    try {
      const judged = await judgeExport(dependencies, asked, asked.signal);
      return isRefusal(judged) ? judged : await use(judged);
    } finally {
      place.release();
    }
  }

  /** The place goes back when the last byte is through. */
  async function make(asked: Asked): Promise<Answer | Refusal> {
    const place = places.take(asked.principal.userId);
    if (isRefusal(place)) return place;
    const reading = new AbortController();
    const end = () => {
      reading.abort();
      place.release();
    };
    try {
      const judged = await judgeExport(dependencies, asked, AbortSignal.any([asked.signal, reading.signal]));
      if (!isRefusal(judged)) return await begin(makerOf(dependencies, judged), end);
      end();
      return judged;
    } catch (error) {
      end();
      throw error;
    }
  }

  serve(api.downloadRecordFile, make);
  serve(api.linkRecordFile, (call) =>
    inPlace(call, async () => {
      // Judged again when it is followed: what was readable may be gone.
      const follow = (signal: AbortSignal) => make({ ...call, signal });
      return { path: `/downloads/${links.offer(call.principal.userId, follow)}` };
    }),
  );
  serve(api.estimateRecordFile, (call) => inPlace(call, (judged) => estimateSize(dependencies, judged)));
  serve(api.followDownloadLink, async ({ params, headOnly, signal }) => {
    // Download managers and link checkers ask for the head first.
    const follow = headOnly ? links.look(params.token) : links.take(params.token);
    return follow === undefined ? refuse('file.linkUsed') : follow(signal);
  });
}

/** Calls `ended` when the bytes of an answer that was made are through, or will never be. */
async function begin(make: () => Promise<Answer | Refusal>, ended: () => void): Promise<Answer | Refusal> {
  const made = await make();
  if (isRefusal(made)) {
    ended();
    return made;
  }
  const { status, body, headers } = made;
  if (body instanceof Readable) return new Answer(status, watchReader(body, ended), headers);
  ended();
  return new Answer(status, body, headers);
}

/** What is asked for, judged: what can be made of it. */
interface Judged {
  readonly records: readonly RecordExport[];
  readonly films: readonly FilmExport[];
  readonly type: DownloadType;
  readonly processing: Processing;
}

/** Finds what is to be exported, or says why it is not. */
async function judgeExport(
  dependencies: ExportDependencies,
  { params, query, body, principal, scope }: Asked,
  signal: AbortSignal,
): Promise<Judged | Refusal> {
  // A film is its own raw file.
  const type = params.fileType === 'video' ? 'raw' : params.fileType;
  if (!isDownloadType(type)) return typeNotAvailable(type);
  const writer = writers[type];
  const processing = downloadFormats[type].isProcessed ? processingOf(body) : asSampled;
  if (isRefusal(processing)) return processing;
  const withComputed = downloadFormats[type].isProcessed && body?.computed === true;
  const ids = [...new Set([params.id, ...(body?.ids ?? [])])];
  const chosen = await chosenSelections(dependencies, ids, [...(query.sel_id ?? []), ...(body?.sel_ids ?? [])]);
  if (isRefusal(chosen)) return chosen;
  const window = body?.t0 === undefined || body.t1 === undefined ? undefined : { t0: body.t0, t1: body.t1 };
  if (window !== undefined && chosen !== undefined) return refuse('request.invalid', {}, { sel_id: 'either' });
  const records: RecordExport[] = [];
  const films: FilmExport[] = [];
  const search = createCycleSearch(dependencies);
  for (const id of ids) {
    if (chosen !== undefined && !chosen.has(id)) continue;
    const film = await openFilm(dependencies, { principal, scope }, id, params.fileType);
    if (isRefusal(film)) return film;
    if (film !== undefined) {
      films.push(film);
      continue;
    }
    const wanted = { selections: chosen?.get(id), window, withComputed };
    const record = await openExport(dependencies, { principal, scope }, id, wanted, signal);
    if (isRefusal(record)) return record;
    const refused = writer.of === 'part' ? record.parts.map(writer.refuse).find(isRefusal) : undefined;
    if (refused !== undefined) return refused;
    const complete = needsCycles(processing) ? await withCycles(search, record) : record;
    if (isRefusal(complete)) return complete;
    records.push(complete);
  }
  const parts = records.flatMap((record) => record.parts);
  return refuseTooLarge(parts, processing) ?? { records, films, type, processing };
}

/** A record with the cycles of each of its stretches, or the refusal of one that has none. */
async function withCycles(
  search: ReturnType<typeof createCycleSearch>,
  record: RecordExport,
): Promise<RecordExport | Refusal> {
  const parts: ExportSource[] = [];
  for (const part of record.parts) {
    const cycles = await search(part);
    if (cycles === undefined) {
      const where = part.selection === undefined ? '' : ` (S${part.selection.num})`;
      return refuse('export.noCycles', { name: `${record.record.basename}${where}` });
    }
    parts.push({ ...part, cycles });
  }
  return { ...record, parts };
}

/** The selections of those ids, by record; undefined when none is asked for. */
async function chosenSelections(
  { database }: ExportDependencies,
  recordIds: readonly number[],
  asked: readonly number[],
): Promise<ReadonlyMap<number, SelectionRow[]> | undefined | Refusal> {
  const ids = [...new Set(asked)];
  if (ids.length === 0) return undefined;
  if (ids.length > limits.selectionsADownload) return refuse('request.invalid', {}, { sel_ids: 'tooMany' });
  const found = await selectionsOfRecords(database.db, recordIds, ids);
  // Of a record that the caller does not see it is refused when that is opened.
  return found.length < ids.length ? refuse('entity.notFound') : Map.groupBy(found, ({ recordId }) => recordId);
}

/** What makes the file: one where the format and the record allow it, else a zip. */
function makerOf(dependencies: ExportDependencies, judged: Judged): () => Promise<Answer | Refusal> {
  const { records, films, type, processing } = judged;
  const [only, ...others] = [...records, ...films];
  if (only === undefined || others.length > 0) return () => manyRecords(dependencies, judged);
  return () => ('parts' in only ? oneRecord(dependencies, only, type, processing) : oneFilm(dependencies, only, type));
}

async function oneFilm(
  dependencies: ExportDependencies,
  film: FilmExport,
  type: DownloadType,
): Promise<Answer | Refusal> {
  const name = await fileNameOf(dependencies, film);
  if (type !== 'zip') return filmAnswer(dependencies, film, name);
  return fileAnswer(zipFiles(filmEntries(dependencies, film)), downloadFormats.zip.contentType, `${name}.zip`);
}

function processingOf(body: BodyOf<typeof api.downloadRecordFile>): Processing | Refusal {
  const switches = sampleSwitches.filter((name) => body?.[name]);
  switch (body?.processing) {
    case undefined:
    case 'default':
      return { ...asSampled, switches };
    case 'resampling':
      if (body.rate === undefined) return refuse('request.invalid', {}, { rate: 'required' });
      return { rows: { kind: 'resampled', rateHz: body.rate }, switches };
    case 'cycle_mean':
    case 'half_cycle_mean':
      return { rows: { kind: 'cycleMeans', parts: body.processing === 'cycle_mean' ? 1 : 2 }, switches };
    case 'cycle_mean_resampling':
    case 'half_cycle_mean_resampling': {
      const parts = body.processing === 'cycle_mean_resampling' ? 1 : 2;
      return { rows: { kind: 'meanCycle', parts, rateHz: body.rate }, switches };
    }
  }
}

/** One file where the format and the record allow it, a zip otherwise. */
async function oneRecord(
  dependencies: ExportDependencies,
  record: RecordExport,
  type: DownloadType,
  processing: Processing,
): Promise<Answer> {
  const name = await fileNameOf(dependencies, record);
  const only = onlyFile(dependencies, record, type, processing);
  if (only !== undefined) {
    return fileAnswer(await only.open(), only.contentType, `${name}${only.suffix}.${only.extension}`);
  }
  const entries = recordEntries(dependencies, record, type, processing);
  return fileAnswer(zipFiles(entries), downloadFormats.zip.contentType, `${name}${writers[type].suffix}.zip`);
}

/** One zip with a folder a record; each record is read, and its files made, when its turn comes. */
async function manyRecords(
  dependencies: ExportDependencies,
  { records, films, type, processing }: Judged,
): Promise<Answer> {
  const folders = new Map<string, RecordExport | FilmExport>();
  for (const record of [...records, ...films]) {
    const name = await fileNameOf(dependencies, record);
    folders.set(folders.has(name) ? `${name}_${record.record.id}` : name, record);
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const [folder, record] of folders) {
      const entries =
        'parts' in record ? recordEntries(dependencies, record, type, processing) : filmEntries(dependencies, record);
      yield* inFolder(folder, entries);
    }
  }
  return fileAnswer(zipFiles(entries()), downloadFormats.zip.contentType, `sillage_${folders.size}_${type}.zip`);
}

/** With ms where it has some. */
const secondsText = (seconds: number) => String(Number(seconds.toFixed(3)));

/** Date, device (or the uploaded file's name) and athletes. */
async function fileNameOf(
  { database }: ExportDependencies,
  { viewer, record, parts = [], window }: FilmExport & Partial<Pick<RecordExport, 'parts' | 'window'>>,
): Promise<string> {
  const [about] = await presentRecords(database.db, viewer, [record]);
  const athletes = (about?.users ?? []).slice(0, 2).map(({ firstname, lastname }) => `${firstname} ${lastname}`);
  const numbers = parts.flatMap(({ selection }) => (selection === undefined ? [] : [selection.num]));
  const chosen = numbers.length > 1 ? [`selections ${numbers.join(' ')}`] : numbers.map((num) => `selection ${num}`);
  if (window !== undefined) chosen.push(`${secondsText(window.t0)}-${secondsText(window.t1)} s`);
  const device = about?.device_name ?? record.basename;
  const names = [formatFileDate(record.startedAt.getTime(), record.timezone), device, ...athletes, ...chosen];
  // By code points: half of a pair cannot be written into a header.
  return names.map((name) => [...name.replace(/[^\p{L}\p{N}_.-]+/gu, '-')].slice(0, 60).join('')).join('_');
}
