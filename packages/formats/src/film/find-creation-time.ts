import type { ByteSource } from '../byte-source.ts';
import type { FilmFormat } from './know-film.ts';
import { type Part, read, readBox, readElement } from './parts.ts';

/** Boxes or elements that are looked at: a film has a dozen before what is looked for. */
const mostLooks = 2000;
/** s from 1904 to 1970, and from 1970 to 2001: the zeros of both families of containers. */
const [from1904, to2001] = [2_082_844_800, 978_307_200];
/** s since 1970 of 2000: a camera that says less never had its clock set. */
const earliestSeconds = 946_684_800;

/** Whether the file ends before its container does: the end of it was lost. */
export function isCutOff(source: ByteSource, format: FilmFormat): boolean {
  const readPart = format === 'webm' ? readElement : readBox;
  let at = 0;
  for (let looks = 0; looks < mostLooks && at < source.sizeBytes; looks++) {
    const part = readPart(source, at, source.sizeBytes);
    if (part === undefined || part.to <= at) return false;
    if (part.claimedTo > source.sizeBytes) return true;
    at = part.to;
  }
  return false;
}

/** When a film was made, µs since 1970, as its container says; undefined where it does not. Cameras say when they began, or ended. */
export function findCreationTime(source: ByteSource, format: FilmFormat): number | undefined {
  const seconds = format === 'webm' ? ofWebm(source) : ofBoxes(source);
  return seconds !== undefined && seconds >= earliestSeconds ? Math.round(seconds * 1e6) : undefined;
}

/** `mvhd` of the film (ISO/IEC 14496-12, 8.2.2): s since 1904. */
function ofBoxes(source: ByteSource): number | undefined {
  const path = ['moov', 'mvhd'];
  const header = find(source, path, readBox);
  if (header === undefined) return undefined;
  const view = read(source, header.from, 12);
  if (view === undefined) return undefined;
  const seconds = view.getUint8(0) === 1 ? Number(view.getBigUint64(4)) : view.getUint32(4);
  return seconds - from1904;
}

/** `DateUTC` of the segment (RFC 9559, 5.1.2.11): ns since 2001. */
function ofWebm(source: ByteSource): number | undefined {
  const date = find(source, ['18538067', '1549a966', '4461'], readElement);
  const view = date && date.to - date.from === 8 ? read(source, date.from, 8) : undefined;
  return view && Number(view.getBigInt64(0)) / 1e9 + to2001;
}

/** The first part of each name within the one before. */
function find(source: ByteSource, names: readonly string[], readPart: typeof readBox): Part | undefined {
  let within: Part = { name: '', from: 0, to: source.sizeBytes, claimedTo: source.sizeBytes };
  let looks = 0;
  for (const name of names) {
    let at = within.from;
    let found: Part | undefined;
    while (at < within.to && found === undefined) {
      const part: Part | undefined = ++looks > mostLooks ? undefined : readPart(source, at, within.to);
      // What has no length would be looked at for ever.
      if (part === undefined || part.to <= at) return undefined;
      if (part.name === name) found = part;
      at = part.to;
    }
    if (found === undefined) return undefined;
    within = found;
  }
  return within;
}
