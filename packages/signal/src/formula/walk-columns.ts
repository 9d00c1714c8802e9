import type { ClockMeasure } from './measure-clock.ts';
import { Pen, type SampleClock, type SampleColumn, type ScratchColumn, Walk } from './samples-at-hand.ts';

/**
 * Slope at each sample, per second: of the parabola through it and its neighbours, however far each is away; of the straight
 * line at either end of a stretch without gaps.
 */
export function differentiate(column: SampleColumn, { gapSeconds }: ClockMeasure, out: ScratchColumn): void {
  const walk = new Walk(column);
  const pen = new Pen(out);
  let [t0, x0, t1, x1] = [Number.NaN, Number.NaN, Number.NaN, Number.NaN];
  const { samples } = column.clock;
  const slope = (t2: number, x2: number) => {
    const before = t1 - t0 <= gapSeconds ? (x1 - x0) / (t1 - t0) : Number.NaN;
    const after = t2 - t1 <= gapSeconds ? (x2 - x1) / (t2 - t1) : Number.NaN;
    if (Number.isNaN(before)) return after;
    return Number.isNaN(after) ? before : (before * (t2 - t1) + after * (t1 - t0)) / (t2 - t0);
  };
  for (let i = 0; i <= samples; i++) {
    const [t2, x2] = i < samples ? [walk.time(i), walk.value(i)] : [Number.NaN, Number.NaN];
    if (i > 0) pen.put(Number.isNaN(x1) ? Number.NaN : slope(t2, x2));
    [t0, x0, t1, x1] = [t1, x1, t2, x2];
  }
  pen.flush();
}

/** Area under the samples since the start of their stretch without gaps, by trapezoids. */
export function integrate(column: SampleColumn, { gapSeconds }: ClockMeasure, out: ScratchColumn): void {
  const walk = new Walk(column);
  const pen = new Pen(out);
  let [t0, x0] = [Number.NaN, Number.NaN];
  const area = new ExactSum();
  for (let i = 0; i < column.clock.samples; i++) {
    const [t, x] = [walk.time(i), walk.value(i)];
    if (t - t0 <= gapSeconds && !Number.isNaN(x0)) area.add(((x0 + x) / 2) * (t - t0));
    else area.clear();
    pen.put(Number.isNaN(x) ? Number.NaN : area.value);
    [t0, x0] = [t, x];
  }
  pen.flush();
}

/** A sum whose rounding is made up for (Neumaier), so that what is taken away again is gone. */
class ExactSum {
  #sum = 0;
  #rest = 0;

  add(value: number): void {
    if (Number.isNaN(value)) return;
    const sum = this.#sum + value;
    this.#rest += Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - sum + value : value - sum + this.#sum;
    this.#sum = sum;
  }

  get value(): number {
    return this.#sum + this.#rest;
  }

  clear(): void {
    this.#sum = 0;
    this.#rest = 0;
  }
}

interface Window {
  enter(value: number): void;
  leave(value: number): void;
  /** Of those that are in it: at least one. */
  read(): number;
}

/** Of a step, so that a sample at the very end of a window is in it whatever its time was rounded to. */
const endShare = 1e-6;

/** What a window around each sample says, of the values that it holds; nothing where there is no sample. */
function slide(column: SampleColumn, seconds: number, rateHz: number, window: Window, out: ScratchColumn): void {
  const [ahead, behind, here] = [new Walk(column), new Walk(column), new Walk(column)];
  const pen = new Pen(out);
  const { samples } = column.clock;
  const half = seconds / 2 + (rateHz > 0 ? endShare / rateHz : 0);
  let [first, end] = [0, 0];
  for (let i = 0; i < samples; i++) {
    const t = here.time(i);
    for (; end < samples && ahead.time(end) <= t + half; end++) {
      const value = ahead.value(end);
      if (!Number.isNaN(value)) window.enter(value);
    }
    for (; behind.time(first) < t - half; first++) {
      const value = behind.value(first);
      if (!Number.isNaN(value)) window.leave(value);
    }
    pen.put(Number.isNaN(here.value(i)) ? Number.NaN : window.read());
  }
  pen.flush();
}

/** Mean of the values within half that many seconds before and after each sample. */
export function slideMean(column: SampleColumn, seconds: number, { rateHz }: ClockMeasure, out: ScratchColumn): void {
  const sum = new ExactSum();
  let count = 0;
  const window: Window = {
    enter(value) {
      sum.add(value);
      count++;
    },
    leave(value) {
      sum.add(-value);
      if (--count === 0) sum.clear();
    },
    read: () => sum.value / count,
  };
  slide(column, seconds, rateHz, window, out);
}

/** Thrown where a window holds more samples than the rate of its clock let expect. */
export class WindowTooFull extends Error {}

/**
 * Median of the values within half that many seconds before and after each sample.
 * @param most samples in a window
 */
export function slideMedian(
  column: SampleColumn,
  seconds: number,
  { rateHz }: ClockMeasure,
  most: number,
  out: ScratchColumn,
): void {
  const sorted = new Float64Array(most);
  let count = 0;
  const placeOf = (value: number) => {
    let [from, to] = [0, count];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (sorted[middle]! < value) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  const window: Window = {
    enter(value) {
      if (count === most) throw new WindowTooFull(`more than ${most} samples in ${seconds} s`);
      const place = placeOf(value);
      sorted.copyWithin(place + 1, place, count++);
      sorted[place] = value;
    },
    leave(value) {
      const place = placeOf(value);
      sorted.copyWithin(place, place + 1, count--);
    },
    read: () => ((sorted[(count - 1) >> 1] ?? Number.NaN) + (sorted[count >> 1] ?? Number.NaN)) / 2,
  };
  slide(column, seconds, rateHz, window, out);
}

/** Values at the times of another clock, on straight lines between samples; none beyond them, nor across a gap. */
export function resampleColumn(
  column: SampleColumn,
  { gapSeconds }: ClockMeasure,
  clock: SampleClock,
  out: ScratchColumn,
): void {
  const walk = new Walk(column);
  const pen = new Pen(out);
  const { samples } = column.clock;
  const wanted = new Walk({ clock, read: (_from, into) => void into.fill(0) });
  let after = 0;
  let [t0, x0] = [Number.NaN, Number.NaN];
  for (let i = 0; i < clock.samples; i++) {
    const t = wanted.time(i);
    for (; after < samples && walk.time(after) < t; after++) [t0, x0] = [walk.time(after), walk.value(after)];
    if (after === samples) pen.put(Number.NaN);
    else {
      const [t1, x1] = [walk.time(after), walk.value(after)];
      const share = (t - t0) / (t1 - t0);
      pen.put(t1 === t ? x1 : t1 - t0 <= gapSeconds ? x0 * (1 - share) + x1 * share : Number.NaN);
    }
  }
  pen.flush();
}
