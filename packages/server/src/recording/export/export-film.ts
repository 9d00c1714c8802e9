import { Readable } from 'node:stream';
import { isRefusal, type Refusal, refuse, videoTypes } from '@sillage/contract';
import { isFilmFormat } from '@sillage/formats';
import { type StoredFile, stored } from '../../platform/files/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { errorsOf, findRecord, isFilm, loadVideos, presentRecords, type RecordRow } from '../records/index.ts';
import type { ExportDependencies, FilmBeside, FilmExport } from './export-source.ts';
import type { ZipEntry } from './zip-files.ts';

/** What films leave as; without samples they have no other file. */
export const filmTypes: readonly string[] = ['video', 'raw', 'zip'];

/** The film, or the films beside a record as `video`; undefined for its other files. Why there is none. */
export async function openFilms(
  dependencies: ExportDependencies,
  viewer: Viewer,
  id: number,
  type: string,
): Promise<readonly FilmExport[] | undefined | Refusal> {
  const { database, folder } = dependencies;
  const record = await findRecord(database.db, viewer, id);
  if (isRefusal(record)) return record;
  if (!isFilm(record)) {
    if (type !== 'video') return undefined;
    const beside = await filmsBeside(dependencies, viewer, record);
    return beside.length > 0 ? beside : refuse('record.noVideo');
  }
  if (!filmTypes.includes(type)) return refuse('record.isVideo');
  return (await folder.files.has(stored.source(record))) ? [{ viewer, record }] : refuse('record.noSource');
}

/** The record is of another kind than those that leave so. */
export const leavesOtherwise = ({ code }: Refusal): boolean => code === 'record.isVideo' || code === 'record.noVideo';

/** The film as it was sent. */
export async function openFilmFile(
  { folder }: ExportDependencies,
  { record }: FilmExport,
): Promise<{ readonly content: StoredFile; readonly contentType: string } | Refusal> {
  const content = await folder.files.open(stored.source(record));
  if (content === undefined || !isFilmFormat(record.source)) return refuse('record.noSource');
  return { content, contentType: videoTypes[record.source] };
}

/** The film in a zip, with what is known of it. */
export async function* filmEntries(
  { database, folder }: ExportDependencies,
  { viewer, record }: FilmExport,
): AsyncGenerator<ZipEntry> {
  const [about] = await presentRecords(database.db, viewer, [record]);
  const known = JSON.stringify({ record: about, errors: await errorsOf(database.db, record.id) }, null, 2);
  yield { name: 'record.json', open: () => Readable.from([Buffer.from(known)], { objectMode: false }) };
  yield filmEntry(folder, record, `video.${record.source}`);
}

function filmEntry(folder: ExportDependencies['folder'], record: RecordRow, name: string): ZipEntry {
  return {
    ...{ name, isCompressed: true },
    async open() {
      const file = await folder.files.open(stored.source(record));
      if (file === undefined) throw new Error('the film is gone');
      return file.readAll();
    },
  };
}

/** The films beside a record whose files are there, as far as the viewer sees them. */
export async function filmsBeside(
  { database, folder }: ExportDependencies,
  viewer: Viewer,
  record: RecordRow,
): Promise<FilmBeside[]> {
  const { beside } = await loadVideos(database.db, viewer, [record]);
  const films: FilmBeside[] = [];
  for (const place of beside.get(record.id) ?? []) {
    const film = await findRecord(database.db, viewer, place.id);
    if (isRefusal(film) || !(await folder.files.has(stored.source(film)))) continue;
    films.push({ viewer, record: film, place });
  }
  return films;
}

/** As it is called in the zip of the record that it lies beside. */
const nameBeside = ({ record }: FilmBeside, index: number): string => `video_${index + 1}.${record.source}`;

/** For the zip's metadata: where each film begins on the axis of its record. */
export const describeBeside = (films: readonly FilmBeside[]) =>
  films.map((film, index) => ({ file: nameBeside(film, index), ...film.place }));

/** The films beside a record in its zip. */
export function* entriesBeside({ folder }: ExportDependencies, films: readonly FilmBeside[]): Generator<ZipEntry> {
  for (const [index, film] of films.entries()) yield filmEntry(folder, film.record, nameBeside(film, index));
}
