import { type ColumnMoments, type ColumnPyramid, momentsBucket, type PyramidMemory } from '@sillage/signal';
import { nextTurn } from '../../platform/clock/index.ts';
import { freeMemory } from './free-memory.ts';
import type { OpenColumn, OpenModule } from './open-module.ts';
import { rowGroupRows } from './parquet/write-parquet.ts';
import { readExtremes, readMoments } from './read-sidecars.ts';

const momentsShift = Math.log2(momentsBucket);

interface Held<T> {
  readonly kept: T;
  readers: number;
  /** Which of all uses was its last. */
  used: number;
}

/** Those of one kind, the one used last at the end. */
type Shelf<T> = Map<OpenColumn, Held<T>>;

/** Keeps the pyramids used last, of pictures and of statistics, in one memory of their own. */
export class PyramidCache {
  readonly #memory: PyramidMemory;
  readonly #extremes: Shelf<ColumnPyramid> = new Map();
  readonly #moments: Shelf<ColumnMoments> = new Map();
  #uses = 0;
  /** Who waits until somebody has read. */
  #waiting: (() => void)[] = [];

  constructor(memory: PyramidMemory) {
    this.#memory = memory;
  }

  /** The pyramid if it is here, loaded otherwise; it stays until it was given back with `done`. */
  get(module: OpenModule, column: OpenColumn): ColumnPyramid | Promise<ColumnPyramid> {
    return this.#find(this.#extremes, column) ?? this.#loadExtremes(module, column);
  }

  done(column: OpenColumn): void {
    this.#leave(this.#extremes, column);
  }

  /** As `get`, for the moments of a column of 256 samples at least; given back with `doneMoments`. */
  getMoments(module: OpenModule, column: OpenColumn): ColumnMoments | Promise<ColumnMoments> {
    return this.#find(this.#moments, column) ?? this.#loadMoments(module, column);
  }

  doneMoments(column: OpenColumn): void {
    this.#leave(this.#moments, column);
  }

  #find<T>(shelf: Shelf<T>, column: OpenColumn): T | undefined {
    const held = shelf.get(column);
    if (!held) return undefined;
    shelf.delete(column);
    shelf.set(column, held);
    held.readers++;
    held.used = ++this.#uses;
    return held.kept;
  }

  #leave<T>(shelf: Shelf<T>, column: OpenColumn): void {
    const held = shelf.get(column);
    if (held) held.readers--;
    this.#wakeAll();
  }

  #wakeAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const go of waiting) go();
  }

  #put<T>(shelf: Shelf<T>, column: OpenColumn, kept: T): T {
    shelf.set(column, { kept, readers: 1, used: ++this.#uses });
    return kept;
  }

  async #loadExtremes(module: OpenModule, column: OpenColumn): Promise<ColumnPyramid> {
    const found = await readExtremes(module, column);
    for (;;) {
      // another reader may have loaded it meanwhile
      const held = this.#find(this.#extremes, column);
      if (held) return held;
      const pyramid = this.#memory.raise(found, module.samples.rows);
      if (pyramid) {
        freeMemory([found.min, found.max, found.at]);
        return this.#put(this.#extremes, column, pyramid);
      }
      await this.#untilRoom();
    }
  }

  async #loadMoments(module: OpenModule, column: OpenColumn): Promise<ColumnMoments> {
    const buckets = Math.floor(module.samples.rows / momentsBucket);
    for (;;) {
      const held = this.#find(this.#moments, column);
      if (held) return held;
      const moments = this.#memory.makeRoomForMoments(buckets);
      if (!moments) {
        await this.#untilRoom();
        continue;
      }
      const filled = await this.#fill(moments, module, column).catch((error: unknown) => {
        this.#giveBack(moments);
        throw error;
      });
      const other = this.#find(this.#moments, column);
      if (!other) return this.#put(this.#moments, column, filled);
      this.#giveBack(moments);
      return other;
    }
  }

  #giveBack(moments: ColumnMoments): void {
    this.#memory.release(moments);
    this.#wakeAll();
  }

  /** Row group after row group: a step folds 262,144 buckets at most. */
  async #fill(moments: ColumnMoments, module: OpenModule, column: OpenColumn): Promise<ColumnMoments> {
    for (let group = 0; group < module.moments.rowGroups; group++) {
      const folded = await readMoments(module, column, group);
      await nextTurn();
      moments.fill((group * rowGroupRows) >> (moments.shift - momentsShift), folded, momentsShift);
    }
    await nextTurn();
    moments.raise();
    return moments;
  }

  async #untilRoom(): Promise<void> {
    if (!this.#releaseOldest()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #releaseOldest(): boolean {
    const [extremes, moments] = [oldestIdle(this.#extremes), oldestIdle(this.#moments)];
    if (extremes && (!moments || extremes.held.used < moments.held.used)) {
      this.#extremes.delete(extremes.column);
      this.#memory.release(extremes.held.kept);
      return true;
    }
    if (!moments) return false;
    this.#moments.delete(moments.column);
    this.#memory.release(moments.held.kept);
    return true;
  }
}

function oldestIdle<T>(shelf: Shelf<T>): { column: OpenColumn; held: Held<T> } | undefined {
  for (const [column, held] of shelf) if (held.readers === 0) return { column, held };
  return undefined;
}
