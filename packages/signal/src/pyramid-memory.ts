import { ColumnMoments } from './column-moments.ts';
import { foldKernelBase64 } from './fold-kernel.gen.ts';
import { MemoryBlocks } from './memory-blocks.ts';
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

/** Pixel columns folded in one go. */
export const deskColumns = 4096;

/** Where the kernel finds things (bytes); fold-kernel.ts has the same. */
const place = (() => {
  const edges = 65_536;
  const ends = edges + (deskColumns + 2) * 4;
  const extremes = ends + deskColumns * 16;
  const samples = extremes + deskColumns * 16;
  const cuts = samples + deskColumns * 8;
  return { levels: 0, masks32: 4096, masks64: 16_384, edges, ends, extremes, samples, cuts };
})();
const wasmPageBytes = 65_536;
const blocksAt = 5 * wasmPageBytes;
/** Numbers that tell of a level: addresses of its pairs and of their samples, buckets, whether offsets tell the samples. */
const levelNumbers = 4;
const blockAlignment = 64;
/** Of the memory that one pyramid may take, so that several who draw at once have theirs. */
const shareOfOne = 0.25;

const kernel = new WebAssembly.Module(Uint8Array.from(atob(foldKernelBase64), (char) => char.charCodeAt(0)));

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

/** A memory of pyramids, and the desk on which a stretch of pixel columns is folded by the SIMD kernel. */
export class PyramidMemory {
  /** First sample of each pixel column, and the end of the last. */
  readonly edges: Int32Array;
  /** First and last sample of each pixel column, and their values; NaN where there is none. */
  readonly ends = new Int32Array(deskColumns * 2);
  readonly endValues: Float64Array;
  /** Minimum and −maximum of each, of those two and of the whole buckets between them. */
  readonly extremes: Float64Array;
  /** Their samples; −1 where the first or the last sample has it. */
  readonly extremeSamples: Int32Array;
  /** Buckets cut by the pixel column's start (1) and end (2) that hold more extreme samples, inside it or beyond. */
  readonly cuts: Uint8Array;
  readonly #memory: ArrayBuffer;
  readonly #levels: Uint32Array;
  readonly #blocks: MemoryBlocks;
  readonly #bytesOfOne: number;
  readonly #kernel: Record<'fold32' | 'fold64' | 'raise32' | 'raise64', (a: number, b: number, c: number) => void>;

  constructor(capacityBytes: number) {
    const wasmPages = Math.ceil((blocksAt + capacityBytes) / wasmPageBytes);
    const memory = new WebAssembly.Memory({ initial: wasmPages, maximum: wasmPages });
    const { fold32, fold64, raise32, raise64 } = new WebAssembly.Instance(kernel, { env: { memory } }).exports;
    if (!fold32 || !fold64 || !raise32 || !raise64) throw new Error('fold kernel without its functions');
    this.#kernel = { fold32, fold64, raise32, raise64 };
    this.#memory = memory.buffer;
    this.#levels = new Uint32Array(memory.buffer, place.levels, 16 * levelNumbers);
    this.#blocks = new MemoryBlocks(blocksAt, wasmPages * wasmPageBytes);
    this.#bytesOfOne = capacityBytes * shareOfOne;
    this.edges = new Int32Array(memory.buffer, place.edges, deskColumns + 1);
    this.endValues = new Float64Array(memory.buffer, place.ends, deskColumns * 2);
    this.extremes = new Float64Array(memory.buffer, place.extremes, deskColumns * 2);
    this.extremeSamples = new Int32Array(memory.buffer, place.samples, deskColumns * 2);
    this.cuts = new Uint8Array(memory.buffer, place.cuts, deskColumns);
    this.#writeMasks();
  }

  /** For each range of a group's eight buckets ones, that is NaN, over the others. */
  #writeMasks(): void {
    const masks32 = new Uint32Array(this.#memory, place.masks32, 81 * fanOut * 2);
    const masks64 = new Uint32Array(this.#memory, place.masks64, 81 * fanOut * 4);
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
    this.#levels.set(pyramid.levels);
    const raiseLevel = isWide ? this.#kernel.raise64 : this.#kernel.raise32;
    for (let level = 1; level < levels.length; level++) {
      const below = place.levels + (level - 1) * levelNumbers * 4;
      raiseLevel(below, below + levelNumbers * 4, base.shift);
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

  /** Extremes of the first `columns` pixel columns on the desk, of which edges and values were laid there. */
  fold({ isWide, levels, shift, samples }: ColumnPyramid, columns: number): void {
    this.#levels.set(levels);
    if (isWide) this.#kernel.fold64(columns, shift, samples);
    else this.#kernel.fold32(columns, shift, samples);
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
