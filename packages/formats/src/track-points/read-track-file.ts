import { boundRows, type ReadBound } from '../bound-read.ts';
import { type ByteSource, headOf, oneCharacterAByte, type Scratch } from '../byte-source.ts';
import { asciiLike, encodingOf } from '../csv/decode-text.ts';
import type { FileProblem, FileRead, Finding, RecordingModuleInfo } from '../recording.ts';
import { columnPieces, type Piece } from '../rows/column-pieces.ts';
import type { Rows } from '../rows/row-reader.ts';
import { safeName, uniqueNames } from '../safe-names.ts';
import { type PointValue, partPlace, placeOf, pointWidth } from './point-columns.ts';
import { maxStretches, type Points, readPoints } from './read-points.ts';
import { damagedTrack, lostPoints, movedPoints, tooManyParts, unreadableValues } from './track-findings.ts';
import type { TrackFormat } from './track-formats.ts';

const headBytes = 4096;
const windowBytes = 1024 * 1024;
const earthRadiusMetres = 6_371_008.8;

/** Whether the first bytes are those of an XML file with an element of this name near its beginning. */
export function looksLikeXml(head: Uint8Array, root: string): boolean {
  // Without zeros UTF-16 reads as ASCII.
  const text = oneCharacterAByte(head.subarray(0, headBytes)).replaceAll('\0', '');
  return /^[^<]{0,10}</.test(text) && new RegExp(`<(?:[a-z][\\w.-]*:)?${root}[\\s>]`, 'i').test(text);
}

/** As many rows as there are points, by their tag. */
export function boundTrack(source: ByteSource, { point }: TrackFormat): ReadBound {
  const encoding = encodingOf(headOf(source, headBytes), source.sizeBytes <= headBytes) ?? 'utf-8';
  const stream = asciiLike(source, encoding);
  const window = Buffer.alloc(windowBytes);
  let points = 0;
  let kept = 0;
  for (;;) {
    const count = stream.pull(window.subarray(kept));
    if (count === 0) break;
    const text = window.toString('latin1', 0, kept + count).toLowerCase();
    for (let at = text.indexOf(point); at >= 0; at = text.indexOf(point, at + 1)) points++;
    kept = Math.min(point.length - 1, kept + count);
    window.copy(window, 0, text.length - kept, text.length);
  }
  return boundRows(
    points,
    Array.from({ length: pointWidth }, () => 'f64'),
  );
}

/** Reads the points of a GPX or TCX as one module, in one pass. Memory holds one run of points (see RowSpool). Never throws because of the file. */
export function* readTrack(
  source: ByteSource,
  format: TrackFormat,
  newScratch: () => Scratch,
): Generator<Piece, FileRead | FileProblem> {
  const points = readPoints(source, format, newScratch);
  const { spool, columns } = points;
  if (spool.rows === 0)
    return points.timeless + points.ofRoutes > 0 ? { problem: 'pointsWithoutTime' } : { problem: 'noSamples' };
  const derived = new Set<PointValue>();
  if (columns.has('latitude')) {
    for (const value of ['speed', 'distance'] as const) if (!columns.has(value)) derived.add(value);
  }
  const nameOnce = uniqueNames();
  const kept = columns.kept(derived, (name) => nameOnce(safeName(name)));
  if (kept.columns.length === 0) return { problem: 'noSamples' };
  const rateHz = Number((1 / points.stepSeconds).toPrecision(6));
  const module: RecordingModuleInfo = { name: format.name, type: format.name, rateHz, columns: kept.columns };
  const { from, to, zero } = points.dates.believed();
  const zeroMs = Math.round(1000 * zero);
  const sorted = spool.stepsBack > 0 ? spool.sorted() : undefined;
  const rows = new SoundRows([1000 * from, 1000 * to], zeroMs, derived);
  yield* columnPieces(module, kept.from, rows.of(sorted?.rows() ?? spool.inFileOrder()));
  const findings = findingsOf(points, rows.lost);
  const about = { version: '', deviceType: format.name, deviceNumber: undefined, recordType: 'record' };
  const passes = stretchesWithin(points, zeroMs, rows.endSeconds);
  return {
    ...about,
    folderName: undefined,
    startUs: zeroMs * 1000,
    findings,
    bytesLost: 0,
    passes,
    sport: points.sport,
  };
}

function findingsOf({ damagedLine, timeless, unreadable, spool, moreStretches }: Points, lost: number): Finding[] {
  return [
    ...(damagedLine === undefined ? [] : [damagedTrack(damagedLine)]),
    ...(timeless + lost > 0 ? [lostPoints(timeless + lost)] : []),
    ...(unreadable > 0 ? [unreadableValues(unreadable)] : []),
    ...(spool.stepsBack > 0 ? [movedPoints(spool.stepsBack)] : []),
    ...(moreStretches ? [tooManyParts(maxStretches)] : []),
  ];
}

/** Laps or parts of the track within its points; one that is all of them says nothing. */
function stretchesWithin({ stretches }: Points, zeroMs: number, endSeconds: number) {
  const within = stretches.map(({ fromSeconds, toSeconds }) => ({
    fromSeconds: Math.max(0, (fromSeconds - zeroMs) / 1000),
    toSeconds: Math.min(endSeconds, (toSeconds - zeroMs) / 1000),
  }));
  return stretches.length < 2 ? [] : within.filter(({ fromSeconds, toSeconds }) => toSeconds > fromSeconds);
}

/** Rows in order of time, their times in s since the zero, those of no credible date left out, and what is derived filled in. */
class SoundRows {
  lost = 0;
  endSeconds = 0;
  readonly #dates: readonly [fromMs: number, toMs: number];
  readonly #zeroMs: number;
  readonly #derived: ReadonlySet<PointValue>;
  #seconds = Number.NaN;
  #latitude = Number.NaN;
  #longitude = Number.NaN;
  #part = Number.NaN;
  #metres = 0;
  #speed = Number.NaN;

  constructor(dates: readonly [fromMs: number, toMs: number], zeroMs: number, derived: ReadonlySet<PointValue>) {
    this.#dates = dates;
    this.#zeroMs = zeroMs;
    this.#derived = derived;
  }

  /** Rows are changed where they are: nobody reads them again. */
  *of(pieces: Iterable<Rows>): Generator<Rows> {
    const [from, to] = this.#dates;
    for (const { values, rows, width } of pieces) {
      let kept = 0;
      for (let row = 0; row < rows; row++) {
        const ms = values[row * width]!;
        if (ms < from || ms >= to) {
          this.lost++;
          continue;
        }
        if (kept < row) values.copyWithin(kept * width, row * width, (row + 1) * width);
        const at = kept++ * width;
        values[at] = (ms - this.#zeroMs) / 1000;
        this.endSeconds = values[at];
        if (this.#derived.size > 0) this.#derive(values, at);
      }
      yield { values, rows: kept, width };
    }
  }

  /** What lies between two parts of a track was not recorded: no distance is counted there. */
  #derive(values: Float64Array, at: number): void {
    const seconds = values[at]!;
    const latitude = values[at + 1 + placeOf.latitude]!;
    const longitude = values[at + 1 + placeOf.longitude]!;
    if (Number.isNaN(latitude)) return;
    const part = values[at + 1 + partPlace]!;
    if (part === this.#part) {
      const metres = metresBetween(this.#latitude, this.#longitude, latitude, longitude);
      this.#metres += metres;
      if (seconds > this.#seconds) this.#speed = metres / (seconds - this.#seconds);
    } else this.#speed = Number.NaN;
    if (this.#derived.has('distance')) values[at + 1 + placeOf.distance] = this.#metres;
    if (this.#derived.has('speed')) values[at + 1 + placeOf.speed] = this.#speed;
    this.#seconds = seconds;
    this.#latitude = latitude;
    this.#longitude = longitude;
    this.#part = part;
  }
}

/** On a sphere of the Earth's mean radius. */
function metresBetween(latitude1: number, longitude1: number, latitude2: number, longitude2: number): number {
  const radians = Math.PI / 180;
  const sine = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2;
  const a =
    sine(latitude2 - latitude1) +
    Math.cos(latitude1 * radians) * Math.cos(latitude2 * radians) * sine(longitude2 - longitude1);
  return 2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(a)));
}
