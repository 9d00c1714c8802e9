import type { SampleTimes } from './sample-times.ts';

/** Points of one pixel column at most: four samples and a break before each of the four. */
const pointsPerColumn = 8;

/** Samples chosen for a curve, in time order; `values` is NaN where the line breaks. Reused from curve to curve. */
export class ChosenSamples {
  samples = new Int32Array(0);
  /** s */
  times = new Float64Array(0);
  values = new Float64Array(0);
  count = 0;
  /** Places of points whose time is not known yet. */
  timeless = new Int32Array(0);
  timelessCount = 0;
  #wanted = new Int32Array(0);
  #found = new Float64Array(0);

  /** Empties it and makes room. */
  reset(pixelColumns: number): void {
    this.count = 0;
    if (this.samples.length >= pixelColumns * pointsPerColumn) return;
    this.samples = new Int32Array(pixelColumns * pointsPerColumn);
    this.times = new Float64Array(pixelColumns * pointsPerColumn);
    this.values = new Float64Array(pixelColumns * pointsPerColumn);
    this.timeless = new Int32Array(pixelColumns * pointsPerColumn);
    this.#wanted = new Int32Array(pixelColumns * pointsPerColumn);
    this.#found = new Float64Array(pixelColumns * pointsPerColumn);
  }

  /** Times of those that have none yet, all at once. */
  findTimes(of: SampleTimes): void {
    const { samples, times, timeless } = this;
    const [wanted, found] = [this.#wanted, this.#found];
    for (let i = 0; i < this.timelessCount; i++) wanted[i] = samples[timeless[i]!]!;
    of.fill(wanted, this.timelessCount, found);
    for (let i = 0; i < this.timelessCount; i++) times[timeless[i]!] = found[i]!;
  }

  add(sample: number, value: number): void {
    this.samples[this.count] = sample;
    this.values[this.count++] = value;
  }
}
