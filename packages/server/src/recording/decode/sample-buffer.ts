import { type BlockHeader, type ModuleMeta, unpackSamples } from '@sillage/device-protocol';
import type { ModuleWriter } from '../store/index.ts';

/** Samples handed to the writer at once: amortises the write without holding much. */
const chunkSamples = 16_384;
/** Room for a chunk and the block that fills it; memory that is not used is not there. */
const capacity = chunkSamples + 65_535;

/** Gathers small blocks of one module into chunks for its writer, and keeps time from running backwards. */
export class SampleBuffer {
  /** Samples whose time had to be held back to the one before. */
  heldBack = 0;
  samples = 0;
  readonly #writer: ModuleWriter;
  readonly #times = new Float64Array(capacity);
  readonly #columns: readonly (Float32Array | Float64Array)[];
  #filled = 0;
  #lastSeconds = Number.NEGATIVE_INFINITY;

  constructor(writer: ModuleWriter, types: readonly ('f32' | 'f64')[]) {
    this.#writer = writer;
    // A Float32Array rounds each value as Math.fround does.
    this.#columns = types.map((type) => (type === 'f32' ? new Float32Array(capacity) : new Float64Array(capacity)));
  }

  /** To be flushed before it takes more. */
  get filled(): boolean {
    return this.#filled >= chunkSamples;
  }

  take(bytes: Uint8Array, header: BlockHeader, module: ModuleMeta, startUs: number): void {
    const at = this.#filled;
    const times = this.#times;
    const count = header.sampleCount;
    unpackSamples(bytes, header, module, { timesUs: times, columns: this.#columns, at });
    let last = this.#lastSeconds;
    for (let i = at; i < at + count; i++) {
      const seconds = ((times[i] ?? 0) - startUs) / 1e6;
      if (seconds < last) this.heldBack++;
      else last = seconds;
      times[i] = last;
    }
    this.#lastSeconds = last;
    this.#filled += count;
    this.samples += count;
  }

  /** Hands the gathered samples to the writer. */
  async flush(): Promise<void> {
    if (this.#filled === 0) return;
    await this.#writer.append({
      timesSeconds: this.#times.subarray(0, this.#filled),
      columns: this.#columns.map((column) => column.subarray(0, this.#filled)),
    });
    this.#filled = 0;
  }
}
