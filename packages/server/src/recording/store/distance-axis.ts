import { placeOf, readBetween } from '@sillage/domain';
import { shareLoop } from '../../platform/clock/index.ts';
import type { OpenColumn, OpenModule } from './open-module.ts';
import { readSamples } from './read-samples.ts';
import type { DistanceAxis, DistanceSource, SampleChunk } from './store.ts';

/** Knots of an axis at most, 0.5 MB. */
const mostKnots = 32_768;
const axesKept = 16;
/** s without a sample across which a speed still says how far it went. */
const bridgedSeconds = 10;

/** m; a receiver that stands still wanders about so far. */
const stillMetres = 1;

interface Position {
  /** ° */
  readonly latitude: number;
  readonly longitude: number;
}

/** m; mean radius of the Earth. */
const earthMetres = 6_371_008.8;

/** By the haversine formula. */
function metresBetween(a: Position, b: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [north, east] = [radians(b.latitude - a.latitude) / 2, radians(b.longitude - a.longitude) / 2];
  const cosines = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude));
  return 2 * earthMetres * Math.asin(Math.sqrt(Math.min(1, Math.sin(north) ** 2 + cosines * Math.sin(east) ** 2)));
}

function unreachable(source: never): never {
  throw new Error(`unknown distance ${JSON.stringify(source)}`);
}

/** Samples of a distance, a speed or a position as the way that was made until each. */
class Way {
  readonly #source: DistanceSource;
  readonly #times: number[] = [];
  readonly #metres: number[] = [];
  readonly #stepSeconds: number;
  #last: { t: number; value: number } | undefined;
  #total = 0;
  /** Of a position: where the way has come to. */
  #place: Position | undefined;
  /** Of a distance: where its present run began, and how far it has come since. */
  #run: { readonly metres: number; readonly from: number; peak: number } | undefined;

  constructor(source: DistanceSource, stepSeconds: number) {
    this.#source = source;
    this.#stepSeconds = stepSeconds;
  }

  /** @param beside the longitude, of a position */
  take(t: number, raw: number, beside: number): void {
    if (!Number.isFinite(raw)) return;
    const source = this.#source;
    const value = raw * source.factor;
    switch (source.kind) {
      case 'distance':
        this.#takeDistance(value);
        break;
      case 'speed':
        this.#takeSpeed(t, value);
        break;
      case 'position':
        if (!Number.isFinite(beside)) return;
        this.#takePosition({ latitude: value, longitude: beside * source.longitude.factor });
        break;
      default:
        unreachable(source);
    }
    this.#last = { t, value };
    const lastKnot = this.#times.at(-1);
    if (lastKnot === undefined || t - lastKnot >= this.#stepSeconds) this.#knot(t);
  }

  /** A distance that falls a little is noise; one that falls by half began anew. */
  #takeDistance(value: number): void {
    if (this.#run === undefined || value - this.#run.from < (this.#run.peak - this.#run.from) / 2) {
      this.#run = { metres: this.#total, from: value, peak: value };
    }
    this.#run.peak = Math.max(this.#run.peak, value);
    this.#total = this.#run.metres + this.#run.peak - this.#run.from;
  }

  #takeSpeed(t: number, value: number): void {
    if (this.#last === undefined) return;
    const seconds = t - this.#last.t;
    if (seconds <= bridgedSeconds) this.#total += ((Math.max(0, this.#last.value) + Math.max(0, value)) / 2) * seconds;
  }

  /** What is nearer than a step of the receiver's noise is the same place. */
  #takePosition(here: Position): void {
    const metres = this.#place === undefined ? 0 : metresBetween(this.#place, here);
    if (this.#place !== undefined && metres < stillMetres) return;
    this.#total += metres;
    this.#place = here;
  }

  #knot(t: number): void {
    this.#times.push(t);
    this.#metres.push(this.#total);
  }

  /** Undefined when nothing moved. */
  finish(): DistanceAxis | undefined {
    if (this.#last !== undefined && this.#last.t !== this.#times.at(-1)) this.#knot(this.#last.t);
    if (!(this.#total > 0)) return undefined;
    return { timesSeconds: Float64Array.from(this.#times), metres: Float64Array.from(this.#metres) };
  }
}

async function measure(chunks: AsyncIterable<SampleChunk>, way: Way): Promise<DistanceAxis | undefined> {
  const pause = shareLoop();
  for await (const { timesSeconds, columns } of chunks) {
    await pause();
    const [values, beside] = columns;
    for (let i = 0; i < timesSeconds.length; i++) {
      way.take(timesSeconds[i] ?? 0, values?.[i] ?? Number.NaN, beside?.[i] ?? Number.NaN);
    }
  }
  return way.finish();
}

/** Axes of the records that were asked for last; each is measured once, over all its samples. */
export class DistanceAxes {
  readonly #kept = new Map<string, Promise<DistanceAxis | undefined>>();
  /** One is measured after the other. */
  #before: Promise<unknown> = Promise.resolve();

  of(
    folder: string,
    find: () => Promise<{ module: OpenModule; column: OpenColumn } | undefined>,
    source: DistanceSource,
  ): Promise<DistanceAxis | undefined> {
    const key = `${folder}\n${source.kind} ${source.variable}`;
    const known = this.#kept.get(key) ?? this.#measure(key, folder, find, source);
    this.#kept.delete(key);
    this.#kept.set(key, known);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= axesKept) break;
      this.#kept.delete(oldest);
    }
    return known;
  }

  #measure(
    key: string,
    folder: string,
    find: () => Promise<{ module: OpenModule; column: OpenColumn } | undefined>,
    source: DistanceSource,
  ): Promise<DistanceAxis | undefined> {
    const read = async () => {
      const found = await find();
      if (found === undefined) return undefined;
      const { stored } = found.module;
      const way = new Way(source, stored.endSeconds / (mostKnots - 2));
      const beside = source.kind === 'position' ? [source.longitude.variable.slice(stored.name.length + 1)] : [];
      const columns = [found.column.stored.name, ...beside];
      return measure(
        readSamples(folder, stored.name, columns, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
        way,
      );
    };
    const reading = this.#before.then(read);
    this.#before = reading.catch(() => undefined);
    reading.catch(() => {
      if (this.#kept.get(key) === reading) this.#kept.delete(key);
    });
    return reading;
  }

  forget(folder: string): void {
    for (const key of this.#kept.keys()) if (key.startsWith(`${folder}\n`)) this.#kept.delete(key);
  }
}

/** m; how far the record has come by a time. */
export function metresAt({ timesSeconds, metres }: DistanceAxis, seconds: number): number {
  const next = placeOf(timesSeconds, seconds, true);
  if (next === 0) return 0;
  return next === metres.length ? (metres.at(-1) ?? 0) : readBetween(timesSeconds, metres, seconds, next);
}

/** s; when the record was first, or with `last` for the last time, so far. */
export function secondsAt({ timesSeconds, metres }: DistanceAxis, wanted: number, last = false): number {
  const next = placeOf(metres, wanted, last);
  if (next === 0) return timesSeconds[0] ?? 0;
  if (next === metres.length) return timesSeconds.at(-1) ?? 0;
  return readBetween(metres, timesSeconds, wanted, next);
}
