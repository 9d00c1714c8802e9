import { type SteadyClock, steadyTime } from '@sillage/signal';

/** Watches a module's times and keeps the steady clocks that give every one of them bit for bit. */
export class SteadyClockDetector {
  readonly #rateHz: number;
  #candidates: SteadyClock[] = [];
  #samples = 0;

  constructor(rateHz: number) {
    this.#rateHz = rateHz;
  }

  watch(times: Float64Array): void {
    const start = times[0];
    if (start === undefined) return;
    if (this.#samples === 0 && Number.isFinite(this.#rateHz) && this.#rateHz > 0) {
      this.#candidates = [
        { base: 0, first: Math.round(start * this.#rateHz), step: 1, scale: this.#rateHz },
        { base: 0, first: Math.round(start * 1e6), step: 1e6 / this.#rateHz, scale: 1e6 },
        { base: start, first: 0, step: 1, scale: this.#rateHz },
      ];
    }
    this.#candidates = this.#candidates.filter((clock) => {
      for (let i = 0; i < times.length; i++) if (times[i] !== steadyTime(clock, this.#samples + i)) return false;
      return true;
    });
    this.#samples += times.length;
  }

  get clock(): SteadyClock | null {
    return this.#candidates[0] ?? null;
  }
}
