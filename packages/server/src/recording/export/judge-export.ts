import {
  type api,
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
import type { Viewer } from '../../platform/http/index.ts';
import { type SelectionRow, selectionsOfRecords, withoutSessions } from '../records/index.ts';
import { refuseTooLarge } from './bound-exports.ts';
import { filmsBeside, leavesOtherwise, openFilms } from './export-film.ts';
import {
  type ExportDependencies,
  type ExportSource,
  type FilmExport,
  openExport,
  type RecordExport,
} from './export-source.ts';
import { createCycleSearch } from './find-record-cycles.ts';
import { asSampled, needsCycles, type Processing } from './process-modules.ts';
import { typeNotAvailable, writers } from './write-formats.ts';

/** One request for a file, as it was sent. */
export interface AskedExport {
  readonly params: ParamsOf<typeof api.downloadRecordFile>;
  readonly query: QueryOf<typeof api.downloadRecordFile>;
  readonly body: BodyOf<typeof api.downloadRecordFile>;
}

/** What is asked for, judged: what can be made of it. */
export interface JudgedExport {
  readonly records: readonly RecordExport[];
  readonly films: readonly FilmExport[];
  readonly type: DownloadType;
  readonly processing: Processing;
}

/** Finds what is to be exported (`signal` ends the reading of its samples), or says why it is not. */
export async function judgeExport(
  dependencies: ExportDependencies,
  viewer: Viewer,
  { params, query, body }: AskedExport,
  signal: AbortSignal,
): Promise<JudgedExport | Refusal> {
  // A film is its own raw file.
  const type = params.fileType === 'video' ? 'raw' : params.fileType;
  if (!isDownloadType(type)) return typeNotAvailable(type);
  const writer = writers[type];
  const processing = downloadFormats[type].isProcessed ? processingOf(body) : asSampled;
  if (isRefusal(processing)) return processing;
  const withComputed = downloadFormats[type].isProcessed && body?.computed === true;
  const named = new Set([params.id, ...(body?.ids ?? [])]);
  const ids = await withoutSessions(dependencies.database.db, viewer, [...named]);
  const chosen = await chosenSelections(dependencies, ids, [...(query.sel_id ?? []), ...(body?.sel_ids ?? [])]);
  if (isRefusal(chosen)) return chosen;
  const window = body?.t0 === undefined || body.t1 === undefined ? undefined : { t0: body.t0, t1: body.t1 };
  if (window !== undefined && chosen !== undefined) return refuse('request.invalid', {}, { sel_id: 'either' });
  const wantedIds = ids.filter((id) => chosen?.has(id) ?? true);
  const apart = await setFilmsApart(dependencies, viewer, { ids: wantedIds, named, type: params.fileType });
  if (isRefusal(apart)) return apart;
  const { films, others } = apart;
  let left = apart.left;
  const records: RecordExport[] = [];
  const search = createCycleSearch(dependencies);
  for (const id of others) {
    const wanted = { selections: chosen?.get(id), window, withComputed };
    const record = await openExport(dependencies, viewer, id, wanted, signal);
    if (isRefusal(record) && !named.has(id) && hasNothingToRead(record)) {
      left = record;
      continue;
    }
    if (isRefusal(record)) return record;
    const refused = writer.of === 'part' ? record.parts.map(writer.refuse).find(isRefusal) : undefined;
    if (refused !== undefined) return refused;
    const complete = needsCycles(processing) ? await withCycles(search, record) : record;
    if (isRefusal(complete)) return complete;
    const beside = type === 'zip' ? await filmsBeside(dependencies, viewer, complete.record) : [];
    // One that is asked for itself has a folder of its own.
    records.push({ ...complete, films: beside.filter(({ place }) => !ids.includes(place.id)) });
  }
  if (left !== undefined && records.length + films.length === 0) return left;
  const parts = records.flatMap((record) => record.parts);
  return refuseTooLarge(parts, processing) ?? { records, films, type, processing };
}

interface SetApart {
  readonly films: readonly FilmExport[];
  readonly others: readonly number[];
  /** Why something was left out. */
  readonly left: Refusal | undefined;
}

/** Films that are asked for, and the records of other types. What only a session names is left out where it does not leave so. */
async function setFilmsApart(
  dependencies: ExportDependencies,
  viewer: Viewer,
  asked: { readonly ids: readonly number[]; readonly named: ReadonlySet<number>; readonly type: string },
): Promise<SetApart | Refusal> {
  const films = new Map<number, FilmExport>();
  const others: number[] = [];
  let left: Refusal | undefined;
  for (const id of asked.ids) {
    const opened = await openFilms(dependencies, viewer, id, asked.type);
    if (opened === undefined) others.push(id);
    else if (!isRefusal(opened)) for (const film of opened) films.set(film.record.id, film);
    else if (asked.named.has(id) || !leavesOtherwise(opened)) return opened;
    else left = opened;
  }
  return { films: [...films.values()], others, left };
}

/** Nothing was recorded in it, or nothing of it can be read; one that is still being made is another matter. */
const hasNothingToRead = ({ code }: Refusal): boolean =>
  code === 'record.tooShort' || code === 'record.nothingMeasured' || code === 'record.decodeFailed';

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
