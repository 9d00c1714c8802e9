import { placeOf } from '@sillage/domain';

/** Which sequences of a module were received: sorted, disjoint ranges, few even after hours with losses. */
export class SequenceSet {
  /** start, end (exclusive), start, end, … */
  readonly #bounds: number[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Stretches without a gap. */
  get ranges(): number {
    return this.#bounds.length / 2;
  }

  /** Behind the last one. */
  get end(): number {
    return this.#bounds.at(-1) ?? 0;
  }

  /** Adds a sequence; false when it was there. */
  add(sequence: number): boolean {
    const bounds = this.#bounds;
    const last = bounds.length - 1;
    if (last > 0 && bounds[last] === sequence) bounds[last] = sequence + 1;
    else if (!this.#insert(sequence)) return false;
    this.#size++;
    return true;
  }

  has(sequence: number): boolean {
    return this.#rank(sequence) % 2 === 1;
  }

  /** The sequences from `from` and below `count` that are not there, at most `limit` of them. */
  missing(count: number, limit = Number.POSITIVE_INFINITY, from = 0): number[] {
    const found: number[] = [];
    let expected = from;
    for (let i = 0; i <= this.#bounds.length && expected < count; i += 2) {
      const start = Math.min(this.#bounds[i] ?? count, count);
      for (; expected < start; expected++) {
        if (found.length >= limit) return found;
        found.push(expected);
      }
      expected = Math.max(expected, this.#bounds[i + 1] ?? count);
    }
    return found;
  }

  /** How many sequences below `count` are not there. */
  countMissing(count: number): number {
    let present = 0;
    for (let i = 0; i < this.#bounds.length; i += 2) {
      const start = Math.min(this.#bounds[i] ?? 0, count);
      present += Math.min(this.#bounds[i + 1] ?? 0, count) - start;
    }
    return Math.max(0, count - present);
  }

  /** How many bounds are ≤ sequence: odd inside a range. */
  #rank(sequence: number): number {
    return placeOf(this.#bounds, sequence, true);
  }

  #insert(sequence: number): boolean {
    const bounds = this.#bounds;
    const rank = this.#rank(sequence);
    if (rank % 2 === 1) return false;
    const joinsBefore = rank > 0 && bounds[rank - 1] === sequence;
    const joinsAfter = bounds[rank] === sequence + 1;
    if (joinsBefore && joinsAfter) bounds.splice(rank - 1, 2);
    else if (joinsBefore) bounds[rank - 1] = sequence + 1;
    else if (joinsAfter) bounds[rank] = sequence;
    else bounds.splice(rank, 0, sequence, sequence + 1);
    return true;
  }
}
