import type { SignalKernel } from './link-kernel.ts';
import {
  addressesAt,
  clockAt,
  cutsAt,
  deskColumns,
  edgesAt,
  endValuesAt,
  extremeSamplesAt,
  extremesAt,
  firstTimesAt,
  lastTimesAt,
  penAt,
  pointSamplesAt,
  pointsPerColumn,
  pointTimesAt,
  pointValuesAt,
  timelessAt,
} from './memory-places.ts';
import type { ColumnPyramid, PyramidMemory } from './pyramid-memory.ts';
import type { PixelEdges, SampleTimes } from './sample-times.ts';

const points = deskColumns * pointsPerColumn;

/** The part of a signal memory where a stretch of pixel columns is drawn: what is known of each, and the points that come of it. */
export class CurveDesk {
  /** First sample of each pixel column, and the end of the last. */
  readonly edges: Int32Array;
  /** For each of these the address of the sample before it, and its own. */
  readonly addresses: Uint32Array;
  /** Values of the first and last sample of each pixel column; NaN where there is none. */
  readonly endValues: Float64Array;
  /** Minimum and −maximum of each, of those two and of the whole buckets between them. */
  readonly extremes: Float64Array;
  /** Their samples; −1 where the first or the last sample has it. */
  readonly extremeSamples: Int32Array;
  /** Buckets cut by the pixel column's start (1) and end (2) that are still to be looked into. */
  readonly cuts: Uint8Array;
  /** Of the points, in time order. */
  readonly samples: Int32Array;
  /** s */
  readonly times: Float64Array;
  /** NaN where the line breaks. */
  readonly values: Float64Array;
  readonly #kernel: SignalKernel;
  readonly #pyramids: PyramidMemory;
  /** Points, points whose time is not known yet, first sample without a value since the last point. */
  readonly #pen: Int32Array;
  readonly #clock: Float64Array;
  readonly #timeless: Int32Array;
  readonly #firstTimes: Float64Array;
  readonly #lastTimes: Float64Array;

  constructor(memory: ArrayBuffer, kernel: SignalKernel, pyramids: PyramidMemory) {
    this.#kernel = kernel;
    this.#pyramids = pyramids;
    this.edges = new Int32Array(memory, edgesAt, deskColumns + 1);
    this.addresses = new Uint32Array(memory, addressesAt, (deskColumns + 1) * 2);
    this.endValues = new Float64Array(memory, endValuesAt, deskColumns * 2);
    this.extremes = new Float64Array(memory, extremesAt, deskColumns * 2);
    this.extremeSamples = new Int32Array(memory, extremeSamplesAt, deskColumns * 2);
    this.cuts = new Uint8Array(memory, cutsAt, deskColumns);
    this.samples = new Int32Array(memory, pointSamplesAt, points);
    this.times = new Float64Array(memory, pointTimesAt, points);
    this.values = new Float64Array(memory, pointValuesAt, points);
    this.#pen = new Int32Array(memory, penAt, 3);
    this.#clock = new Float64Array(memory, clockAt, 4);
    this.#timeless = new Int32Array(memory, timelessAt, points);
    this.#firstTimes = new Float64Array(memory, firstTimesAt, deskColumns);
    this.#lastTimes = new Float64Array(memory, lastTimesAt, deskColumns);
  }

  /** Points on the desk. */
  get count(): number {
    return this.#pen[0]!;
  }

  /** First sample without a value since the last point; −1 when there is none. */
  get gap(): number {
    return this.#pen[2]!;
  }

  set gap(sample: number) {
    this.#pen[2] = sample;
  }

  /** Takes the points away and lays the edges of pixel columns [from, to). */
  lay(edges: PixelEdges, from: number, to: number, gap: number): void {
    this.edges.set(edges.samples.subarray(from, to + 1));
    this.#firstTimes.set(edges.firstTimes.subarray(from, to));
    this.#lastTimes.set(edges.lastTimes.subarray(from, to));
    if (edges.times.clock) this.#clock.set(edges.times.clock);
    this.#pen[0] = this.#pen[1] = 0;
    this.#pen[2] = gap;
  }

  /** Extremes of the first `columns` pixel columns, of which edges and addresses were laid. */
  fold(pyramid: ColumnPyramid, columns: number): void {
    this.#pyramids.show(pyramid);
    const fold = pyramid.isWide ? this.#kernel.fold64 : this.#kernel.fold32;
    fold(columns, pyramid.shift, pyramid.samples);
  }

  /** Points of folded pixel columns from one on. @returns the first that is not usual, which it left; `to` where there is none */
  draw(from: number, to: number, times: SampleTimes): number {
    return this.#kernel.drawFolded(from, to, times.clock ? 1 : 0);
  }

  add(sample: number, value: number): void {
    const count = this.#pen[0]!;
    this.samples[count] = sample;
    this.values[count] = value;
    this.#timeless[this.#pen[1]!] = count;
    this.#pen[0] = count + 1;
    this.#pen[1] = this.#pen[1]! + 1;
  }

  /** A copy of the points. */
  take(): { readonly timesSeconds: Float64Array; readonly values: Float64Array } {
    return { timesSeconds: this.times.slice(0, this.count), values: this.values.slice(0, this.count) };
  }

  /** Times of those points that have none yet, all at once. */
  findTimes(of: SampleTimes): void {
    of.fill(this.samples, this.#timeless, this.#pen[1]!, this.times);
  }
}
