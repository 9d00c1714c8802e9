import type { PagedColumn } from './paged-column.ts';
import { extremesBucket } from './pyramid-shape.ts';

/** Times of a module's samples (s), never decreasing. */
export interface SampleTimes {
  readonly samples: number;
  /** Base, first, step and scale of a steady clock; undefined where times are read. */
  readonly clock: readonly [base: number, first: number, step: number, scale: number] | undefined;
  at(sample: number): number;
  /** Of the samples at some places, into the same places of `into`. */
  fill(samples: Int32Array, at: Int32Array, count: number, into: Float64Array): void;
  /** First sample in [low, samples) with T ≥ t (or > t when `after`); `samples` when there is none. */
  firstFrom(t: number, low: number, after: boolean): number;
}

/** `base + (first + i × step) / scale` (s), bit for bit: how a steady clock is stamped, in samples or in µs. */
export interface SteadyClock {
  readonly base: number;
  readonly first: number;
  readonly step: number;
  readonly scale: number;
}

export function steadyTime({ base, first, step, scale }: SteadyClock, sample: number): number {
  return base + (first + sample * step) / scale;
}

/** Times that a steady clock gives exactly: nothing is read. */
export class SteadyTimes implements SampleTimes {
  readonly samples: number;
  readonly clock: readonly [base: number, first: number, step: number, scale: number];
  readonly #base: number;
  readonly #first: number;
  readonly #step: number;
  readonly #scale: number;

  constructor({ base, first, step, scale }: SteadyClock, samples: number) {
    this.samples = samples;
    this.clock = [base, first, step, scale];
    this.#base = base;
    this.#first = first;
    this.#step = step;
    this.#scale = scale;
  }

  at(sample: number): number {
    return this.#base + (this.#first + sample * this.#step) / this.#scale;
  }

  fill(samples: Int32Array, at: Int32Array, count: number, into: Float64Array): void {
    for (let i = 0; i < count; i++) into[at[i]!] = this.at(samples[at[i]!]!);
  }

  firstFrom(t: number, low: number, after: boolean): number {
    const guess = Math.ceil(((t - this.#base) * this.#scale - this.#first) / this.#step);
    let sample = Math.min(Math.max(guess, low), this.samples);
    while (sample > low && (after ? this.at(sample - 1) > t : this.at(sample - 1) >= t)) sample--;
    while (sample < this.samples && (after ? this.at(sample) <= t : this.at(sample) < t)) sample++;
    return sample;
  }
}

/** Buckets between the line and a clock that is nearly straight. */
const guessedWithin = 4;

/** Times of a jittered or gapped clock: every 64th in memory, the others in pages. */
export class StampedTimes implements SampleTimes {
  readonly samples: number;
  readonly clock = undefined;
  readonly column: PagedColumn;
  readonly #everyBucket: Float64Array;

  constructor(column: PagedColumn, everyBucket: Float64Array) {
    this.samples = column.samples;
    this.column = column;
    this.#everyBucket = everyBucket;
  }

  at(sample: number): number {
    return (sample & (extremesBucket - 1)) === 0 ? this.#everyBucket[sample >> 6]! : this.column.at(sample);
  }

  fill(samples: Int32Array, at: Int32Array, count: number, into: Float64Array): void {
    this.column.gather(samples, at, count, into);
  }

  firstFrom(t: number, low: number, after: boolean): number {
    const starts = this.#everyBucket;
    let from = low >> 6;
    let to = starts.length;
    // most clocks are nearly straight: try a few buckets around the line first
    const slope = (to - 1 - from) / (starts[to - 1]! - starts[from]!);
    const guess = from + Math.floor((t - starts[from]!) * slope);
    if (guess - guessedWithin > from && starts[guess - guessedWithin]! < t) from = guess - guessedWithin;
    if (guess + guessedWithin < to && starts[guess + guessedWithin]! > t) to = guess + guessedWithin;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (after ? starts[middle]! <= t : starts[middle]! < t) from = middle + 1;
      else to = middle;
    }
    // starts[from] is the first bucket start that passes: the sample lies in the bucket before it
    let first = Math.max(low, (from - 1) * extremesBucket + 1);
    let last = Math.min(from * extremesBucket, this.samples);
    // where the line through the bucket's ends has it, then further and further away
    const [start, end] = [starts[from - 1]!, starts[from]!];
    let probe = Math.ceil((from - 1 + (t - start) / (end - start)) * extremesBucket);
    for (let step = 1; first < last; step *= 2) {
      const sample = probe > first ? Math.min(probe, last - 1) : first;
      const isBefore = after ? this.at(sample) <= t : this.at(sample) < t;
      if (isBefore) first = sample + 1;
      else last = sample;
      probe = isBefore ? sample + step : sample - step;
    }
    return first;
  }
}

/** Where the pixel columns of a window lie among a module's samples; found once for all its variables. */
export class PixelEdges {
  readonly times: SampleTimes;
  readonly pixelColumns: number;
  /** First sample of each pixel column; one more, the end of the last, which holds T = to. */
  readonly samples: Int32Array;
  /** s; of each pixel column's first and last sample. */
  readonly firstTimes: Float64Array;
  readonly lastTimes: Float64Array;
  readonly #fromSeconds: number;
  readonly #toSeconds: number;
  readonly #edgesSeconds: Float64Array | undefined;

  /** @param edgesSeconds where each pixel column begins, and the last one ends, where they are not equally long */
  constructor(
    times: SampleTimes,
    fromSeconds: number,
    toSeconds: number,
    pixelColumns: number,
    edgesSeconds?: Float64Array,
  ) {
    this.times = times;
    this.pixelColumns = pixelColumns;
    this.samples = new Int32Array(pixelColumns + 1);
    this.firstTimes = new Float64Array(pixelColumns);
    this.lastTimes = new Float64Array(pixelColumns);
    this.#fromSeconds = fromSeconds;
    this.#toSeconds = toSeconds;
    this.#edgesSeconds = edgesSeconds;
  }

  /** Finds pixel columns [first, end); those before are found. Again when times were missing. */
  find(first: number, end: number): void {
    const { samples, times } = this;
    let sample = first === 0 ? this.#find(0, 0) : samples[first]!;
    samples[first] = sample;
    for (let column = first; column < end; column++) {
      const start = sample;
      sample = this.#find(column + 1, start);
      samples[column + 1] = sample;
      if (sample === start) continue;
      this.firstTimes[column] = times.at(start);
      this.lastTimes[column] = times.at(sample - 1);
    }
  }

  #find(column: number, low: number): number {
    const t = this.#edgesSeconds?.[column] ?? pixelEdge(this.#fromSeconds, this.#toSeconds, this.pixelColumns, column);
    return this.times.firstFrom(t, low, column === this.pixelColumns);
  }

  /** Samples of the pixel column that has most. */
  mostSamples(): number {
    let most = 0;
    for (let column = 0; column < this.pixelColumns; column++)
      most = Math.max(most, this.samples[column + 1]! - this.samples[column]!);
    return most;
  }
}

/** s; where a pixel column of [from, to] begins. */
function pixelEdge(from: number, to: number, pixelColumns: number, column: number): number {
  return column === pixelColumns ? to : from + ((to - from) * column) / pixelColumns;
}
