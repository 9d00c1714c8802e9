import {
  type ColumnPyramid,
  CurvePen,
  deskColumns,
  PixelEdges,
  type SignalMemory,
  scannedWhole,
} from '@sillage/signal';
import type { PyramidCache } from './cache-pyramids.ts';
import { loadMissing, type Turns, untilNothingMissing } from './load-pages.ts';
import type { OpenColumn, OpenModule } from './open-module.ts';
import type { CurvePoints } from './store.ts';

/** Pages that a pixel column touches: its ends, scanned stretches, and T of its points. */
const pagesPerColumn = 10;

export interface CurveDependencies {
  readonly memory: SignalMemory;
  readonly pyramids: PyramidCache;
  readonly turns: Turns;
  /** Asked before each stroke: lets other work go on. */
  readonly pause: () => Promise<void> | undefined;
}

/** The window asked for. */
export interface Window {
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly pixelColumns: number;
  /** Where each pixel column begins and the last one ends; undefined where all are equally long. */
  readonly edgesSeconds: Float64Array | undefined;
}

/** Draws curves of one module; the pixel edges are found once. */
export class ModuleCurves {
  readonly #dependencies: CurveDependencies;
  readonly #module: OpenModule;
  readonly #window: Window;
  #edges: PixelEdges | undefined;
  #mostSamples = 0;

  constructor(dependencies: CurveDependencies, module: OpenModule, window: Window) {
    this.#dependencies = dependencies;
    this.#module = module;
    this.#window = window;
  }

  async draw(variable: string, column: OpenColumn): Promise<CurvePoints> {
    this.#edges ??= await this.#findEdges();
    const edges = this.#edges;
    if (this.#mostSamples <= scannedWhole) return this.#drawBy(undefined, edges, variable, column);
    const { pyramids } = this.#dependencies;
    const found = pyramids.get(this.#module, column);
    const pyramid = found instanceof Promise ? await found : found;
    try {
      return await this.#drawBy(pyramid, edges, variable, column);
    } finally {
      pyramids.done(column);
    }
  }

  async #drawBy(
    pyramid: ColumnPyramid | undefined,
    edges: PixelEdges,
    variable: string,
    column: OpenColumn,
  ): Promise<CurvePoints> {
    const { memory, pause } = this.#dependencies;
    const pen = new CurvePen(memory, column.pages, pyramid);
    const parts: Omit<CurvePoints, 'variable'>[] = [];
    const stretch = this.#stretch();
    for (let from = 0; from < this.#window.pixelColumns; from += stretch) {
      const to = Math.min(from + stretch, this.#window.pixelColumns);
      await pause();
      await this.#untilLoaded(column, () => {
        pen.draw(edges, from, to);
        // the desk is another's from the next step on
        if (!this.#misses(column)) parts.push(memory.desk.take());
      });
    }
    const [first] = parts;
    if (first && parts.length === 1) return { variable, ...first };
    await pause();
    const timesSeconds = joined(parts.map((part) => part.timesSeconds));
    await pause();
    return { variable, timesSeconds, values: joined(parts.map((part) => part.values)) };
  }

  /** Pixel columns drawn together, so that their pages fill a quarter of the arena at most. */
  #stretch(): number {
    const inArena = Math.floor(this.#dependencies.memory.pages.capacityPages / 4 / pagesPerColumn);
    return Math.max(1, Math.min(deskColumns, inArena));
  }

  async #findEdges(): Promise<PixelEdges> {
    const { fromSeconds, toSeconds, pixelColumns, edgesSeconds } = this.#window;
    const edges = new PixelEdges(this.#module.times, fromSeconds, toSeconds, pixelColumns, edgesSeconds);
    const stretch = this.#stretch();
    for (let from = 0; from < pixelColumns; from += stretch) {
      const to = Math.min(from + stretch, pixelColumns);
      await this.#dependencies.pause();
      await this.#untilLoaded(undefined, () => edges.find(from, to));
    }
    this.#mostSamples = edges.mostSamples();
    return edges;
  }

  #misses(column: OpenColumn | undefined): boolean {
    return (column?.pages.missing.length ?? 0) > 0 || (this.#module.timePages?.missing.length ?? 0) > 0;
  }

  #untilLoaded(column: OpenColumn | undefined, attempt: () => void): Promise<void> {
    const { samples, timePages } = this.#module;
    return untilNothingMissing(this.#dependencies.turns, {
      attempt,
      missed: () => this.#misses(column),
      load: async () => {
        if (column) await loadMissing(samples, column.place + 1, column.pages);
        if (timePages) await loadMissing(samples, 0, timePages);
      },
    });
  }
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
