/** The program was killed: what it held in memory is gone. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/** Where a simulated program stops: it goes on, or is killed, when whoever plays says so. */
export class Gate {
  #release: (() => void) | undefined;
  #kill: ((cause: Killed) => void) | undefined;
  #reached: () => void = () => {};

  /** Waits to be let on. */
  pass(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#release = resolve;
      this.#kill = reject;
      this.#reached();
    });
  }

  /** Lets the program go on to where it stops next, or to its `end`. */
  async letOn(end: Promise<void>): Promise<void> {
    const next = new Promise<void>((resolve) => {
      this.#reached = resolve;
    });
    const release = this.#release;
    this.#release = undefined;
    release?.();
    await Promise.race([next, end]);
  }

  kill(): void {
    this.#kill?.(new Killed());
  }
}
