const fullToEmptySeconds = 8 * 3600;
/** %; a virtual device never dies of hunger. */
const lowest = 3;

/** A battery that drains from `atBoot` % on. */
export class Battery {
  readonly #hostUs: () => number;
  readonly #bootUs: number;
  readonly #atBoot: number;

  constructor(hostUs: () => number, atBoot: number) {
    this.#hostUs = hostUs;
    this.#bootUs = hostUs();
    this.#atBoot = atBoot;
  }

  percent(): number {
    const drained = ((this.#hostUs() - this.#bootUs) / 1e6 / fullToEmptySeconds) * 100;
    return Math.round(Math.max(lowest, this.#atBoot - drained) * 10) / 10;
  }
}
