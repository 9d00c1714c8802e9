import { type BlockHeader, type ModuleMeta, unpackSamples } from '@sillage/device-protocol';
import type { ModuleWriter } from '../store/index.ts';

/** Samples handed to the writer at once: amortises the write without holding much. */
const chunkSamples = 16_384;
/** Samples of a block, at most. */
const blockSamples = 65_535;
/** Room for what was kept of a chunk and the block that fills it; memory that is not used is not there. */
const capacity = 2 * blockSamples;
/** s by which time may run ahead of what sequence and rate say, and nobody asks whether it is true. */
const toleranceSeconds = 0.1;

/**
 * Gathers small blocks of one module into chunks for its writer, and keeps time from running backwards: samples from the
 * future are put where their neighbours say, others that go back wait for time to pass the ones before.
 */
export class SampleBuffer {
  /** Samples whose time had to be held back to the one before. */
  heldBack = 0;
  /** Samples whose time was later than that of their successors, and was put among their neighbours'. */
  fromFuture = 0;
  samples = 0;
  readonly #writer: ModuleWriter;
  readonly #times = new Float64Array(capacity);
  readonly #columns: readonly (Float32Array | Float64Array)[];
  #filled = 0;
  /** Where the last block begins. */
  #blockAt = 0;
  #lastSeconds = Number.NEGATIVE_INFINITY;
  /** Time of the sample before the first that is here. */
  #beforeSeconds = Number.NEGATIVE_INFINITY;
  #nextSequence = 0;
  /** The last sample here that jumped ahead of what sequence and rate say, and how far sequence and rate would have it. */
  #jump: { at: number; readonly stepSeconds: number } | undefined;

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
    const period = 1 / module.rateHz;
    unpackSamples(bytes, header, module, { timesUs: times, columns: this.#columns, at });
    const missing = Math.max(0, header.sequence - this.#nextSequence);
    let step = (missing * count + 1) * period;
    let last = this.#lastSeconds;
    let latest = (Number.isFinite(last) ? last : -period) + step + toleranceSeconds;
    for (let i = at; i < at + count; i++) {
      const seconds = ((times[i] ?? 0) - startUs) / 1e6;
      if (seconds < last) last = this.#goBack(i, seconds, last, period);
      else {
        if (seconds > latest) this.#jump = { at: i, stepSeconds: step };
        last = seconds;
      }
      times[i] = last;
      step = period;
      latest = last + period + toleranceSeconds;
    }
    this.#nextSequence = header.sequence + 1;
    this.#lastSeconds = last;
    this.#blockAt = at;
    this.#filled += count;
    this.samples += count;
  }

  /** Hands the gathered samples to the writer, but for those that the next block may yet show to be from the future. */
  async flush(): Promise<void> {
    const jumpAt = this.#jump?.at ?? this.#blockAt;
    const end = Math.min(this.#filled - jumpAt > chunkSamples ? this.#blockAt : jumpAt, this.#blockAt);
    await this.#write(end);
    this.#times.copyWithin(0, end, this.#filled);
    for (const column of this.#columns) column.copyWithin(0, end, this.#filled);
    this.#filled -= end;
    this.#blockAt -= end;
    if (jumpAt < end) this.#jump = undefined;
    else if (this.#jump !== undefined) this.#jump.at -= end;
  }

  /** Hands all that is left to the writer: nothing comes any more. */
  async end(): Promise<void> {
    await this.#write(this.#filled);
    this.#filled = 0;
  }

  async #write(end: number): Promise<void> {
    if (end === 0) return;
    await this.#writer.append({
      timesSeconds: this.#times.subarray(0, end),
      columns: this.#columns.map((column) => column.subarray(0, end)),
    });
    this.#beforeSeconds = this.#times[end - 1] ?? this.#beforeSeconds;
  }

  /**
   * Sample `i` is earlier than the one before: either time went back, or those since the last jump are from the future.
   * What is nearer to sequence and rate is believed. Answers the time that the sample gets.
   */
  #goBack(i: number, seconds: number, last: number, period: number): number {
    const jump = this.#jump;
    const believed = jump && this.#timeBefore(jump.at);
    if (jump === undefined || believed === undefined || !this.#isFromFuture(jump, believed, i, seconds, last, period)) {
      this.heldBack++;
      return last;
    }
    const kept = Math.max(seconds, believed);
    if (kept > seconds) this.heldBack++;
    // The first samples of a record lie before their successors: some modules begin later than their record.
    const first = Number.isFinite(believed) ? believed + jump.stepSeconds : kept - (i - jump.at) * period;
    for (let k = jump.at; k < i; k++) {
      const us = Math.round((first + (k - jump.at) * period) * 1e6);
      this.#times[k] = Math.min(kept, us / 1e6);
    }
    this.fromFuture += i - jump.at;
    this.#jump = undefined;
    return kept;
  }

  #isFromFuture(
    { at, stepSeconds }: { readonly at: number; readonly stepSeconds: number },
    believed: number,
    i: number,
    seconds: number,
    last: number,
    period: number,
  ): boolean {
    const from = (Number.isFinite(believed) ? believed : -period) + stepSeconds;
    return Math.abs(seconds - from - (i - at) * period) < Math.abs(seconds - last - period);
  }

  #timeBefore(at: number): number {
    return at === 0 ? this.#beforeSeconds : (this.#times[at - 1] ?? this.#beforeSeconds);
  }
}
