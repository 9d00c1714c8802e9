/** Times of the samples of a module, which all its variables share. */
export interface SampleClock {
  readonly samples: number;
  /** s since the record's start, never decreasing; of as many samples as there is room, from one on. */
  readTimes(from: number, into: Float64Array): void;
}

/** Samples that can be read anywhere; NaN = no value. */
export interface SampleColumn {
  readonly clock: SampleClock;
  /** As many samples as there is room, from one on: they are all there. */
  read(from: number, into: Float64Array): void;
}

export interface ScratchColumn extends SampleColumn {
  /** Anywhere; what was never written may be anything. */
  write(from: number, values: Float64Array): void;
}

/** Where a formula's samples come from, and where what is made on the way lies. */
export interface SamplesAtHand {
  /** Of a variable that is there; those of one module answer the same clock. */
  column(variable: string): SampleColumn;
  scratch(clock: SampleClock): ScratchColumn;
}

/** Samples of one read or write. */
export const blockSamples = 8192;

/** The blocks of a stretch of samples. */
export function* blocksOf(from: number, to: number): Generator<{ readonly from: number; readonly to: number }> {
  for (let at = from; at < to; at += blockSamples) yield { from: at, to: Math.min(to, at + blockSamples) };
}

/** The same, the last one first. */
export function* blocksBackward(from: number, to: number): Generator<{ readonly from: number; readonly to: number }> {
  for (let at = to; at > from; at -= blockSamples) yield { from: Math.max(from, at - blockSamples), to: at };
}

/** Reads one sample after the other, with its time. */
export class Walk {
  readonly #column: SampleColumn;
  readonly #times = new Float64Array(blockSamples);
  readonly #values = new Float64Array(blockSamples);
  #from = 0;
  #to = 0;

  constructor(column: SampleColumn) {
    this.#column = column;
  }

  #place(i: number): number {
    if (i < this.#from || i >= this.#to) {
      const { clock } = this.#column;
      const to = Math.min(clock.samples, i + blockSamples);
      clock.readTimes(i, this.#times.subarray(0, to - i));
      this.#column.read(i, this.#values.subarray(0, to - i));
      this.#from = i;
      this.#to = to;
    }
    return i - this.#from;
  }

  time(i: number): number {
    return this.#times[this.#place(i)]!;
  }

  /** NaN for what is no number. */
  value(i: number): number {
    const value = this.#values[this.#place(i)]!;
    return Number.isFinite(value) ? value : Number.NaN;
  }
}

/** Writes one sample after the other. */
export class Pen {
  readonly #column: ScratchColumn;
  readonly #values = new Float64Array(blockSamples);
  #from = 0;
  #held = 0;

  constructor(column: ScratchColumn) {
    this.#column = column;
  }

  put(value: number): void {
    this.#values[this.#held++] = value;
    if (this.#held === blockSamples) this.flush();
  }

  flush(): void {
    this.#column.write(this.#from, this.#values.subarray(0, this.#held));
    this.#from += this.#held;
    this.#held = 0;
  }
}
