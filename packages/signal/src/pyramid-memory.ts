import { ColumnMoments } from './column-moments.ts';
import type { SignalKernel } from './link-kernel.ts';
import { MemoryBlocks } from './memory-blocks.ts';
import { levelBytes, levelsAt, masks32At, masks64At } from './memory-places.ts';
import {
  type BucketExtremes,
  coarsen,
  extremesBucket,
  fanOut,
  fanShift,
  levelCounts,
  momentsBucket,
  type SampleArray,
} from './pyramid-shape.ts';

/** Numbers that the kernel reads of a level. */
const levelNumbers = levelBytes / 4;
const blockAlignment = 64;
/** Of the memory that one pyramid may take, so that several who draw at once have theirs. */
const shareOfOne = 0.25;

/** Extremes of one column in levels of buckets, each of eight of the one below. Lies in a PyramidMemory until released. */
export interface ColumnPyramid {
  /** Samples in a bucket of the first level: 2 to the power of this. */
  readonly shift: number;
  /** Of the column. */
  readonly samples: number;
  readonly isWide: boolean;
  /** Where it lies. */
  readonly address: number;
  /** As the kernel reads them. */
  readonly levels: Uint32Array;
}

/** Buckets of the first level. */
export interface PyramidBuckets {
  /** Samples in a bucket: 2 to the power of this. */
  readonly shift: number;
  /** Minimum and −maximum of each; NaN in an empty one. */
  readonly pairs: SampleArray;
  /** Sample that holds a number of the pairs. */
  sampleOf(pair: number): number;
}

const aligned = (bytes: number) => Math.ceil(bytes / blockAlignment) * blockAlignment;

/** Groups of eight that a level is stored in: the kernel looks at the one behind the end, too. */
const pairsStored = (count: number) => ((count >> fanShift) + 1) * fanOut;

function layOut(buckets: number, isWide: boolean, hasOffsets: boolean) {
  let bytes = 0;
  const levels = levelCounts(buckets).map((count, level) => {
    const pairs = bytes;
    const at = pairs + aligned(pairsStored(count) * (isWide ? 16 : 8));
    const byOffsets = level === 0 && hasOffsets;
    bytes = at + aligned(count * (byOffsets ? 2 : 8));
    return { pairs, at, count, byOffsets };
  });
  return { bytes, levels };
}

/** The part of a signal memory with pyramids, of pictures and of statistics. */
export class PyramidMemory {
  readonly #memory: ArrayBuffer;
  readonly #kernel: SignalKernel;
  readonly #levels: Uint32Array;
  readonly #blocks: MemoryBlocks;
  readonly #bytesOfOne: number;

  /** @param from address where it begins */
  constructor(memory: ArrayBuffer, kernel: SignalKernel, from: number, bytes: number) {
    this.#memory = memory;
    this.#kernel = kernel;
    this.#levels = new Uint32Array(memory, levelsAt, 16 * levelNumbers);
    this.#blocks = new MemoryBlocks(from, from + bytes);
    this.#bytesOfOne = bytes * shareOfOne;
    this.#writeMasks();
  }

  /** For each range of a group's eight buckets ones, that is NaN, over the others. */
  #writeMasks(): void {
    const masks32 = new Uint32Array(this.#memory, masks32At, 81 * fanOut * 2);
    const masks64 = new Uint32Array(this.#memory, masks64At, 81 * fanOut * 4);
    for (let from = 0; from <= fanOut; from++)
      for (let to = 0; to <= fanOut; to++)
        for (let bucket = 0; bucket < fanOut; bucket++) {
          const at = (from * 9 + to) * fanOut + bucket;
          const hidden = bucket >= from && bucket < to ? 0 : 0xffff_ffff;
          masks32.fill(hidden, at * 2, at * 2 + 2);
          masks64.fill(hidden, at * 4, at * 4 + 4);
        }
  }

  /**
   * Puts a column's extremes in and raises what stands above them. The finest buckets that take a quarter of the memory
   * at most are kept.
   * @param samples of the column
   * @returns undefined while there is no room: release another one
   */
  raise(extremes: BucketExtremes, samples: number): ColumnPyramid | undefined {
    const isWide = extremes.min instanceof Float64Array;
    let base = extremes;
    const planned = () => layOut(base.min.length, isWide, base.at instanceof Uint8Array);
    while (planned().bytes > this.#bytesOfOne && base.min.length > fanOut) base = coarsen(base);
    const { bytes, levels } = planned();
    const address = this.#blocks.take(bytes);
    if (address === undefined) return undefined;
    const numbers = levels.flatMap((level) => [
      address + level.pairs,
      address + level.at,
      level.count,
      level.byOffsets ? 1 : 0,
    ]);
    const pyramid = { shift: base.shift, samples, isWide, address, levels: Uint32Array.from(numbers) };
    this.#writeBase(pyramid, base);
    this.show(pyramid);
    const raiseLevel = isWide ? this.#kernel.raise64 : this.#kernel.raise32;
    for (let level = 1; level < levels.length; level++) {
      const below = levelsAt + (level - 1) * levelBytes;
      raiseLevel(below, below + levelBytes, base.shift);
    }
    return pyramid;
  }

  #writeBase({ isWide, levels }: ColumnPyramid, { min, max, at }: BucketExtremes): void {
    const [pairsAt, samplesAt] = [levels[0]!, levels[1]!];
    const length = pairsStored(min.length) * 2;
    const pairs = isWide
      ? new Float64Array(this.#memory, pairsAt, length)
      : new Float32Array(this.#memory, pairsAt, length);
    for (let bucket = 0; bucket < min.length; bucket++) {
      pairs[bucket * 2] = min[bucket]!;
      pairs[bucket * 2 + 1] = -max[bucket]!;
    }
    pairs.fill(Number.NaN, min.length * 2);
    if (at instanceof Uint8Array) new Uint8Array(this.#memory, samplesAt, at.length).set(at);
    else new Int32Array(this.#memory, samplesAt, at.length).set(at);
  }

  /**
   * Room for a column's moments, of the finest buckets that take a quarter of the memory at most; they are filled by who
   * asked.
   * @param buckets of 256 samples
   * @returns undefined while there is no room: release another one
   */
  makeRoomForMoments(buckets: number): ColumnMoments | undefined {
    let shift = Math.log2(momentsBucket);
    let held = buckets;
    for (; ColumnMoments.bytesOf(held) > this.#bytesOfOne && held > fanOut; shift += fanShift) held >>= fanShift;
    const address = this.#blocks.take(aligned(ColumnMoments.bytesOf(held)));
    return address === undefined ? undefined : new ColumnMoments(this.#memory, address, shift, held);
  }

  release({ address }: Pick<ColumnPyramid, 'address'>): void {
    this.#blocks.give(address);
  }

  /** Lays a pyramid's levels where the kernel looks for them. */
  show({ levels }: ColumnPyramid): void {
    this.#levels.set(levels);
  }

  /** The buckets of a pyramid's first level, to read one by one. */
  buckets({ isWide, levels, shift }: ColumnPyramid): PyramidBuckets {
    const [pairsAt, samplesAt, count, byOffset] = [levels[0]!, levels[1]!, levels[2]!, levels[3]! === 1];
    const Pairs = isWide ? Float64Array : Float32Array;
    const Samples = byOffset ? Uint8Array : Int32Array;
    const pairs = new Pairs(this.#memory, pairsAt, count * 2);
    const samples = new Samples(this.#memory, samplesAt, count * 2);
    return { shift, pairs, sampleOf: (pair) => samples[pair]! + (byOffset ? (pair >> 1) << shift : 0) };
  }
}

/** The file's own buckets. */
export function fileExtremes(min: BucketExtremes['min'], max: BucketExtremes['max'], offsets: Uint8Array) {
  return { shift: Math.log2(extremesBucket), min, max, at: offsets };
}
