/** A device's clock against the server's. */
export interface MeasuredClock {
  /** Server clock minus device clock, µs. */
  readonly offsetUs: number;
  /** µs since 1970 on the device, and on the server's monotonic clock in ms at the same moment. */
  readonly deviceUs: number;
  readonly atMs: number;
}

/** What is known of the clock of one device since it connected. */
export class DeviceClock {
  #known: MeasuredClock | undefined;
  /** The last measurement, which may go on; undefined before. */
  #measuring: Promise<MeasuredClock | undefined> | undefined;
  /** How often what was known was dropped. */
  #era = 0;

  get known(): MeasuredClock | undefined {
    return this.#known;
  }

  /** Measures when it was not tried yet, or when `afresh`; who asks while it is measured waits for that. */
  know(
    measure: () => Promise<MeasuredClock | undefined>,
    found: (measured: MeasuredClock) => void,
    afresh: boolean,
  ): Promise<MeasuredClock | undefined> {
    if (this.#measuring === undefined || afresh) this.#measuring = this.#take(measure, found);
    return this.#measuring;
  }

  /** What was measured, and what is being measured, counts no longer. */
  drop(): void {
    this.#known = undefined;
    this.#measuring = undefined;
    this.#era++;
  }

  async #take(
    measure: () => Promise<MeasuredClock | undefined>,
    found: (measured: MeasuredClock) => void,
  ): Promise<MeasuredClock | undefined> {
    const era = this.#era;
    const measured = await measure();
    // Dropped meanwhile: what was measured is against a date that holds no longer, or of an earlier connection.
    if (this.#era !== era) return this.#measuring;
    if (measured === undefined) return this.#known;
    this.#known = measured;
    found(measured);
    return measured;
  }
}
