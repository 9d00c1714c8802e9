import type { Column } from '../analysis.ts';

/** s without a sample after which what came before is forgotten: no analysis goes over a hole. */
const longestGapSeconds = 1.5;

/** The last seconds of a variable, thinned out by means, in bounded memory. */
export class SampleWindow {
  readonly #name: string;
  readonly #rateHz: number;
  readonly #gapSeconds: number;
  readonly #times: Float64Array;
  readonly #values: Float64Array;
  #next = 0;
  #count = 0;
  #bin = Number.NaN;
  #sum = 0;
  #timeSum = 0;
  #inBin = 0;
  #lastSeconds = Number.NEGATIVE_INFINITY;

  /** @param rateHz at which it is kept at most; one that is sampled more rarely is kept as it is */
  constructor(name: string, { seconds, rateHz, sampledHz }: { seconds: number; rateHz: number; sampledHz: number }) {
    this.#name = name;
    this.#rateHz = Math.min(rateHz, sampledHz);
    this.#gapSeconds = Math.max(longestGapSeconds, 3 / sampledHz);
    const capacity = Math.ceil(seconds * this.#rateHz) + 2;
    this.#times = new Float64Array(capacity);
    this.#values = new Float64Array(capacity);
  }

  /** A sample; one that is not later than the last, or has no value, is left out. */
  take(seconds: number, value: number): void {
    if (!(seconds > this.#lastSeconds) || !Number.isFinite(value)) return;
    if (seconds - this.#lastSeconds > this.#gapSeconds) this.#forget();
    this.#lastSeconds = seconds;
    const bin = Math.floor(seconds * this.#rateHz + 1e-6);
    if (bin !== this.#bin) this.#close();
    this.#bin = bin;
    this.#sum += value;
    this.#timeSum += seconds;
    this.#inBin++;
  }

  get lastSeconds(): number {
    return this.#lastSeconds;
  }

  /** What is kept, oldest first. */
  column(): Column {
    const [timesSeconds, values] = [this.#ordered(this.#times), this.#ordered(this.#values)];
    return { name: this.#name, timesSeconds, values };
  }

  #close(): void {
    if (this.#inBin === 0) return;
    this.#times[this.#next] = this.#timeSum / this.#inBin;
    this.#values[this.#next] = this.#sum / this.#inBin;
    this.#next = (this.#next + 1) % this.#times.length;
    this.#count = Math.min(this.#count + 1, this.#times.length);
    this.#sum = 0;
    this.#timeSum = 0;
    this.#inBin = 0;
  }

  #forget(): void {
    this.#count = 0;
    this.#next = 0;
    this.#sum = 0;
    this.#timeSum = 0;
    this.#inBin = 0;
    this.#bin = Number.NaN;
  }

  #ordered(ring: Float64Array): Float64Array {
    const first = (this.#next - this.#count + ring.length) % ring.length;
    return Float64Array.from({ length: this.#count }, (_, i) => ring[(first + i) % ring.length]!);
  }
}
