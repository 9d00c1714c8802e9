/** Messages of a device whose row is being read, at most, and bytes of those of all. */
const maxMessages = 200;
const maxBytes = 16 * 1024 ** 2;
const maxDevices = 4000;

/** What devices send before their row was read. */
export class EarlyMessages {
  readonly #waiting = new Map<number, { readonly bytes: number; readonly run: () => void }[]>();
  #bytes = 0;

  has(number: number): boolean {
    return this.#waiting.has(number);
  }

  /** Keeps a message unless there is too much of it. Answers whether it is the first, so that the row is to be read. */
  add(number: number, bytes: number, run: () => void): boolean {
    const known = this.#waiting.get(number);
    if (known === undefined && this.#waiting.size >= maxDevices) return false;
    const waiting = known ?? [];
    if (waiting.length < maxMessages && this.#bytes + bytes <= maxBytes) {
      waiting.push({ bytes, run });
      this.#bytes += bytes;
    }
    this.#waiting.set(number, waiting);
    return known === undefined;
  }

  /** Those that waited come before those that come now. */
  run(number: number): void {
    const waiting = this.#waiting.get(number) ?? [];
    this.#waiting.delete(number);
    for (const { bytes } of waiting) this.#bytes -= bytes;
    for (const { run } of waiting) run();
  }
}
