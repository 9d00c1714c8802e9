import type { ChosenSamples } from './chosen-samples.ts';
import type { PageArena } from './page-arena.ts';
import type { PagedColumn } from './paged-column.ts';
import type { ColumnPyramid, PyramidBuckets, PyramidMemory } from './pyramid-memory.ts';
import type { PixelEdges } from './sample-times.ts';

/** log2 of the samples looked through at once where no pyramid says which of them are empty. */
const fallbackShift = 6;
/** A pixel column of at most this many samples is drawn sample by sample. */
const drawnWhole = 4;
/** Samples a pixel column up to which they are all scanned: quicker than the pyramid there (bench/zoom.bench.ts). */
export const scannedWhole = 512;

/**
 * M4 of one column: of every pixel column the first, a minimum, a maximum and the last sample that has a value, without
 * doubles. One NaN point stands for the missing samples between two drawn ones of neighbouring pixel columns.
 * Where pages are missing the result is provisional: load `column.missing` and draw again.
 */
export class CurvePen {
  readonly #arena: PageArena;
  readonly #column: PagedColumn;
  readonly #memory: PyramidMemory;
  readonly #pyramid: ColumnPyramid | undefined;
  readonly #buckets: PyramidBuckets | undefined;
  readonly #chosen: ChosenSamples;
  /** First sample without a value since the last drawn one, −1 when there is none. */
  #gap = -1;
  #min = 0;
  #max = 0;
  #minAt = 0;
  #maxAt = 0;

  /** Where the current stretch began, to draw it again. */
  #stretchFrom = -1;
  #stretchCount = 0;
  #stretchGap = -1;

  /**
   * @param memory that holds the pyramid and on whose desk it is folded
   * @param pyramid read above `scannedWhole` samples a pixel column; without it every sample is scanned
   */
  constructor(
    arena: PageArena,
    column: PagedColumn,
    memory: PyramidMemory,
    pyramid: ColumnPyramid | undefined,
    chosen: ChosenSamples,
  ) {
    this.#arena = arena;
    this.#column = column;
    this.#memory = memory;
    this.#pyramid = pyramid;
    this.#buckets = pyramid && memory.buckets(pyramid);
    this.#chosen = chosen;
  }

  /** Begins a curve. */
  start(pixelColumns: number): void {
    this.#chosen.reset(pixelColumns);
    this.#gap = -1;
    this.#stretchFrom = -1;
  }

  /**
   * Draws pixel columns [from, to), the next ones or, after loading what was missing, the same ones again; `deskColumns`
   * of them at most.
   */
  draw(edges: PixelEdges, from: number, to: number): void {
    const chosen = this.#chosen;
    if (from === this.#stretchFrom) {
      chosen.count = this.#stretchCount;
      this.#gap = this.#stretchGap;
    }
    this.#stretchFrom = from;
    this.#stretchCount = chosen.count;
    this.#stretchGap = this.#gap;
    this.#lookAtEnds(edges, from, to);
    if (this.#pyramid) this.#memory.fold(this.#pyramid, to - from);
    this.#drawColumns(edges, from, to);
    chosen.findTimes(edges.times);
  }

  /** Points of what lies on the desk. Most pixel columns have values at both ends, after a line that goes on. */
  #drawColumns({ firstTimes, lastTimes }: PixelEdges, from: number, to: number): void {
    const chosen = this.#chosen;
    const { edges, endValues, extremes, extremeSamples, cuts } = this.#memory;
    const isFolded = this.#pyramid !== undefined;
    const { samples, times, values, timeless } = chosen;
    let count = chosen.count;
    let without = 0;
    for (let column = 0; column < to - from; column++) {
      const start = edges[column]!;
      const end = edges[column + 1]!;
      const firstValue = endValues[column * 2]!;
      const lastValue = endValues[column * 2 + 1]!;
      const isUsual = isFolded && end - start > drawnWhole && cuts[column] === 0 && this.#gap < 0;
      if (!isUsual || Number.isNaN(firstValue) || Number.isNaN(lastValue)) {
        chosen.count = count;
        if (end - start > drawnWhole) this.#drawColumn(start, end, column);
        else this.#drawSamples(start, end);
        for (; count < chosen.count; count++) timeless[without++] = count;
        continue;
      }
      const minAt = extremeSamples[column * 2]!;
      const maxAt = extremeSamples[column * 2 + 1]!;
      samples[count] = start;
      times[count] = firstTimes[from + column]!;
      values[count++] = firstValue;
      const isMinFirst = minAt < maxAt;
      const early = isMinFirst ? minAt : maxAt;
      const late = isMinFirst ? maxAt : minAt;
      if (early > start && early < end - 1) {
        samples[count] = early;
        timeless[without++] = count;
        values[count++] = isMinFirst ? extremes[column * 2]! : -extremes[column * 2 + 1]!;
      }
      if (late > start && late < end - 1) {
        samples[count] = late;
        timeless[without++] = count;
        values[count++] = isMinFirst ? -extremes[column * 2 + 1]! : extremes[column * 2]!;
      }
      samples[count] = end - 1;
      times[count] = lastTimes[from + column]!;
      values[count++] = lastValue;
    }
    chosen.count = count;
    chosen.timelessCount = without;
  }

  /** Lays edges and the values beside them on the desk: in a loop of its own, so that the processor waits for many pages. */
  #lookAtEnds({ samples }: PixelEdges, from: number, to: number): void {
    const { edges, ends, endValues } = this.#memory;
    edges.set(samples.subarray(from, to + 1));
    const lastSample = this.#column.samples - 1;
    if (lastSample < 0) return;
    for (let column = 0; column < to - from; column++) {
      const [start, end] = [edges[column]!, edges[column + 1]!];
      ends[column * 2] = Math.min(start, lastSample);
      ends[column * 2 + 1] = Math.max(end - 1, 0);
    }
    this.#column.gather(ends, (to - from) * 2, endValues);
  }

  #point(sample: number, value: number): void {
    if (this.#gap >= 0) {
      if (this.#chosen.count > 0) this.#chosen.add(this.#gap, Number.NaN);
      this.#gap = -1;
    }
    this.#chosen.add(sample, value);
  }

  #drawSamples(start: number, end: number): void {
    for (let sample = start; sample < end; sample++) {
      const value = this.#column.at(sample);
      if (!Number.isNaN(value)) this.#point(sample, value);
      else if (this.#gap < 0) this.#gap = sample;
    }
  }

  /** @param onDesk its place on the desk */
  #drawColumn(start: number, end: number, onDesk: number): void {
    const column = this.#column;
    let first = start;
    let firstValue = this.#memory.endValues[onDesk * 2]!;
    if (Number.isNaN(firstValue)) {
      if (this.#gap < 0) this.#gap = start;
      first = this.#nextValue(start + 1, end);
      if (first === end) return;
      firstValue = column.at(first);
    }
    let last = end - 1;
    let lastValue = this.#memory.endValues[onDesk * 2 + 1]!;
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
    if (last < end - 1) this.#gap = last + 1;
  }

  #emit(first: number, firstValue: number, last: number, lastValue: number): void {
    const chosen = this.#chosen;
    const [minAt, maxAt] = [this.#minAt, this.#maxAt];
    const minInside = minAt > first && minAt < last;
    const maxInside = maxAt > first && maxAt < last;
    this.#point(first, firstValue);
    if (minInside && (!maxInside || minAt < maxAt)) chosen.add(minAt, this.#min);
    if (maxInside) chosen.add(maxAt, this.#max);
    if (minInside && maxInside && maxAt < minAt) chosen.add(minAt, this.#min);
    if (last > first) chosen.add(last, lastValue);
  }

  /** Extremes of the ends and of the whole buckets; and of those cut by an edge that could move the picture. */
  #takeFolded(buckets: PyramidBuckets, start: number, end: number, onDesk: number): void {
    const { extremes, extremeSamples, cuts } = this.#memory;
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
