import type { PageArena } from './page-arena.ts';
import type { PagedColumn } from './paged-column.ts';
import { type ColumnPyramid, extremesBucket, type SampleArray } from './pyramid-shape.ts';
import type { PixelEdges } from './sample-times.ts';

const bucketShift = 6;
const fanShift = 2;
/** Where an extreme was found: a sample, or a bucket of this level or above. */
const inSample = -1;
/** Buckets of one level that are read rather than climbed over. */
const readAcross = 8;
/** A pixel column of at most this many samples is drawn sample by sample. */
const drawnWhole = 4;
/** Points of one pixel column at most: four samples and a break before each of the four. */
const pointsPerColumn = 8;
/** Samples a pixel column up to which they are all scanned: quicker than the pyramid there (bench/zoom.bench.ts). */
export const scannedWhole = 512;

/** Samples chosen for a curve, in time order; `values` is NaN where the line breaks. Reused from curve to curve. */
export class ChosenSamples {
  samples = new Int32Array(0);
  /** s */
  times = new Float64Array(0);
  values = new Float64Array(0);
  /** Of each pixel column. */
  firstValues = new Float64Array(0);
  lastValues = new Float64Array(0);
  count = 0;

  /** Empties it and makes room. */
  reset(pixelColumns: number): void {
    this.count = 0;
    if (this.samples.length >= pixelColumns * pointsPerColumn) return;
    this.samples = new Int32Array(pixelColumns * pointsPerColumn);
    this.times = new Float64Array(pixelColumns * pointsPerColumn);
    this.values = new Float64Array(pixelColumns * pointsPerColumn);
    this.firstValues = new Float64Array(pixelColumns);
    this.lastValues = new Float64Array(pixelColumns);
  }

  add(sample: number, value: number): void {
    this.samples[this.count] = sample;
    this.values[this.count++] = value;
  }
}

/**
 * M4 of one column: of every pixel column the first, a minimum, a maximum and the last sample that has a value, without
 * doubles. One NaN point stands for the missing samples between two drawn ones of neighbouring pixel columns.
 * Where pages are missing the result is provisional: load `column.missing` and draw again.
 */
export class CurvePen {
  readonly #arena: PageArena;
  readonly #column: PagedColumn;
  readonly #pyramid: ColumnPyramid | undefined;
  readonly #chosen: ChosenSamples;
  /** First sample without a value since the last drawn one, −1 when there is none. */
  #gap = -1;
  #min = 0;
  #max = 0;
  /** Level of the bucket that holds the extreme; −1 when the number is the sample itself. */
  #minLevel = inSample;
  #maxLevel = inSample;
  #minAt = 0;
  #maxAt = 0;

  /** Where the current stretch began, to draw it again. */
  #stretchFrom = -1;
  #stretchCount = 0;
  #stretchGap = -1;

  /** @param pyramid read above `scannedWhole` samples a pixel column; without it every sample is scanned */
  constructor(arena: PageArena, column: PagedColumn, pyramid: ColumnPyramid | undefined, chosen: ChosenSamples) {
    this.#arena = arena;
    this.#column = column;
    this.#pyramid = pyramid;
    this.#chosen = chosen;
  }

  /** Begins a curve. */
  start(pixelColumns: number): void {
    this.#chosen.reset(pixelColumns);
    this.#gap = -1;
    this.#stretchFrom = -1;
  }

  /** Draws pixel columns [from, to), the next ones or, after loading what was missing, the same ones again. */
  draw(edges: PixelEdges, from: number, to: number): void {
    const chosen = this.#chosen;
    if (from === this.#stretchFrom) {
      chosen.count = this.#stretchCount;
      this.#gap = this.#stretchGap;
    }
    this.#stretchFrom = from;
    this.#stretchCount = chosen.count;
    this.#stretchGap = this.#gap;
    const { samples, firstTimes, lastTimes } = edges;
    const { firstValues, lastValues } = chosen;
    // in loops of their own, so that the processor waits for many distant pages at once
    for (let column = from; column < to; column++) {
      if (samples[column + 1]! - samples[column]! <= drawnWhole) continue;
      firstValues[column] = this.#column.at(samples[column]!);
      lastValues[column] = this.#column.at(samples[column + 1]! - 1);
    }
    for (let column = from; column < to; column++) {
      const start = samples[column]!;
      const end = samples[column + 1]!;
      const points = chosen.count;
      if (end - start > drawnWhole) this.#drawColumn(start, end, firstValues[column]!, lastValues[column]!);
      else this.#drawSamples(start, end);
      for (let i = points; i < chosen.count; i++) chosen.times[i] = Number.NaN;
      if (chosen.samples[points] === start) chosen.times[points] = firstTimes[column]!;
      if (chosen.count > points && chosen.samples[chosen.count - 1] === end - 1)
        chosen.times[chosen.count - 1] = lastTimes[column]!;
    }
    for (let i = this.#stretchCount; i < chosen.count; i++)
      if (Number.isNaN(chosen.times[i]!)) chosen.times[i] = edges.times.at(chosen.samples[i]!);
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

  #drawColumn(start: number, end: number, valueAtStart: number, valueAtEnd: number): void {
    const column = this.#column;
    let first = start;
    let firstValue = valueAtStart;
    if (Number.isNaN(firstValue)) {
      if (this.#gap < 0) this.#gap = start;
      first = this.#nextValue(start + 1, end);
      if (first === end) return;
      firstValue = column.at(first);
    }
    let last = end - 1;
    let lastValue = valueAtEnd;
    if (Number.isNaN(lastValue)) {
      last = this.#previousValue(first, end - 1);
      lastValue = column.at(last);
    }
    this.#min = this.#max = firstValue;
    this.#minAt = this.#maxAt = first;
    this.#minLevel = this.#maxLevel = inSample;
    if (lastValue < this.#min) {
      this.#min = lastValue;
      this.#minAt = last;
    } else if (lastValue > this.#max) {
      this.#max = lastValue;
      this.#maxAt = last;
    }
    if (this.#pyramid && end - start > scannedWhole) this.#widenByPyramid(this.#pyramid, start, end);
    else this.#widenBySamples(start, end);
    this.#emit(first, firstValue, last, lastValue);
    if (last < end - 1) this.#gap = last + 1;
  }

  #emit(first: number, firstValue: number, last: number, lastValue: number): void {
    const minAt = this.#minLevel === inSample ? this.#minAt : this.#sampleOf(this.#minLevel, this.#minAt, 0);
    const maxAt = this.#maxLevel === inSample ? this.#maxAt : this.#sampleOf(this.#maxLevel, this.#maxAt, 1);
    this.#point(first, firstValue);
    const chosen = this.#chosen;
    const minInside = minAt > first && minAt < last;
    const maxInside = maxAt > first && maxAt < last;
    if (minInside && (!maxInside || minAt < maxAt)) chosen.add(minAt, this.#min);
    if (maxInside) chosen.add(maxAt, this.#max);
    if (minInside && maxInside && maxAt < minAt) chosen.add(minAt, this.#min);
    if (last > first) chosen.add(last, lastValue);
  }

  #widenBySamples(start: number, end: number): void {
    const arena = this.#arena;
    arena.extremes[0] = this.#min;
    arena.extremes[1] = this.#max;
    this.#column.scan(start, end);
    if (arena.extremes[0] < this.#min) {
      this.#min = arena.extremes[0];
      this.#minAt = arena.extremesAt[0]!;
      this.#minLevel = inSample;
    }
    if (arena.extremes[1] > this.#max) {
      this.#max = arena.extremes[1];
      this.#maxAt = arena.extremesAt[1]!;
      this.#maxLevel = inSample;
    }
  }

  #widenByPyramid(pyramid: ColumnPyramid, start: number, end: number): void {
    const low = (start + extremesBucket - 1) >> bucketShift;
    const { extremes } = pyramid.levels[0]!;
    const high = end === pyramid.samples ? extremes.length >> 1 : end >> bucketShift;
    this.#climb(pyramid, low, high);
    // a bucket cut by the edge is read only when it could move the picture
    if (start & (extremesBucket - 1) && this.#couldWiden(extremes, low - 1))
      this.#widenBySamples(start, low << bucketShift);
    if (end !== pyramid.samples && end & (extremesBucket - 1) && this.#couldWiden(extremes, high))
      this.#widenBySamples(high << bucketShift, end);
  }

  #couldWiden(extremes: SampleArray, bucket: number): boolean {
    return extremes[bucket * 2]! < this.#min || extremes[bucket * 2 + 1]! > this.#max;
  }

  /** Widens by whole buckets [low, high), on the coarsest levels that cover them. */
  #climb(pyramid: ColumnPyramid, lowBucket: number, highBucket: number): void {
    const levels = pyramid.levels;
    let low = lowBucket;
    let high = highBucket;
    for (let level = 0; ; level++) {
      const { extremes } = levels[level]!;
      if (high - low <= readAcross || level + 1 === levels.length) {
        this.#widenByBuckets(extremes, low, high, level);
        return;
      }
      const whole = (low + 3) & ~3;
      this.#widenByBuckets(extremes, low, whole, level);
      this.#widenByBuckets(extremes, high & ~3, high, level);
      low = whole >> fanShift;
      high >>= fanShift;
    }
  }

  #widenByBuckets(extremes: SampleArray, low: number, high: number, level: number): void {
    for (let bucket = low; bucket < high; bucket++) {
      const min = extremes[bucket * 2]!;
      const max = extremes[bucket * 2 + 1]!;
      if (min < this.#min) {
        this.#min = min;
        this.#minLevel = level;
        this.#minAt = bucket;
      }
      if (max > this.#max) {
        this.#max = max;
        this.#maxLevel = level;
        this.#maxAt = bucket;
      }
    }
  }

  /** Sample that holds an extreme of a bucket. `side`: 0 minimum, 1 maximum. */
  #sampleOf(level: number, bucket: number, side: 0 | 1): number {
    const { levels, offsets } = this.#pyramid!;
    const pair = bucket * 2 + side;
    return level === 0 ? (bucket << bucketShift) + offsets[pair]! : levels[level]!.at[pair]!;
  }

  /** First sample in [from, end) that has a value; `end` when there is none. */
  #nextValue(from: number, end: number): number {
    const extremes = this.#pyramid?.levels[0]?.extremes;
    for (let sample = from; sample < end; ) {
      const bucket = sample >> bucketShift;
      const bucketEnd = Math.min((bucket + 1) << bucketShift, end);
      if (extremes === undefined || !Number.isNaN(extremes[bucket * 2])) {
        for (; sample < bucketEnd; sample++) if (!Number.isNaN(this.#column.at(sample))) return sample;
      }
      sample = bucketEnd;
    }
    return end;
  }

  /** Last sample in [first, from) that has a value; `first` has one. */
  #previousValue(first: number, from: number): number {
    const extremes = this.#pyramid?.levels[0]?.extremes;
    for (let sample = from - 1; sample > first; ) {
      const bucketStart = (sample >> bucketShift) << bucketShift;
      if (extremes === undefined || !Number.isNaN(extremes[(sample >> bucketShift) * 2])) {
        const stop = Math.max(bucketStart, first);
        for (; sample >= stop; sample--) if (!Number.isNaN(this.#column.at(sample))) return sample;
      }
      sample = bucketStart - 1;
    }
    return first;
  }
}
