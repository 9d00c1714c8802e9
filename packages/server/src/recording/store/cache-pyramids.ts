import { type ColumnPyramid, fileExtremes, PyramidMemory } from '@sillage/signal';
import type { OpenColumn, OpenModule } from './open-module.ts';

/** Columns of the extremes' file for each column of samples: min, max, at. T comes first. */
const sidecarColumns = 3;

interface Held {
  readonly pyramid: ColumnPyramid;
  readers: number;
}

/** Keeps the pyramids used last in a memory of their own. */
export class PyramidCache {
  readonly memory: PyramidMemory;
  readonly #held = new Map<OpenColumn, Held>();
  /** Who waits until somebody has read. */
  #waiting: (() => void)[] = [];

  constructor(capacityBytes: number) {
    this.memory = new PyramidMemory(capacityBytes);
  }

  /** The pyramid if it is here, loaded otherwise; it stays until it was given back with `done`. */
  get(module: OpenModule, column: OpenColumn): ColumnPyramid | Promise<ColumnPyramid> {
    const held = this.#held.get(column);
    if (!held) return this.#load(module, column);
    this.#held.delete(column);
    this.#held.set(column, held);
    held.readers++;
    return held.pyramid;
  }

  done(column: OpenColumn): void {
    const held = this.#held.get(column);
    if (held) held.readers--;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const go of waiting) go();
  }

  async #load(module: OpenModule, column: OpenColumn): Promise<ColumnPyramid> {
    const { extremes, samples } = module;
    const first = 1 + column.place * sidecarColumns;
    const [min, max, offsets] = await Promise.all([
      extremes.readNumbers(first, 0, extremes.rows),
      extremes.readNumbers(first + 1, 0, extremes.rows),
      extremes.read(first + 2, 0, extremes.rows),
    ]);
    if (!(offsets instanceof Uint8Array)) throw new TypeError('offsets of extremes are bytes');
    const found = fileExtremes(min, max, offsets);
    for (;;) {
      // another reader may have loaded it meanwhile
      if (this.#held.has(column)) return this.get(module, column);
      const pyramid = this.memory.raise(found, samples.rows);
      if (pyramid) {
        this.#held.set(column, { pyramid, readers: 1 });
        return pyramid;
      }
      if (!this.#releaseOldest()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #releaseOldest(): boolean {
    for (const [column, { pyramid, readers }] of this.#held) {
      if (readers > 0) continue;
      this.#held.delete(column);
      this.memory.release(pyramid);
      return true;
    }
    return false;
  }
}
