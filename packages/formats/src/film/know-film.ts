import { oneCharacterAByte } from '../byte-source.ts';
import type { FileProblem } from '../recording.ts';

/** Containers of films that browsers play. */
export const filmFormats = ['mp4', 'mov', 'webm'] as const;
export type FilmFormat = (typeof filmFormats)[number];

/** Whether files of a name are films. */
export function isFilmFormat(name: string): name is FilmFormat {
  return filmFormats.some((format) => format === name);
}

type OtherFormat = Extract<FileProblem, { problem: 'otherFormat' }>;

/** Of the beginning, where a Matroska file names its kind. */
const beginningBytes = 4096;
/** Files of the same boxes that are no films: the brand that they name first. */
const pictures = new Map([
  ...['heic', 'heix', 'heim', 'heis', 'mif1', 'msf1'].map((brand) => [brand, 'HEIC'] as const),
  ...['avif', 'avis'].map((brand) => [brand, 'AVIF'] as const),
]);
/** Boxes that QuickTime files of old begin with. */
const firstBoxes = new Set(['moov', 'mdat', 'wide', 'pnot']);
/** No letter: the size of a first box, below 134 MB or told later. */
const largestFirstByte = 0x07;

/** The container of a file that begins so; why it is none that is read; undefined for what is no film at all. */
export function knowFilm(head: Uint8Array): { readonly format: FilmFormat } | OtherFormat | undefined {
  const begin = oneCharacterAByte(head.subarray(0, beginningBytes));
  const box = begin.slice(4, 8);
  if (box === 'ftyp') {
    const brand = begin.slice(8, 12);
    const picture = pictures.get(brand);
    if (picture !== undefined) return { problem: 'otherFormat', format: picture, kind: 'noSamples' };
    return { format: brand === 'qt  ' ? 'mov' : 'mp4' };
  }
  if (firstBoxes.has(box) && head[0]! <= largestFirstByte) return { format: 'mov' };
  if (begin.startsWith('\x1aE\xdf\xa3')) {
    return begin.includes('webm')
      ? { format: 'webm' }
      : { problem: 'otherFormat', format: 'Matroska', kind: 'otherFilm' };
  }
  if (begin.startsWith('RIFF') && begin.slice(8, 12) === 'AVI ') {
    return { problem: 'otherFormat', format: 'AVI', kind: 'otherFilm' };
  }
  return undefined;
}
