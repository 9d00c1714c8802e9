import type { ModuleWriter, SampleChunk } from '../store/index.ts';

/** Samples handed to the writer at once: amortises the write without holding much. */
const chunkSamples = 16_384;

/** Gathers small blocks of one module into chunks for its writer, and keeps time from running backwards. */
export class SampleBuffer {
  /** Samples whose time had to be held back to the one before. */
  heldBack = 0;
  samples = 0;
  readonly #writer: ModuleWriter;
  readonly #types: readonly ('f32' | 'f64')[];
  #times = new Float64Array(chunkSamples);
  #columns: (Float32Array | Float64Array)[];
  #filled = 0;
  #lastSeconds = Number.NEGATIVE_INFINITY;

  constructor(writer: ModuleWriter, types: readonly ('f32' | 'f64')[]) {
    this.#writer = writer;
    this.#types = types;
    this.#columns = this.#fresh();
  }

  get filled(): boolean {
    return this.#filled === chunkSamples;
  }

  /** Takes samples from `from` on until the buffer is filled; answers where it stopped. Flush and call again for the rest. */
  take(timesUs: Float64Array, values: readonly Float64Array[], startUs: number, from: number): number {
    const count = Math.min(timesUs.length - from, chunkSamples - this.#filled);
    const at = this.#filled;
    for (let i = 0; i < count; i++) {
      const seconds = ((timesUs[from + i] ?? 0) - startUs) / 1e6;
      if (seconds < this.#lastSeconds) this.heldBack++;
      else this.#lastSeconds = seconds;
      this.#times[at + i] = this.#lastSeconds;
    }
    for (let c = 0; c < this.#columns.length; c++) {
      const source = values[c];
      // A Float32Array rounds each value as Math.fround does.
      if (source) this.#columns[c]?.set(count === source.length ? source : source.subarray(from, from + count), at);
    }
    this.#filled += count;
    this.samples += count;
    return from + count;
  }

  /** Hands the gathered samples to the writer. */
  async flush(): Promise<void> {
    if (this.#filled === 0) return;
    const chunk: SampleChunk = {
      timesSeconds: this.#times.subarray(0, this.#filled),
      columns: this.#columns.map((column) => column.subarray(0, this.#filled)),
    };
    await this.#writer.append(chunk);
    this.#times = new Float64Array(chunkSamples);
    this.#columns = this.#fresh();
    this.#filled = 0;
  }

  #fresh(): (Float32Array | Float64Array)[] {
    return this.#types.map((type) =>
      type === 'f32' ? new Float32Array(chunkSamples) : new Float64Array(chunkSamples),
    );
  }
}
