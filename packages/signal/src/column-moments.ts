import type { FoldedMoments, Moments } from './fold-buckets.ts';
import { fanOut, fanShift, levelCounts } from './pyramid-shape.ts';

/** Of one bucket: its count, and four doubles. */
const bucketBytes = 36;

/**
 * Moments of what was added, one after the other (Chan, Golub and LeVeque 1979); the sum keeps what each addition loses
 * (Neumaier 1974).
 */
export class MomentsSum {
  #count = 0;
  #sum = 0;
  #lost = 0;
  #m2 = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;

  reset(): void {
    this.#count = this.#sum = this.#lost = this.#m2 = 0;
    this.#min = Number.POSITIVE_INFINITY;
    this.#max = Number.NEGATIVE_INFINITY;
  }

  add(count: number, sum: number, m2: number, min: number, max: number): void {
    if (count === 0) return;
    if (this.#count > 0) {
      const between = sum / count - (this.#sum + this.#lost) / this.#count;
      this.#m2 += (between * between * this.#count * count) / (this.#count + count);
    }
    const next = this.#sum + sum;
    this.#lost += Math.abs(this.#sum) >= Math.abs(sum) ? this.#sum - next + sum : sum - next + this.#sum;
    this.#sum = next;
    this.#count += count;
    this.#m2 += m2;
    if (min < this.#min) this.#min = min;
    if (max > this.#max) this.#max = max;
  }

  /** Buckets [start, end). */
  addBuckets({ count, sum, m2, min, max }: FoldedMoments, start: number, end: number): void {
    for (let i = start; i < end; i++) this.add(count[i]!, sum[i]!, m2[i]!, min[i]!, max[i]!);
  }

  get moments(): Moments {
    const isEmpty = this.#count === 0;
    return {
      count: this.#count,
      sum: this.#sum + this.#lost,
      m2: this.#m2,
      min: isEmpty ? Number.NaN : this.#min,
      max: isEmpty ? Number.NaN : this.#max,
    };
  }
}

/** Whole buckets of a column in levels, each of eight of the one below. Lies in a PyramidMemory until released. */
export class ColumnMoments {
  /** Where it lies. */
  readonly address: number;
  /** Samples in a bucket of the first level: 2 to the power of this. */
  readonly shift: number;
  /** Of the first level. */
  readonly buckets: number;
  readonly #levels: readonly FoldedMoments[];

  constructor(memory: ArrayBuffer, address: number, shift: number, buckets: number) {
    this.address = address;
    this.shift = shift;
    this.buckets = buckets;
    let at = address;
    const doubles = (count: number) => {
      const array = new Float64Array(memory, at, count);
      at += array.byteLength;
      return array;
    };
    const levels = levelCounts(buckets).map((count) => {
      return { sum: doubles(count), m2: doubles(count), min: doubles(count), max: doubles(count) };
    });
    this.#levels = levels.map((level) => {
      const count = new Int32Array(memory, at, level.sum.length);
      at += count.byteLength;
      return { count, ...level };
    });
  }

  static bytesOf(buckets: number): number {
    return levelCounts(buckets).reduce((bytes, count) => bytes + count * bucketBytes, 0);
  }

  /**
   * Puts the next buckets in.
   * @param fine of 2 to the power of `fineShift` samples; what does not fill a bucket here is left out
   */
  fill(from: number, fine: FoldedMoments, fineShift: number): void {
    const [base] = this.#levels;
    const perBucket = 2 ** (this.shift - fineShift);
    const whole = Math.min(Math.floor(fine.count.length / perBucket), this.buckets - from);
    if (base) fold(fine, perBucket, base, from, whole);
  }

  /** Makes the levels above, once the first is full. */
  raise(): void {
    for (const [level, above] of this.#levels.slice(1).entries()) {
      fold(this.#levels[level]!, fanOut, above, 0, above.count.length);
    }
  }

  /** Adds buckets [start, end) of the first level: some of each level, never more than fourteen where one stands above. */
  addTo(total: MomentsSum, start: number, end: number): void {
    let [from, to] = [start, end];
    for (const [place, level] of this.#levels.entries()) {
      const isTop = place + 1 === this.#levels.length;
      const wholeFrom = Math.ceil(from / fanOut);
      const wholeTo = to >> fanShift;
      if (isTop || wholeFrom >= wholeTo) {
        total.addBuckets(level, from, to);
        return;
      }
      total.addBuckets(level, from, wholeFrom * fanOut);
      total.addBuckets(level, wholeTo * fanOut, to);
      from = wholeFrom;
      to = wholeTo;
    }
  }
}

/** Each `perBucket` of the fine ones to one, `count` of them, from a place on. */
function fold(fine: FoldedMoments, perBucket: number, into: FoldedMoments, from: number, count: number): void {
  const total = new MomentsSum();
  for (let bucket = 0; bucket < count; bucket++) {
    total.reset();
    total.addBuckets(fine, bucket * perBucket, (bucket + 1) * perBucket);
    const moments = total.moments;
    into.count[from + bucket] = moments.count;
    into.sum[from + bucket] = moments.sum;
    into.m2[from + bucket] = moments.m2;
    into.min[from + bucket] = moments.min;
    into.max[from + bucket] = moments.max;
  }
}
