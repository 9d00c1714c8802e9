import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';

interface LateBlock {
  readonly sequence: number;
  /** Which meta of the journal describes it. */
  readonly meta: number;
  readonly at: number;
  readonly bytes: number;
}

/**
 * Blocks that came after later ones (repaired from the device): kept in a file beside, so that memory holds only
 * where each lies, and taken back in order.
 */
export class LateBlocks {
  readonly #path: string;
  readonly #wrote: (bytes: number) => void;
  #file: number | undefined;
  #end = 0;
  readonly #byModule = new Map<string, LateBlock[]>();
  readonly #next = new Map<string, number>();

  /** @param wrote told the bytes that land on the disk; negative when some are gone again */
  constructor(path: string, wrote: (bytes: number) => void) {
    this.#path = path;
    this.#wrote = wrote;
  }

  add(module: string, sequence: number, meta: number, bytes: Uint8Array): void {
    this.#file ??= openSync(this.#path, 'w+');
    writeSync(this.#file, bytes, 0, bytes.length, this.#end);
    const blocks = this.#byModule.get(module) ?? [];
    blocks.push({ sequence, meta, at: this.#end, bytes: bytes.length });
    this.#byModule.set(module, blocks);
    this.#end += bytes.length;
    this.#wrote(bytes.length);
  }

  /** Call once when all are added. */
  sort(): void {
    for (const blocks of this.#byModule.values()) blocks.sort((a, b) => a.sequence - b.sequence);
  }

  /** The next late block of a module with a sequence below the limit, and the number of its meta. */
  takeBelow(module: string, limit: number): { bytes: Uint8Array; meta: number } | undefined {
    const next = this.#next.get(module) ?? 0;
    const block = this.#byModule.get(module)?.[next];
    if (!block || block.sequence >= limit || this.#file === undefined) return undefined;
    this.#next.set(module, next + 1);
    const bytes = new Uint8Array(block.bytes);
    readSync(this.#file, bytes, 0, block.bytes, block.at);
    return { bytes, meta: block.meta };
  }

  close(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
    this.#wrote(-this.#end);
  }
}
