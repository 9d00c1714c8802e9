import type { CurveDesk } from './curve-desk.ts';
import { wholeSamples } from './memory-places.ts';
import type { PageArena } from './page-arena.ts';
import type { PagedColumn } from './paged-column.ts';
import type { ColumnPyramid, PyramidBuckets } from './pyramid-memory.ts';
import type { PixelEdges } from './sample-times.ts';
import type { SignalMemory } from './signal-memory.ts';

/** log2 of the samples looked through at once where no pyramid says which of them are empty. */
const fallbackShift = 6;
/** Samples a pixel column up to which they are all scanned: quicker than the pyramid there (bench/zoom.bench.ts). */
export const scannedWhole = 512;

/**
 * M4 of one column: of every pixel column the first, a minimum, a maximum and the last sample that has a value, without
 * doubles. One NaN point stands for the missing samples between two drawn ones of neighbouring pixel columns. The kernel
 * draws the usual pixel columns of a long window; this does what is rare, and short windows.
 * Where pages are missing the result is provisional: load `column.missing` and draw again.
 */
export class CurvePen {
  readonly #arena: PageArena;
  readonly #desk: CurveDesk;
  readonly #column: PagedColumn;
  readonly #pyramid: ColumnPyramid | undefined;
  readonly #buckets: PyramidBuckets | undefined;
  #min = 0;
  #max = 0;
  #minAt = 0;
  #maxAt = 0;

  /** Where the present stretch began, to draw it again; whether anything was drawn before it, and the gap there. */
  #stretchFrom = -1;
  #stretchBegun = false;
  #stretchGap = -1;
  /** Points of the present stretch, and the first sample without a value behind them. */
  #drawn = 0;
  #gap = -1;

  /** @param pyramid read above `scannedWhole` samples a pixel column; without it every sample is scanned */
  constructor(memory: SignalMemory, column: PagedColumn, pyramid: ColumnPyramid | undefined) {
    this.#arena = memory.pages;
    this.#desk = memory.desk;
    this.#column = column;
    this.#pyramid = pyramid;
    this.#buckets = pyramid && memory.pyramids.buckets(pyramid);
  }

  /**
   * Draws pixel columns [from, to), the next ones or, after loading what was missing, the same ones again; `deskColumns`
   * of them at most. Their points lie on the desk until anything else is drawn.
   */
  draw(edges: PixelEdges, from: number, to: number): void {
    const desk = this.#desk;
    if (from !== this.#stretchFrom) {
      this.#stretchBegun ||= this.#drawn > 0;
      this.#stretchGap = this.#gap;
      this.#stretchFrom = from;
    }
    desk.lay(edges, from, to, this.#stretchGap);
    if (this.#pyramid && this.#column.samples > 0) {
      this.#column.locate(desk.edges, to - from + 1, desk.addresses);
      desk.fold(this.#pyramid, to - from);
      this.#drawFolded(edges, to - from);
    } else for (let column = 0; column < to - from; column++) this.#drawColumn(column);
    desk.findTimes(edges.times);
    this.#drawn = desk.count;
    this.#gap = desk.gap;
  }

  #drawFolded({ times }: PixelEdges, to: number): void {
    for (let column = 0; ; column++) {
      column = this.#desk.draw(column, to, times);
      if (column >= to) return;
      this.#drawColumn(column);
    }
  }

  #point(sample: number, value: number): void {
    const desk = this.#desk;
    if (desk.gap >= 0) {
      if (this.#stretchBegun || desk.count > 0) desk.add(desk.gap, Number.NaN);
      desk.gap = -1;
    }
    desk.add(sample, value);
  }

  #drawSamples(start: number, end: number): void {
    for (let sample = start; sample < end; sample++) {
      const value = this.#column.at(sample);
      if (!Number.isNaN(value)) this.#point(sample, value);
      else if (this.#desk.gap < 0) this.#desk.gap = sample;
    }
  }

  /** @param onDesk its place on the desk */
  #drawColumn(onDesk: number): void {
    const [column, desk] = [this.#column, this.#desk];
    const start = desk.edges[onDesk]!;
    const end = desk.edges[onDesk + 1]!;
    if (end - start <= wholeSamples) {
      this.#drawSamples(start, end);
      return;
    }
    let first = start;
    let firstValue = column.at(start);
    if (Number.isNaN(firstValue)) {
      if (desk.gap < 0) desk.gap = start;
      first = this.#nextValue(start + 1, end);
      if (first === end) return;
      firstValue = column.at(first);
    }
    let last = end - 1;
    let lastValue = column.at(last);
    if (Number.isNaN(lastValue)) {
      last = this.#previousValue(first, end - 1);
      lastValue = column.at(last);
    }
    if (this.#buckets) this.#takeFolded(this.#buckets, start, end, onDesk);
    else {
      this.#min = Math.min(firstValue, lastValue);
      this.#max = Math.max(firstValue, lastValue);
      this.#minAt = this.#maxAt = first;
      this.#widenBySamples(start, end);
    }
    this.#emit(first, firstValue, last, lastValue);
    if (last < end - 1) desk.gap = last + 1;
  }

  #emit(first: number, firstValue: number, last: number, lastValue: number): void {
    const desk = this.#desk;
    const [minAt, maxAt] = [this.#minAt, this.#maxAt];
    const minInside = minAt > first && minAt < last;
    const maxInside = maxAt > first && maxAt < last;
    this.#point(first, firstValue);
    if (minInside && (!maxInside || minAt < maxAt)) desk.add(minAt, this.#min);
    if (maxInside) desk.add(maxAt, this.#max);
    if (minInside && maxInside && maxAt < minAt) desk.add(minAt, this.#min);
    if (last > first) desk.add(last, lastValue);
  }

  /** Extremes of the ends and of the whole buckets; and of those cut by an edge that could move the picture. */
  #takeFolded(buckets: PyramidBuckets, start: number, end: number, onDesk: number): void {
    const { extremes, extremeSamples, cuts } = this.#desk;
    this.#min = extremes[onDesk * 2]!;
    this.#max = -extremes[onDesk * 2 + 1]!;
    this.#minAt = extremeSamples[onDesk * 2]!;
    this.#maxAt = extremeSamples[onDesk * 2 + 1]!;
    const cut = cuts[onDesk]!;
    if (cut & 1) this.#widenByBucket(buckets, start >> buckets.shift, start, end);
    if (cut & 2) this.#widenByBucket(buckets, end >> buckets.shift, start, end);
  }

  /** Samples are read only where the bucket's extreme lies beyond the edge. */
  #widenByBucket({ shift, pairs, sampleOf }: PyramidBuckets, bucket: number, start: number, end: number): void {
    const [low, high] = [pairs[bucket * 2]!, -pairs[bucket * 2 + 1]!];
    const lowAt = low < this.#min ? sampleOf(bucket * 2) : start;
    const highAt = high > this.#max ? sampleOf(bucket * 2 + 1) : start;
    if (lowAt < start || lowAt >= end || highAt < start || highAt >= end) {
      this.#widenBySamples(Math.max(start, bucket << shift), Math.min(end, (bucket + 1) << shift));
      return;
    }
    if (low < this.#min) {
      this.#min = low;
      this.#minAt = lowAt;
    }
    if (high > this.#max) {
      this.#max = high;
      this.#maxAt = highAt;
    }
  }

  #widenBySamples(start: number, end: number): void {
    const arena = this.#arena;
    arena.extremes[0] = this.#min;
    arena.extremes[1] = this.#max;
    this.#column.scan(start, end);
    if (arena.extremes[0] < this.#min) {
      this.#min = arena.extremes[0];
      this.#minAt = arena.extremesAt[0]!;
    }
    if (arena.extremes[1] > this.#max) {
      this.#max = arena.extremes[1];
      this.#maxAt = arena.extremesAt[1]!;
    }
  }

  #isEmpty(bucket: number): boolean {
    return this.#buckets !== undefined && Number.isNaN(this.#buckets.pairs[bucket * 2]!);
  }

  /** First sample in [from, end) that has a value; `end` when there is none. */
  #nextValue(from: number, end: number): number {
    const shift = this.#buckets?.shift ?? fallbackShift;
    for (let sample = from; sample < end; ) {
      const bucket = sample >> shift;
      const bucketEnd = Math.min((bucket + 1) << shift, end);
      if (!this.#isEmpty(bucket)) {
        for (; sample < bucketEnd; sample++) if (!Number.isNaN(this.#column.at(sample))) return sample;
      }
      sample = bucketEnd;
    }
    return end;
  }

  /** Last sample in [first, from) that has a value; `first` has one. */
  #previousValue(first: number, from: number): number {
    const shift = this.#buckets?.shift ?? fallbackShift;
    for (let sample = from - 1; sample > first; ) {
      const bucket = sample >> shift;
      const bucketStart = bucket << shift;
      if (!this.#isEmpty(bucket)) {
        const stop = Math.max(bucketStart, first);
        for (; sample >= stop; sample--) if (!Number.isNaN(this.#column.at(sample))) return sample;
      }
      sample = bucketStart - 1;
    }
    return first;
  }
}
