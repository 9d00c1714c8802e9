import { scanKernelBase64 } from './scan-kernel.gen.ts';

/**
 * Bytes of a page: 256 floats or 128 doubles. Pictures read single samples at the edges of pixels, each of which keeps
 * a page: with larger ones those of a few looks at 10 h × 5 kHz were more than the arena holds.
 */
export const pageBytes = 1024;
const wasmPageBytes = 65_536;
/** The first WASM page holds the kernel's result, so that slot 0 means "not there". */
const firstSlot = wasmPageBytes / pageBytes;

/** Who holds a slot and is told when it is taken away. */
export interface SlotOwner {
  dropPage(page: number): void;
}

const kernel = new WebAssembly.Module(Uint8Array.from(atob(scanKernelBase64), (char) => char.charCodeAt(0)));

/**
 * A fixed memory of pages of raw samples, scanned in place by the SIMD kernel. Least recently used pages make room
 * (second chance). Memory is reserved at once; the system gives it when a page is first written.
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
  readonly scan32: (address: number, count: number, first: number) => void;
  readonly scan64: (address: number, count: number, first: number) => void;
  readonly #owners: (SlotOwner | undefined)[] = [];
  readonly #pages: Int32Array;
  readonly #free: number[] = [];
  readonly #end: number;
  #next = firstSlot;
  #hand = firstSlot;

  constructor(capacityBytes: number) {
    const wasmPages = 1 + Math.max(1, Math.floor(capacityBytes / wasmPageBytes));
    const memory = new WebAssembly.Memory({ initial: wasmPages, maximum: wasmPages });
    const { scan32, scan64 } = new WebAssembly.Instance(kernel, { env: { memory } }).exports;
    if (!scan32 || !scan64) throw new Error('scan kernel without its functions');
    this.scan32 = scan32;
    this.scan64 = scan64;
    this.bytes = new Uint8Array(memory.buffer);
    this.floats = new Float32Array(memory.buffer);
    this.doubles = new Float64Array(memory.buffer);
    this.extremes = new Float64Array(memory.buffer, 0, 2);
    this.extremesAt = new Int32Array(memory.buffer, 16, 2);
    this.#end = (wasmPages * wasmPageBytes) / pageBytes;
    this.touched = new Uint8Array(this.#end);
    this.#pages = new Int32Array(this.#end);
  }

  /** Pages that fit. */
  get capacityPages(): number {
    return this.#end - firstSlot;
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
      this.#hand = slot + 1 < this.#end ? slot + 1 : firstSlot;
      if (this.touched[slot] === 1) {
        this.touched[slot] = 0;
        continue;
      }
      this.#owners[slot]?.dropPage(this.#pages[slot]!);
      return slot;
    }
  }
}
