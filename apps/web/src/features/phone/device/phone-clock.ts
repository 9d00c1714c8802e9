/** The clock of a phone as a device: the page's monotonic clock, set to a date once. Corrections of the wall clock do not bend it. */
export class PhoneClock {
  readonly #monotonicMs: () => number;
  /** µs since 1970 at 0 of the monotonic clock. */
  #zeroUs: number;

  constructor(monotonicMs: () => number, nowMs: number) {
    this.#monotonicMs = monotonicMs;
    this.#zeroUs = Math.round((nowMs - monotonicMs()) * 1000);
  }

  /** Whole µs since 1970. */
  nowUs(): number {
    return this.at(this.#monotonicMs());
  }

  /** When something happened whose time the browser says, in ms of the monotonic clock (`event.timeStamp`). */
  at(monotonicMs: number): number {
    return Math.round(this.#zeroUs + monotonicMs * 1000);
  }

  /** When something happened that was dated by the wall clock, in ms since 1970, as positions are: by how long ago that is. */
  ofWall(thenMs: number, nowMs: number): number {
    return Math.round(this.nowUs() - Math.max(0, nowMs - thenMs) * 1000);
  }

  set(clockUs: number): void {
    this.#zeroUs += clockUs - this.nowUs();
  }
}
