/** The clock of one device: runs `driftPpm` too fast against the host's, and can be set. */
export class DeviceClock {
  readonly #hostUs: () => number;
  readonly #rate: number;
  #hostAnchorUs: number;
  #anchorUs: number;

  constructor(hostUs: () => number, driftPpm: number) {
    this.#hostUs = hostUs;
    this.#rate = 1 + driftPpm * 1e-6;
    this.#hostAnchorUs = hostUs();
    this.#anchorUs = Math.round(this.#hostAnchorUs);
  }

  /** Whole µs since 1970. */
  nowUs(): number {
    return Math.round(this.#anchorUs + (this.#hostUs() - this.#hostAnchorUs) * this.#rate);
  }

  /** Sets the clock and answers by how many µs it jumped. */
  set(clockUs: number): number {
    const jumpUs = clockUs - this.nowUs();
    this.#hostAnchorUs = this.#hostUs();
    this.#anchorUs = clockUs;
    return jumpUs;
  }
}
