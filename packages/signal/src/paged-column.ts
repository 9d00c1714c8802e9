import { nowhereAt } from './memory-places.ts';
import { type PageArena, pageBytes, type SlotOwner } from './page-arena.ts';

const absent = 0;
const asked = -1;
/** Of the samples that are gathered; as long as the longest list so far. */
let places = new Int32Array(0);

/**
 * A column of raw samples, held page by page in an arena. Reading a page that is not there notes it in `missing` and
 * gives 0: load the missing pages and read again. So a hot column is read without one asynchronous step.
 */
export class PagedColumn implements SlotOwner {
  readonly samples: number;
  readonly samplesPerPage: number;
  readonly bytesPerSample: 4 | 8;
  /** Pages read while absent, each once, until `give` or `forgetMissing`. */
  missing: number[] = [];
  readonly #arena: PageArena;
  readonly #floats: Float32Array;
  readonly #doubles: Float64Array;
  readonly #touched: Uint8Array;
  readonly #slots: Int32Array;
  readonly #shift: number;
  readonly #mask: number;
  readonly #wide: boolean;

  constructor(arena: PageArena, samples: number, bytesPerSample: 4 | 8) {
    this.samples = samples;
    this.bytesPerSample = bytesPerSample;
    this.samplesPerPage = pageBytes / bytesPerSample;
    this.#arena = arena;
    this.#floats = arena.floats;
    this.#doubles = arena.doubles;
    this.#touched = arena.touched;
    this.#slots = new Int32Array(Math.ceil(samples / this.samplesPerPage));
    this.#wide = bytesPerSample === 8;
    this.#shift = Math.log2(this.samplesPerPage);
    this.#mask = this.samplesPerPage - 1;
  }

  /** Sample number `i`; 0 while its page is missing. */
  at(i: number): number {
    const page = i >> this.#shift;
    const slot = this.#slots[page]!;
    if (slot <= absent) return this.#miss(page, slot);
    this.#touched[slot] = 1;
    const at = (slot << this.#shift) + (i & this.#mask);
    return this.#wide ? this.#doubles[at]! : this.#floats[at]!;
  }

  /**
   * Samples of the numbers at some places, into the same places of `into`; 0 while a page is missing. In two loops: the
   * processor then waits for many distant pages at once.
   */
  gather(numbers: Int32Array, at: Int32Array, count: number, into: Float64Array): void {
    const [slots, touched, shift, mask] = [this.#slots, this.#touched, this.#shift, this.#mask];
    if (places.length < count) places = new Int32Array(count);
    const found = places;
    for (let i = 0; i < count; i++) {
      const number = numbers[at[i]!]!;
      const slot = slots[number >> shift]!;
      touched[slot] = 1;
      if (slot <= absent) this.#miss(number >> shift, slot);
      found[i] = slot <= absent ? 0 : (slot << shift) + (number & mask);
    }
    const samples = this.#wide ? this.#doubles : this.#floats;
    for (let i = 0; i < count; i++) into[at[i]!] = samples[found[i]!]!;
  }

  /**
   * Addresses of the samples before and at each of the first `count` numbers, two by two; of zeros where there is none and
   * while its page is missing.
   */
  locate(numbers: Int32Array, count: number, into: Uint32Array): void {
    const { samples, bytesPerSample } = this;
    const mask = this.#mask;
    for (let i = 0; i < count; i++) {
      const number = numbers[i]!;
      const address = number < samples ? this.#addressOf(number) : nowhereAt;
      const isAlone = number === samples || (number & mask) === 0;
      if (!isAlone) into[i * 2] = address - bytesPerSample;
      else into[i * 2] = number > 0 ? this.#addressOf(number - 1) : nowhereAt;
      into[i * 2 + 1] = address;
    }
  }

  #addressOf(number: number): number {
    const page = number >> this.#shift;
    const slot = this.#slots[page]!;
    if (slot <= absent) {
      this.#miss(page, slot);
      return nowhereAt;
    }
    this.#touched[slot] = 1;
    return slot * pageBytes + (number & this.#mask) * this.bytesPerSample;
  }

  /** Samples [start, end) into the beginning of `into`; what is on missing pages stays as it was there. */
  copy(start: number, end: number, into: Float64Array): void {
    const samples = this.#wide ? this.#doubles : this.#floats;
    for (let from = start; from < end; ) {
      const page = from >> this.#shift;
      const next = Math.min(end, (page + 1) << this.#shift);
      const slot = this.#slots[page]!;
      if (slot <= absent) this.#miss(page, slot);
      else {
        this.#touched[slot] = 1;
        const at = (slot << this.#shift) - (page << this.#shift);
        for (let i = from; i < next; i++) into[i - start] = samples[at + i]!;
      }
      from = next;
    }
  }

  /** Widens the arena's extremes by samples [start, end). */
  scan(start: number, end: number): void {
    for (let from = start; from < end; ) {
      const page = from >> this.#shift;
      const next = Math.min(end, (page + 1) << this.#shift);
      const slot = this.#slots[page]!;
      if (slot <= absent) this.#miss(page, slot);
      else {
        this.#touched[slot] = 1;
        const at = (slot << this.#shift) + (from & this.#mask);
        if (this.#wide) this.#arena.scan64(at << 3, next - from, from);
        else this.#arena.scan32(at << 2, next - from, from);
      }
      from = next;
    }
  }

  #miss(page: number, slot: number): number {
    if (slot === absent) {
      this.#slots[page] = asked;
      this.missing.push(page);
    }
    return 0;
  }

  /** Puts a page in; `bytes` may be shorter than a page at the column's end. */
  give(page: number, bytes: Uint8Array): void {
    const held = this.#slots[page]!;
    const slot = held > absent ? held : this.#arena.take(this, page);
    this.#arena.bytes.set(bytes, slot * pageBytes);
    this.#slots[page] = slot;
  }

  /** Takes the list of missing pages and starts a new one. */
  takeMissing(): number[] {
    const pages = this.missing;
    this.missing = [];
    for (const page of pages) this.#slots[page] = absent;
    return pages;
  }

  dropPage(page: number): void {
    this.#slots[page] = absent;
  }

  /** Gives all pages back to the arena. */
  release(): void {
    for (let page = 0; page < this.#slots.length; page++) {
      const slot = this.#slots[page]!;
      if (slot > absent) this.#arena.release(slot);
      this.#slots[page] = absent;
    }
    this.missing = [];
  }
}
