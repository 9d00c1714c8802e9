/** s kept of a live series: the widest window, and a little for what is about to leave it. */
export const keptSeconds = 65;
/** Points kept of one series: the widest window at 100 Hz. */
const mostPoints = 6500;
/** Points kept of all series of a page, 16 bytes each. */
const mostInAll = 3_000_000;
const firstCapacity = 64;

/** How many points one of so many series may keep. */
export function pointsForEach(seriesCount: number): number {
  return Math.max(firstCapacity, Math.min(mostPoints, Math.floor(mostInAll / Math.max(1, seriesCount))));
}

/**
 * The last seconds of one live series, oldest first, bounded by points, too. Mutable and outside React: painters read it
 * at each frame.
 */
export class SeriesBuffer {
  /** Grows at each change, so that a painter knows whether it has something to draw. */
  version = 0;
  private times = new Float64Array(firstCapacity);
  private values = new Float64Array(firstCapacity);
  private start = 0;
  private count = 0;
  readonly #most: () => number;

  /** @param most points at this moment */
  constructor(most: () => number = () => mostPoints) {
    this.#most = most;
  }

  get length(): number {
    return this.count;
  }

  /** Adds a point; null is a gap. A time before the last one is another record: what was there goes. */
  push(seconds: number, value: number | null): void {
    if (this.count > 0 && seconds < this.timeAt(this.count - 1)) this.clear();
    while (this.count > 0 && (this.timeAt(0) < seconds - keptSeconds || this.count >= this.#most())) this.dropFirst();
    if (this.count === this.times.length) this.grow();
    const slot = (this.start + this.count) % this.times.length;
    this.times[slot] = seconds;
    this.values[slot] = value ?? Number.NaN;
    this.count++;
    this.version++;
  }

  clear(): void {
    this.start = 0;
    this.count = 0;
    this.version++;
  }

  /** s */
  timeAt(index: number): number {
    return this.times[(this.start + index) % this.times.length] ?? Number.NaN;
  }

  /** NaN in a gap. */
  valueAt(index: number): number {
    return this.values[(this.start + index) % this.values.length] ?? Number.NaN;
  }

  /** The newest value that is not a gap; NaN when there is none. */
  latest(): number {
    for (let index = this.count - 1; index >= 0; index--) {
      const value = this.valueAt(index);
      if (!Number.isNaN(value)) return value;
    }
    return Number.NaN;
  }

  /** The index of the first point at or after a time; `length` when there is none. */
  indexFrom(seconds: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.timeAt(middle) < seconds) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Smallest and largest value from an index on; undefined when there is none. */
  extent(from = 0): readonly [number, number] | undefined {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let index = from; index < this.count; index++) {
      const value = this.valueAt(index);
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return low <= high ? [low, high] : undefined;
  }

  private dropFirst(): void {
    this.start = (this.start + 1) % this.times.length;
    this.count--;
  }

  private grow(): void {
    const capacity = Math.min(this.#most(), this.times.length * 2);
    const times = new Float64Array(Math.max(capacity, this.count + 1));
    const values = new Float64Array(times.length);
    for (let index = 0; index < this.count; index++) {
      times[index] = this.timeAt(index);
      values[index] = this.valueAt(index);
    }
    this.times = times;
    this.values = values;
    this.start = 0;
  }
}
