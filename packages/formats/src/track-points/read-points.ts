import type { ByteSource, Scratch } from '../byte-source.ts';
import type { Pass } from '../recording.ts';
import { DatesSeen } from '../rows/believe-dates.ts';
import { RowSpool } from '../rows/row-spool.ts';
import { PointColumns, type PointValue, partPlace, placeOf, pointWidth } from './point-columns.ts';
import { otherSportNames, type TrackFormat } from './track-formats.ts';
import { walkXml } from './walk-xml.ts';

export const maxStretches = 1000;
const maxSteps = 10_000;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/;
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,2})?$/i;
/** Garmin writes as many digits as a double has, which is 30 and more. */
const maxNumberCharacters = 1000;

/** ms since 1970; a moment without a zone is in UTC. NaN for anything else. */
function readMoment(text: string): number {
  const found = moment.exec(text);
  return found ? Date.parse(found[1] === undefined ? `${text}Z` : text) : Number.NaN;
}

function readNumber(text: string): number {
  if (text.length > maxNumberCharacters || !number.test(text)) return Number.NaN;
  const value = Number(text);
  return Number.isFinite(value) ? value : Number.NaN;
}

/** All that a file of tracks holds, its points in scratch with times in ms since 1970. */
export interface Points {
  readonly spool: RowSpool;
  readonly columns: PointColumns;
  readonly dates: DatesSeen;
  /** Points of tracks without a time; and of routes, which have none. */
  readonly timeless: number;
  readonly ofRoutes: number;
  /** Values of points that are there, but are no numbers. */
  readonly unreadable: number;
  readonly damagedLine: number | undefined;
  /** ms since 1970: laps that the file tells of, or its parts. */
  readonly stretches: readonly Pass[];
  readonly moreStretches: boolean;
  readonly sport: string | undefined;
  readonly stepSeconds: number;
}

export function readPoints(source: ByteSource, format: TrackFormat, newScratch: () => Scratch): Points {
  const reader = new PointReader(format, newScratch);
  const { damagedLine } = walkXml(source, reader);
  return reader.ended(damagedLine);
}

class PointReader {
  readonly #format: TrackFormat;
  readonly #spool: RowSpool;
  readonly #columns = new PointColumns();
  readonly #dates = new DatesSeen();
  readonly #row = new Float64Array(pointWidth);
  readonly #path: string[] = [];
  /** Two at most: of several none counts. */
  readonly #sports = new Set<string>();
  readonly #steps: number[] = [];
  readonly #stretches: { fromSeconds: number; toSeconds: number }[] = [];
  #inPoint = false;
  #timeMs = Number.NaN;
  #lastMs = Number.NaN;
  #parts = 0;
  #timeless = 0;
  #ofRoutes = 0;
  #unreadable = 0;
  #moreStretches = false;

  constructor(format: TrackFormat, newScratch: () => Scratch) {
    this.#format = format;
    this.#spool = new RowSpool(pointWidth, newScratch);
  }

  open(given: string, attributes: Readonly<Record<string, string>>): void {
    const name = given.toLowerCase();
    const { point, part, lap, sport } = this.#format;
    this.#path.push(name);
    if (name === point) this.#beginPoint(attributes);
    else if (name === part) this.#beginPart();
    else if (name === lap?.element) this.#beginLap(readMoment(attributes[lap.start] ?? ''));
    else if (name === 'rtept' || name === 'wpt') this.#ofRoutes++;
    if (name === sport.element && sport.attribute !== undefined) this.#nameSport(attributes[sport.attribute] ?? '');
  }

  close(given: string, text: string): void {
    const name = given.toLowerCase();
    const { point, lap, sport } = this.#format;
    this.#path.pop();
    if (name === point) this.#endPoint();
    else if (this.#inPoint) this.#takeValue(name, text);
    else if (lap !== undefined && name === lap.seconds && this.#path.at(-1) === lap.element) {
      this.#lastAtLeast(readNumber(text));
    } else if (name === sport.element && sport.attribute === undefined) this.#nameSport(text);
  }

  ended(damagedLine: number | undefined): Points {
    const [only] = this.#sports;
    return {
      spool: this.#spool,
      columns: this.#columns,
      dates: this.#dates,
      timeless: this.#timeless,
      ofRoutes: this.#ofRoutes,
      unreadable: this.#unreadable,
      damagedLine,
      stretches: this.#stretches,
      moreStretches: this.#moreStretches,
      sport: this.#sports.size === 1 ? only : undefined,
      stepSeconds: (Float64Array.from(this.#steps).sort()[this.#steps.length >> 1] ?? 1000) / 1000,
    };
  }

  #beginPart(): void {
    this.#parts++;
    this.#lastMs = Number.NaN;
    if (this.#format.lap === undefined) this.#addStretch(Number.NaN, Number.NaN);
  }

  /** The lap before lasts no longer than until here. */
  #beginLap(ms: number): void {
    const before = this.#present;
    if (before !== undefined && ms > before.fromSeconds && ms < before.toSeconds) before.toSeconds = ms;
    this.#addStretch(ms, Number.NaN);
  }

  /** @param seconds that a lap took, without its pauses */
  #lastAtLeast(seconds: number): void {
    const lap = this.#present;
    const ms = (lap?.fromSeconds ?? Number.NaN) + 1000 * seconds;
    if (lap !== undefined && !Number.isNaN(ms) && !(lap.toSeconds >= ms)) lap.toSeconds = ms;
  }

  /** The lap or part that points are of; undefined beyond what is kept. */
  get #present() {
    return this.#moreStretches ? undefined : this.#stretches.at(-1);
  }

  #addStretch(fromSeconds: number, toSeconds: number): void {
    if (this.#stretches.length === maxStretches) this.#moreStretches = true;
    else this.#stretches.push({ fromSeconds, toSeconds });
  }

  #beginPoint({ lat = '', lon = '' }: Readonly<Record<string, string>>): void {
    this.#inPoint = true;
    this.#timeMs = Number.NaN;
    this.#row.fill(Number.NaN);
    this.#row[placeOf.latitude] = this.#valueOf(lat);
    this.#row[placeOf.longitude] = this.#valueOf(lon);
  }

  /** Of a value that is a number in every file; none at all is no mistake, `NaN` neither. */
  #valueOf(text: string): number {
    const value = readNumber(text);
    if (Number.isNaN(value) && text !== '' && text.toLowerCase() !== 'nan') this.#unreadable++;
    return value;
  }

  #takeValue(name: string, text: string): void {
    if (name === 'time' && this.#path.at(-1) === this.#format.point) {
      this.#timeMs = readMoment(text);
      return;
    }
    const full = name === 'value' ? `${this.#path.at(-1)}/value` : name;
    const known: PointValue | undefined = this.#format.values.get(full);
    const value = known === undefined ? readNumber(text) : this.#valueOf(text);
    if (Number.isNaN(value)) return;
    const place = known === undefined ? this.#columns.other(full) : placeOf[known];
    if (place !== undefined) this.#row[place] = value;
  }

  #endPoint(): void {
    this.#inPoint = false;
    const row = this.#row;
    const isPlace = Math.abs(row[placeOf.latitude]!) <= 90 && Math.abs(row[placeOf.longitude]!) <= 180;
    if (!isPlace) row.fill(Number.NaN, placeOf.latitude, placeOf.longitude + 1);
    if (Number.isNaN(this.#timeMs)) {
      this.#timeless++;
      return;
    }
    row[partPlace] = this.#parts;
    this.#columns.count(row);
    this.#dates.add(this.#timeMs / 1000);
    this.#spool.add(this.#timeMs, row);
    this.#goOn();
  }

  /** The lap or part of the track lasts until this point at least; a lap says itself when it began. */
  #goOn(): void {
    const ms = this.#timeMs;
    const step = ms - this.#lastMs;
    if (step > 0 && this.#steps.length < maxSteps) this.#steps.push(step);
    this.#lastMs = ms;
    const present = this.#present;
    if (!present) return;
    const mayBeginEarlier = this.#format.lap === undefined || Number.isNaN(present.fromSeconds);
    if (mayBeginEarlier && !(present.fromSeconds <= ms)) present.fromSeconds = ms;
    if (!(present.toSeconds >= ms)) present.toSeconds = ms;
  }

  #nameSport(text: string): void {
    const name = text
      .trim()
      .toLowerCase()
      .replace(/[^a-z]+/g, '_')
      .slice(0, 40);
    if (name !== '' && this.#sports.size < 2) this.#sports.add(otherSportNames.get(name) ?? name);
  }
}
