/** s kept of a live series: who freezes the curves looks back over a whole training. */
export const keptSeconds = 2 * 3600;
/** Points kept of one series: so long at 20 Hz, which is what most devices stream. */
const mostPoints = 144_000;
/** Points kept of all series of a page, 16 bytes each. */
const mostInAll = 3_000_000;
const firstCapacity = 64;
/** A step so many times the usual one is a stretch that did not come. */
const gapSteps = 2.5;
/** s; shorter is jitter of the network. */
const shortestGap = 0.25;
/** Steps after which it is known which is usual. */
const stepsToKnow = 8;

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
  /** s between points, as it mostly is, and how many made it. */
  #step = { seconds: 0, seen: 0 };
  readonly #most: () => number;

  /** @param most points at this moment */
  constructor(most: () => number = () => mostPoints) {
    this.#most = most;
  }

  get length(): number {
    return this.count;
  }

  /**
   * Adds a point; null is a gap, and so is a step much longer than the others. A time before the last one is another
   * record: what was there goes.
   */
  push(seconds: number, value: number | null): void {
    const last = this.timeAt(this.count - 1);
    if (this.count > 0 && seconds < last) this.clear();
    else if (this.count > 0 && this.#isGap(seconds - last)) this.#add((last + seconds) / 2, null);
    this.#add(seconds, value);
  }

  /** Learns which step is usual; one that is too long counts as long as it may be. */
  #isGap(step: number): boolean {
    const { seconds, seen } = this.#step;
    const isKnown = seen >= stepsToKnow;
    const isLong = isKnown && step > shortestGap && step > gapSteps * seconds;
    const counted = isLong ? gapSteps * seconds : step;
    this.#step = { seconds: seconds + (counted - seconds) / Math.min(seen + 1, 4 * stepsToKnow), seen: seen + 1 };
    return isLong;
  }

  #add(seconds: number, value: number | null): void {
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
    this.#step = { seconds: 0, seen: 0 };
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

  /** The value nearest to a time, of at most `within` s away; NaN in a gap, and where there is none. */
  valueNear(seconds: number, within: number): number {
    const after = this.indexFrom(seconds);
    const index =
      after === this.count || seconds - this.timeAt(after - 1) < this.timeAt(after) - seconds ? after - 1 : after;
    if (index < 0 || Math.abs(this.timeAt(index) - seconds) > within) return Number.NaN;
    return this.valueAt(index);
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

  /** Smallest and largest value from an index on, up to another one; undefined when there is none. */
  extent(from = 0, before = this.count): readonly [number, number] | undefined {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let index = from; index < before; index++) {
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
