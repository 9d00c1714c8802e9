import type { Readable } from 'node:stream';
import { type DownloadType, downloadFormats, isRefusal, type Refusal } from '@sillage/contract';
import { formatFileDate } from '@sillage/domain';
import type { StoredFile } from '../../platform/files/index.ts';
import { presentRecords } from '../records/index.ts';
import { inFolder, onlyFile, recordEntries } from './export-entries.ts';
import { filmEntries, openFilmFile } from './export-film.ts';
import type { ExportDependencies, FilmExport, RecordExport } from './export-source.ts';
import type { JudgedExport } from './judge-export.ts';
import type { Processing } from './process-modules.ts';
import { writers } from './write-formats.ts';
import { type ZipEntry, zipFiles } from './zip-files.ts';

/** A file that is made as it is read; of a film, the one that was sent. */
export interface MadeFile {
  readonly content: Readable | StoredFile;
  readonly contentType: string;
  readonly name: string;
}

/** One file where the format and what is asked for allow it, else a zip. */
export async function makeExport(dependencies: ExportDependencies, judged: JudgedExport): Promise<MadeFile | Refusal> {
  const { records, films, type, processing } = judged;
  const [only, ...others] = [...records, ...films];
  if (only === undefined || others.length > 0) return manyRecords(dependencies, judged);
  return 'parts' in only ? oneRecord(dependencies, only, type, processing) : oneFilm(dependencies, only, type);
}

const zipOf = (entries: AsyncIterable<ZipEntry>, name: string): MadeFile => ({
  content: zipFiles(entries),
  contentType: downloadFormats.zip.contentType,
  name,
});

async function oneFilm(
  dependencies: ExportDependencies,
  film: FilmExport,
  type: DownloadType,
): Promise<MadeFile | Refusal> {
  const name = await fileNameOf(dependencies, film);
  if (type === 'zip') return zipOf(filmEntries(dependencies, film), `${name}.zip`);
  const file = await openFilmFile(dependencies, film);
  return isRefusal(file) ? file : { ...file, name: `${name}.${film.record.source}` };
}

async function oneRecord(
  dependencies: ExportDependencies,
  record: RecordExport,
  type: DownloadType,
  processing: Processing,
): Promise<MadeFile> {
  const name = await fileNameOf(dependencies, record);
  const only = onlyFile(dependencies, record, type, processing);
  if (only !== undefined) {
    const { contentType, suffix, extension } = only;
    return { content: await only.open(), contentType, name: `${name}${suffix}.${extension}` };
  }
  return zipOf(recordEntries(dependencies, record, type, processing), `${name}${writers[type].suffix}.zip`);
}

/** One zip with a folder a record; each record is read, and its files made, when its turn comes. */
async function manyRecords(
  dependencies: ExportDependencies,
  { records, films, type, processing }: JudgedExport,
): Promise<MadeFile> {
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
  return zipOf(entries(), `sillage_${folders.size}_${type}.zip`);
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
