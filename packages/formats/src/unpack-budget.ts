/** What the parts of a file may become without their compression, all together: times its size, and what is free. */
const [mostTimes, freeBytes] = [300, 16 << 20];

/** Bytes that may still be unpacked of a file in one reading. */
export class UnpackBudget {
  #left: number;

  constructor(sizeBytes: number) {
    this.#left = Math.max(freeBytes, mostTimes * sizeBytes);
  }

  /** @throws RangeError when there are not so many left */
  take(bytes: number): void {
    if (bytes > this.#left) throw new RangeError(`${bytes} bytes beyond what a file may become`);
    this.#left -= bytes;
  }
}
