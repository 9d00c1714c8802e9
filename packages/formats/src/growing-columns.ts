type Values = Float32Array | Float64Array;

/** Columns that grow by doubling: a row at a time, without knowing how many there will be. */
export class GrowingColumns {
  length = 0;
  #times = new Float64Array(256);
  readonly #values: Values[];

  constructor(types: readonly ('f32' | 'f64')[]) {
    this.#values = types.map((type) => (type === 'f32' ? new Float32Array(256) : new Float64Array(256)));
  }

  /** Adds a row; `read(i)` gives the value of column i. */
  add(time: number, read: (column: number) => number): void {
    if (this.length === this.#times.length) this.#grow();
    this.#times[this.length] = time;
    for (let i = 0; i < this.#values.length; i++) {
      const column = this.#values[i];
      if (column) column[this.length] = read(i);
    }
    this.length++;
  }

  /** The rows in time order; rows of equal time stay as they came. */
  sorted(): { timesSeconds: Float64Array; values: Values[] } {
    const times = this.#times.subarray(0, this.length);
    const values = this.#values.map((column) => column.subarray(0, this.length));
    if (times.every((time, i) => i === 0 || (times[i - 1] ?? time) <= time)) {
      return { timesSeconds: times.slice(), values: values.map((column) => column.slice()) };
    }
    const order = Uint32Array.from(times, (_, i) => i).sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b);
    const pick = <A extends Values>(from: A, to: A): A => {
      for (let i = 0; i < order.length; i++) to[i] = from[order[i] ?? 0] ?? Number.NaN;
      return to;
    };
    return {
      timesSeconds: pick<Float64Array>(times, new Float64Array(this.length)),
      values: values.map((column) =>
        column instanceof Float32Array
          ? pick<Float32Array>(column, new Float32Array(this.length))
          : pick<Float64Array>(column, new Float64Array(this.length)),
      ),
    };
  }

  #grow(): void {
    const times = new Float64Array(this.#times.length * 2);
    times.set(this.#times);
    this.#times = times;
    for (let i = 0; i < this.#values.length; i++) {
      const old = this.#values[i];
      if (!old) continue;
      const grown = old instanceof Float32Array ? new Float32Array(times.length) : new Float64Array(times.length);
      grown.set(old);
      this.#values[i] = grown;
    }
  }
}
