import { type FilmFormat, isProblem } from '@sillage/formats';
import { readFilm } from '@sillage/formats/film';
import { lostEndOfFilm } from './decode-sentences.ts';
import { type DecodeProblem, type DecodeWatch, finding, type ReadSource } from './decode-task.ts';
import { withByteSource } from './with-byte-source.ts';

/** What a film is; it has no samples. */
export async function decodeFilm(
  path: string,
  format: FilmFormat,
  watch: DecodeWatch,
): Promise<ReadSource | DecodeProblem> {
  const film = await withByteSource(path, (source) => readFilm(source, format), watch.read);
  if (isProblem(film)) return film;
  const findings = film.isCutOff ? [finding('WARN', lostEndOfFilm)] : [];
  return { startUs: film.startUs, findings, passes: [], sport: undefined, modules: [], film };
}
