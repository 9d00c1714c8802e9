import type { Pass } from '../recording.ts';
import type { RowSpool } from '../rows/row-spool.ts';
import type { TableLayout } from './lay-out-table.ts';

/** Rows without a time that wait for the next that has one. */
const maxWaiting = 1000;
const maxStretches = 1000;
/** A step back beyond this share of an interval begins another one. */
const backShare = 0.5;
/** cm of the handle's way between two forces. */
const curveStepCm = 2.2;
/** What fills a curve up to the length of the longest. */
const curveFiller = -32_768;
const maxCurvePoints = 1000;

/** Puts rows of a device's table one after the other: intervals whose time begins again follow the one before. */
export class StrokeRows {
  /** Rows without a time, put between their neighbours; and those that had none after them. */
  placed = 0;
  unplaced = 0;
  moreStretches = false;
  readonly #layout: TableLayout;
  readonly #spool: RowSpool;
  readonly #curves: RowSpool;
  readonly #waiting: Float64Array[] = [];
  readonly #stretches: { fromSeconds: number; toSeconds: number }[] = [];
  /** In the file's own times. */
  #first = Number.NaN;
  #last = Number.NaN;
  #shift = 0;
  #step = 1;
  #interval = Number.NaN;
  #curveEnd = 0;
  #strokes = 0;
  readonly #numbers: Float64Array;

  constructor(layout: TableLayout, spool: RowSpool, curves: RowSpool) {
    this.#layout = layout;
    this.#spool = spool;
    this.#curves = curves;
    this.#numbers = new Float64Array(layout.columns.length);
  }

  /**
   * @param seconds since the start; what lies before it, in a damaged file, is no time
   * @param curve the forces of the stroke, as they stand in the file
   */
  add(seconds: number, cells: Float64Array, curve: string): void {
    const values = this.#convert(cells);
    const said = this.#layout.interval < 0 ? Number.NaN : values[this.#layout.interval]!;
    const interval = Number.isNaN(said) ? this.#interval : said;
    if (!(seconds >= 0)) {
      if (Number.isNaN(this.#last) || this.#waiting.length === maxWaiting || !Object.is(interval, this.#interval))
        this.unplaced++;
      else this.#waiting.push(values.slice());
      return;
    }
    this.#begin(seconds, interval);
    this.#place(seconds);
    this.#spool.add(seconds + this.#shift, values);
    if (seconds > this.#last) this.#step = seconds - this.#last;
    this.#last = seconds;
    const present = this.#stretches.at(-1);
    if (present) present.toSeconds = Math.max(present.toSeconds, seconds + this.#shift);
    if (curve !== '') this.#addCurve(seconds + this.#shift, values, curve);
  }

  hasNumber(column: number): boolean {
    return this.#numbers[column]! > 0;
  }

  /** Intervals; one that is all of the record says nothing. */
  stretches(): readonly Pass[] {
    this.unplaced += this.#waiting.splice(0).length;
    const wide = this.#stretches.filter(({ fromSeconds, toSeconds }) => toSeconds > fromSeconds);
    return this.#stretches.length < 2 ? [] : wide;
  }

  #convert(cells: Float64Array): Float64Array {
    for (const [i, { factor, none }] of this.#layout.columns.entries()) {
      const value = cells[i]!;
      cells[i] = value === none ? Number.NaN : value * factor;
      if (!Number.isNaN(cells[i])) this.#numbers[i]!++;
    }
    return cells;
  }

  /** Begins an interval where its number changes, or its time begins again. */
  #begin(seconds: number, interval: number): void {
    const isNew = !Object.is(interval, this.#interval);
    const restarts = seconds < this.#first + backShare * (this.#last - this.#first);
    if (!Number.isNaN(this.#last) && !isNew && !restarts) return;
    this.unplaced += this.#waiting.splice(0).length;
    // µs: what is added to times of few digits should have few, too.
    if (seconds < this.#last) this.#shift = Math.round((this.#last + this.#shift + this.#step - seconds) * 1e6) / 1e6;
    this.#interval = interval;
    this.#first = seconds;
    if (this.#stretches.length === maxStretches) this.moreStretches = true;
    else this.#stretches.push({ fromSeconds: seconds + this.#shift, toSeconds: seconds + this.#shift });
    this.#last = Number.NaN;
  }

  /** Rows that waited lie evenly between the one before them and this one. */
  #place(seconds: number): void {
    const count = this.#waiting.length;
    for (const [i, values] of this.#waiting.entries()) {
      const between = this.#last + ((seconds - this.#last) * (i + 1)) / (count + 1);
      this.#spool.add(Math.round((between + this.#shift) * 1e6) / 1e6, values);
    }
    this.placed += count;
    this.#waiting.length = 0;
  }

  /** Its points lie evenly over the drive, which ends with the stroke's time. */
  #addCurve(seconds: number, values: Float64Array, curve: string): void {
    this.#strokes++;
    const forces = curve
      .split(',', maxCurvePoints)
      .map((cell) => (/^\s*-?\d{1,6}(?:\.\d{1,6})?\s*$/.test(cell) ? Number(cell) : Number.NaN))
      .filter((force) => !Number.isNaN(force) && force !== curveFiller);
    const drive = this.#layout.drive < 0 ? 0 : values[this.#layout.drive]! || 0;
    const from = Math.min(seconds, Math.max(this.#curveEnd, seconds - Math.max(0, drive)));
    for (const [i, force] of forces.entries()) {
      const at = from + ((seconds - from) * (i + 1)) / forces.length;
      this.#curves.add(Math.round(at * 1e6) / 1e6, [force, Math.round((i + 1) * curveStepCm * 10) / 10, this.#strokes]);
    }
    this.#curveEnd = Math.max(this.#curveEnd, seconds);
  }
}
