import type { PagedColumn } from './paged-column.ts';
import { extremesBucket } from './pyramid-shape.ts';

/** Times of a module's samples (s), never decreasing. */
export interface SampleTimes {
  readonly samples: number;
  at(sample: number): number;
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
  readonly #base: number;
  readonly #first: number;
  readonly #step: number;
  readonly #scale: number;

  constructor({ base, first, step, scale }: SteadyClock, samples: number) {
    this.samples = samples;
    this.#base = base;
    this.#first = first;
    this.#step = step;
    this.#scale = scale;
  }

  at(sample: number): number {
    return this.#base + (this.#first + sample * this.#step) / this.#scale;
  }

  firstFrom(t: number, low: number, after: boolean): number {
    const guess = Math.ceil(((t - this.#base) * this.#scale - this.#first) / this.#step);
    let sample = Math.min(Math.max(guess, low), this.samples);
    while (sample > low && (after ? this.at(sample - 1) > t : this.at(sample - 1) >= t)) sample--;
    while (sample < this.samples && (after ? this.at(sample) <= t : this.at(sample) < t)) sample++;
    return sample;
  }
}

/** Times of a jittered or gapped clock: every 64th in memory, the others in pages. */
export class StampedTimes implements SampleTimes {
  readonly samples: number;
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

  firstFrom(t: number, low: number, after: boolean): number {
    const starts = this.#everyBucket;
    let from = low >> 6;
    let to = starts.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (after ? starts[middle]! <= t : starts[middle]! < t) from = middle + 1;
      else to = middle;
    }
    // starts[from] is the first bucket start that passes: the sample lies in the bucket before it
    let first = Math.max(low, (from - 1) * extremesBucket + 1);
    let last = Math.min(from * extremesBucket, this.samples);
    while (first < last) {
      const middle = (first + last) >> 1;
      if (after ? this.at(middle) <= t : this.at(middle) < t) first = middle + 1;
      else last = middle;
    }
    return first;
  }
}

/**
 * Finds sample numbers where the pixel columns of [from, to] begin, and the end of the last, which holds T = to.
 * @param edges one more than pixel columns; those of [first, end) are filled, the ones before are there
 */
export function findPixelEdges(
  times: SampleTimes,
  fromSeconds: number,
  toSeconds: number,
  edges: Int32Array,
  first: number,
  end: number,
): void {
  const pixelColumns = edges.length - 1;
  let sample = first === 0 ? 0 : edges[first - 1]!;
  for (let column = first; column < end; column++) {
    const t = pixelEdge(fromSeconds, toSeconds, pixelColumns, column);
    sample = times.firstFrom(t, sample, column === pixelColumns);
    edges[column] = sample;
  }
}

/** s; where a pixel column of [from, to] begins. */
export function pixelEdge(from: number, to: number, pixelColumns: number, column: number): number {
  return column === pixelColumns ? to : from + ((to - from) * column) / pixelColumns;
}
