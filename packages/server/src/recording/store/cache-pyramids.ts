import { type ColumnPyramid, raisePyramid } from '@sillage/signal';
import type { OpenColumn, OpenModule } from './open-module.ts';

/** Columns of the extremes' file for each column of samples: min, max, at. T comes first. */
const sidecarColumns = 3;

async function load(module: OpenModule, place: number): Promise<ColumnPyramid> {
  const { extremes, samples } = module;
  const first = 1 + place * sidecarColumns;
  const [min, max, offsets] = await Promise.all([
    extremes.readNumbers(first, 0, extremes.rows),
    extremes.readNumbers(first + 1, 0, extremes.rows),
    extremes.read(first + 2, 0, extremes.rows),
  ]);
  if (!(offsets instanceof Uint8Array)) throw new TypeError('offsets of extremes are bytes');
  return raisePyramid(min, max, offsets, samples.rows);
}

/** Keeps the pyramids used last, up to a number of bytes. */
export class PyramidCache {
  readonly #capacityBytes: number;
  readonly #pyramids = new Map<OpenColumn, { pyramid: ColumnPyramid; bytes: number }>();
  #bytes = 0;

  constructor(capacityBytes: number) {
    this.#capacityBytes = capacityBytes;
  }

  /** The pyramid if it is here; loaded otherwise. */
  get(module: OpenModule, column: OpenColumn): ColumnPyramid | Promise<ColumnPyramid> {
    const held = this.#pyramids.get(column);
    if (!held) return load(module, column.place).then((pyramid) => this.#keep(column, pyramid));
    this.#pyramids.delete(column);
    this.#pyramids.set(column, held);
    return held.pyramid;
  }

  #keep(column: OpenColumn, pyramid: ColumnPyramid): ColumnPyramid {
    const held = this.#pyramids.get(column);
    if (held) return held.pyramid;
    const bytes = pyramid.levels.reduce(
      (sum, level) => sum + level.extremes.byteLength + level.at.byteLength,
      pyramid.offsets.byteLength,
    );
    this.#pyramids.set(column, { pyramid, bytes });
    this.#bytes += bytes;
    for (const [oldest, { bytes: freed }] of this.#pyramids) {
      if (this.#bytes <= this.#capacityBytes || oldest === column) break;
      this.#pyramids.delete(oldest);
      this.#bytes -= freed;
    }
    return pyramid;
  }
}
