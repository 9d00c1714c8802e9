import { limits } from '@sillage/contract';

/** The last points of one live series, oldest first. Mutable and outside React: painters read it at each frame. */
export class SeriesBuffer {
  /** Grows at each change, so that a painter knows whether it has something to draw. */
  version = 0;
  private readonly times: Float64Array;
  private readonly values: Float64Array;
  private start = 0;
  private count = 0;

  constructor(capacity: number = limits.liveBufferPoints) {
    this.times = new Float64Array(capacity);
    this.values = new Float64Array(capacity);
  }

  get length(): number {
    return this.count;
  }

  /** Adds a point; null is a gap. A time before the last one is another record: what was there goes. */
  push(seconds: number, value: number | null): void {
    if (this.count > 0 && seconds < this.timeAt(this.count - 1)) this.clear();
    const capacity = this.times.length;
    const slot = (this.start + this.count) % capacity;
    this.times[slot] = seconds;
    this.values[slot] = value ?? Number.NaN;
    if (this.count < capacity) this.count++;
    else this.start = (this.start + 1) % capacity;
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

  /** Smallest and largest value; undefined when there is none. */
  extent(): readonly [number, number] | undefined {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let index = 0; index < this.count; index++) {
      const value = this.valueAt(index);
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return low <= high ? [low, high] : undefined;
  }
}
