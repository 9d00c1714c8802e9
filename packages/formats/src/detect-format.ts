import { type FileFormat, fileFormats, isFileFormat, type KnownFile, type SaidOfFile } from './file-formats.ts';
import { type FilmFormat, knowFilm } from './film/know-film.ts';
import { nameOtherFormat } from './name-other-format.ts';
import { type FileProblem, isProblem } from './recording.ts';

/** What is known of a file from its first {@link headBytes} bytes, whatever its name. */
export interface DetectedFile extends KnownFile {
  readonly format: FileFormat | FilmFormat;
}

/**
 * Recognises a file by its beginning, and refuses at once what decoding would refuse anyway. Never throws.
 * @param isWhole the beginning is all of the file
 */
export function detectFormat(head: Uint8Array, isWhole: boolean, said: SaidOfFile = {}): DetectedFile | FileProblem {
  const film = said.mapping === undefined ? knowFilm(head) : undefined;
  if (film !== undefined) return isProblem(film) ? film : { ...film, startUs: undefined, about: undefined };
  const names = Object.keys(fileFormats).filter(isFileFormat);
  // Whoever says what the columns mean has seen that it is a table.
  const marked = said.mapping !== undefined ? 'csv' : names.find((name) => fileFormats[name].looksSo?.(head));
  const other = marked === undefined ? nameOtherFormat(head) : undefined;
  if (other) return other;
  const format = marked ?? names.find((name) => fileFormats[name].looksSo === undefined);
  if (format === undefined) throw new Error('no format takes what no other one takes');
  const known = fileFormats[format].know(head, isWhole, said);
  return isProblem(known) ? known : { format, ...known };
}
