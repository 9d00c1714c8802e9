/** Gaps of so many usual steps are not bridged. */
const longestGapSteps = 5;

/**
 * A signal brought to a steady rate as its samples come, in order of time: what lies between two moments of it is averaged,
 * with the time of the average; the values at the moments are on straight lines between averages, and NaN in gaps.
 */
export class SteadySignal {
  readonly rateHz: number;
  readonly #fromSeconds: number;
  readonly #times: Float64Array;
  readonly #sums: Float64Array;
  readonly #counts: Uint32Array;
  readonly #gapSeconds: number;

  /** @param sourceHz how often samples come */
  constructor(fromSeconds: number, length: number, rateHz: number, sourceHz: number) {
    this.rateHz = rateHz;
    this.#fromSeconds = fromSeconds;
    this.#times = new Float64Array(length);
    this.#sums = new Float64Array(length);
    this.#counts = new Uint32Array(length);
    this.#gapSeconds = longestGapSteps / Math.min(rateHz, sourceHz);
  }

  take(seconds: number, value: number): void {
    const at = Math.round((seconds - this.#fromSeconds) * this.rateHz);
    if (!(at >= 0 && at < this.#counts.length) || Number.isNaN(value)) return;
    this.#times[at] = this.#times[at]! + (seconds - this.#fromSeconds);
    this.#sums[at] = this.#sums[at]! + value;
    this.#counts[at] = this.#counts[at]! + 1;
  }

  /** Its values; nothing is taken after. */
  values(): Float64Array {
    const found = new Float64Array(this.#counts.length).fill(Number.NaN);
    let before: number | undefined;
    for (let at = 0; at < found.length; at++) {
      if (this.#counts[at] === 0) continue;
      this.#times[at] = this.#times[at]! / this.#counts[at]!;
      this.#sums[at] = this.#sums[at]! / this.#counts[at]!;
      found[at] = this.#sums[at]!;
      if (before !== undefined) this.#join(found, before, at);
      before = at;
    }
    return found;
  }

  #join(found: Float64Array, before: number, at: number): void {
    const [from, to] = [this.#times[before]!, this.#times[at]!];
    if (to - from > this.#gapSeconds) return;
    for (let i = before; i <= at; i++) {
      const share = (i / this.rateHz - from) / (to - from);
      if (share >= 0 && share <= 1) found[i] = this.#sums[before]! * (1 - share) + this.#sums[at]! * share;
    }
  }
}
