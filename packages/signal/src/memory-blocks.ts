/** Stretches of a memory, first fit. Addresses and sizes are bytes. */
export class MemoryBlocks {
  readonly #sizes = new Map<number, number>();
  /** Free stretches by address, never two that touch. */
  readonly #free: { address: number; bytes: number }[];

  constructor(from: number, to: number) {
    this.#free = [{ address: from, bytes: to - from }];
  }

  /** @returns its address; undefined where no free stretch is as long */
  take(bytes: number): number | undefined {
    const place = this.#free.findIndex((stretch) => stretch.bytes >= bytes);
    const stretch = this.#free[place];
    if (!stretch) return undefined;
    const { address } = stretch;
    if (stretch.bytes === bytes) this.#free.splice(place, 1);
    else this.#free[place] = { address: address + bytes, bytes: stretch.bytes - bytes };
    this.#sizes.set(address, bytes);
    return address;
  }

  give(address: number): void {
    let bytes = this.#sizes.get(address);
    if (bytes === undefined) throw new RangeError(`no block begins at ${address}`);
    this.#sizes.delete(address);
    const after = this.#free.findIndex((stretch) => stretch.address > address);
    let place = after < 0 ? this.#free.length : after;
    const next = this.#free[place];
    if (next && next.address === address + bytes) {
      bytes += next.bytes;
      this.#free.splice(place, 1);
    }
    const before = this.#free[place - 1];
    if (before && before.address + before.bytes === address) {
      place--;
      this.#free[place] = { address: before.address, bytes: before.bytes + bytes };
    } else this.#free.splice(place, 0, { address, bytes });
  }
}
