import type { SignalKernel } from './link-kernel.ts';
import { pageShift, scanAt } from './memory-places.ts';

export const pageBytes = 1 << pageShift;

/** Who holds a slot and is told when it is taken away. */
export interface SlotOwner {
  dropPage(page: number): void;
}

/**
 * The part of a signal memory with pages of raw samples, scanned in place by the SIMD kernel. Least recently used pages make
 * room (second chance). Slots are numbered from the memory's start, where the desk is: slot 0 means "not there".
 */
export class PageArena {
  readonly bytes: Uint8Array;
  readonly floats: Float32Array;
  readonly doubles: Float64Array;
  /** 1 for a slot read since the hand last passed. */
  readonly touched: Uint8Array;
  /** Result of scans: [0] minimum, [1] maximum; set both before the first scan of a range. */
  readonly extremes: Float64Array;
  /** Result of scans: [0] sample of the minimum, [1] of the maximum. */
  readonly extremesAt: Int32Array;
  readonly scan32: SignalKernel['scan32'];
  readonly scan64: SignalKernel['scan64'];
  readonly #owners: (SlotOwner | undefined)[] = [];
  readonly #pages: Int32Array;
  readonly #free: number[] = [];
  readonly #first: number;
  readonly #end: number;
  #next: number;
  #hand: number;

  /** @param first slot that is the arena's; `end` is none of it any more */
  constructor(memory: ArrayBuffer, kernel: SignalKernel, first: number, end: number) {
    this.scan32 = kernel.scan32;
    this.scan64 = kernel.scan64;
    this.bytes = new Uint8Array(memory);
    this.floats = new Float32Array(memory);
    this.doubles = new Float64Array(memory);
    this.extremes = new Float64Array(memory, scanAt, 2);
    this.extremesAt = new Int32Array(memory, scanAt + 16, 2);
    this.#first = this.#next = this.#hand = first;
    this.#end = end;
    this.touched = new Uint8Array(end);
    this.#pages = new Int32Array(end);
  }

  /** Pages that fit. */
  get capacityPages(): number {
    return this.#end - this.#first;
  }

  /** Takes a slot for a page of `owner`, from another page when all are taken. Fill its bytes before the next call. */
  take(owner: SlotOwner, page: number): number {
    const slot = this.#free.pop() ?? (this.#next < this.#end ? this.#next++ : this.#evict());
    this.#owners[slot] = owner;
    this.#pages[slot] = page;
    this.touched[slot] = 1;
    return slot;
  }

  release(slot: number): void {
    this.#owners[slot] = undefined;
    this.touched[slot] = 0;
    this.#free.push(slot);
  }

  #evict(): number {
    for (;;) {
      const slot = this.#hand;
      this.#hand = slot + 1 < this.#end ? slot + 1 : this.#first;
      if (this.touched[slot] === 1) {
        this.touched[slot] = 0;
        continue;
      }
      this.#owners[slot]?.dropPage(this.#pages[slot]!);
      return slot;
    }
  }
}
