import { join } from 'node:path';
import { extremesBucket, foldExtremes, foldMoments, type SampleArray } from '@sillage/signal';
import { SteadyClockDetector } from './detect-steady-clock.ts';
import { fileStem, layoutVersion, type ModuleMetadata, metadataKey, pyramidFolder } from './module-metadata.ts';
import { BufferedParquet } from './parquet/buffer-rows.ts';
import type { ColumnBody, ParquetColumn } from './parquet/write-parquet.ts';
import type { ModuleWriter, SampleChunk, StoredModule } from './store.ts';

function parquetType(column: { type: 'f32' | 'f64' }): 'FLOAT' | 'DOUBLE' {
  return column.type === 'f64' ? 'DOUBLE' : 'FLOAT';
}

/** Columns of the file of minima and maxima, one row a bucket of 64 samples; T is the bucket's first sample. */
export function extremesColumns(module: Pick<StoredModule, 'columns'>): ParquetColumn[] {
  const columns = module.columns.flatMap((column): ParquetColumn[] => [
    { name: `${column.name}.min`, type: parquetType(column) },
    { name: `${column.name}.max`, type: parquetType(column) },
    { name: `${column.name}.at`, type: 'BYTES2' },
  ]);
  return [{ name: 'T', type: 'DOUBLE' }, ...columns];
}

/** Columns of the file of counts, sums, squared deviations and extremes, one row a bucket of 256 samples. */
export function momentsColumns(module: Pick<StoredModule, 'columns'>): ParquetColumn[] {
  return module.columns.flatMap((column): ParquetColumn[] => [
    { name: `${column.name}.n`, type: 'INT32' },
    { name: `${column.name}.sum`, type: 'DOUBLE' },
    { name: `${column.name}.m2`, type: 'DOUBLE' },
    { name: `${column.name}.min`, type: 'DOUBLE' },
    { name: `${column.name}.max`, type: 'DOUBLE' },
  ]);
}

/** Columns of the samples' file. */
export function sampleColumns(module: Pick<StoredModule, 'columns'>): ParquetColumn[] {
  return [
    { name: 'T', type: 'DOUBLE' },
    ...module.columns.map((column): ParquetColumn => ({ name: column.name, type: parquetType(column) })),
  ];
}

/** Infinite numbers cannot be drawn nor averaged: they are no values either. */
function finiteOnly(values: SampleArray): SampleArray {
  let zero = 0;
  // 0 for a finite value, NaN for any other, which then stays in the sum.
  for (let i = 0; i < values.length; i++) zero += values[i]! - values[i]!;
  return zero === 0 ? values : values.map((each) => (Number.isFinite(each) ? each : Number.NaN));
}

/** Writes one module: its samples, and the pyramid as the parts fill. Await each `append` before the next. */
export class OneModuleWriter implements ModuleWriter {
  readonly #module: StoredModule;
  readonly #order: number;
  readonly #samples: BufferedParquet;
  readonly #extremes: BufferedParquet;
  readonly #moments: BufferedParquet;
  readonly #clock: SteadyClockDetector;
  #endSeconds = 0;
  #rows = 0;
  #lastSeconds = Number.NEGATIVE_INFINITY;

  /**
   * @param order among the record's modules
   * @param bufferBytes what its rows may take in memory, asked when there are some
   * @param wrote told the bytes that land on the disk
   */
  constructor(
    folder: string,
    module: StoredModule,
    order: number,
    bufferBytes: () => number,
    wrote: (bytes: number) => void,
  ) {
    const names = new Set(module.columns.map((column) => column.name));
    if (names.has('T') || names.size < module.columns.length) throw new RangeError(`columns twice in ${module.name}`);
    const stem = fileStem(module.name);
    this.#module = module;
    this.#order = order;
    this.#clock = new SteadyClockDetector(module.rateHz);
    const pyramid = join(folder, pyramidFolder, stem);
    const sampleBytes = () => bufferBytes() / 2;
    const foldedBytes = () => bufferBytes() / 4;
    const samples = join(folder, `${stem}.parquet`);
    this.#samples = new BufferedParquet(samples, sampleColumns(module), sampleBytes, wrote, (bodies) =>
      this.#fold(bodies),
    );
    this.#extremes = new BufferedParquet(`${pyramid}.extremes.parquet`, extremesColumns(module), foldedBytes, wrote);
    this.#moments = new BufferedParquet(`${pyramid}.moments.parquet`, momentsColumns(module), foldedBytes, wrote);
  }

  async append(chunk: SampleChunk): Promise<void> {
    const { timesSeconds, columns } = chunk;
    if (columns.length !== this.#module.columns.length)
      throw new RangeError(`${columns.length} columns for ${this.#module.name}`);
    for (const column of columns)
      if (column.length !== timesSeconds.length)
        throw new RangeError(`columns of unequal length in ${this.#module.name}`);
    let last = this.#lastSeconds;
    for (let i = 0; i < timesSeconds.length; i++) {
      const t = timesSeconds[i]!;
      if (!(t >= last && t < Number.POSITIVE_INFINITY))
        throw new RangeError(`time ${t} after ${last} in ${this.#module.name}`);
      last = t;
    }
    this.#lastSeconds = last;
    if (timesSeconds.length > 0) this.#endSeconds = this.#lastSeconds;
    this.#rows += timesSeconds.length;
    this.#clock.watch(timesSeconds);
    await this.#samples.append([timesSeconds, ...columns.map(finiteOnly)], 0, timesSeconds.length);
  }

  async #fold(bodies: readonly ColumnBody[]): Promise<void> {
    const [times, ...columns] = bodies;
    if (!times) return;
    const starts = new Float64Array(Math.ceil(times.length / extremesBucket));
    for (let bucket = 0; bucket < starts.length; bucket++) starts[bucket] = times[bucket * extremesBucket]!;
    const extremes: ColumnBody[] = [starts];
    const moments: ColumnBody[] = [];
    let momentRows = 0;
    for (const column of columns) {
      if (!(column instanceof Float32Array || column instanceof Float64Array)) continue;
      const { min, max, offsets } = foldExtremes(column);
      const { count, sum, m2, min: low, max: high } = foldMoments(column);
      extremes.push(min, max, offsets);
      moments.push(count, sum, m2, low, high);
      momentRows = count.length;
    }
    await this.#extremes.append(extremes, 0, starts.length);
    await this.#moments.append(moments, 0, momentRows);
  }

  /** Closes the files. @returns their bytes, the last time, and how many samples there are */
  async finish(): Promise<{ sizeBytes: number; endSeconds: number; samples: number }> {
    const { name, type, rateHz, columns } = this.#module;
    const metadata: ModuleMetadata = {
      layout: layoutVersion,
      name,
      type,
      rateHz,
      order: this.#order,
      endSeconds: this.#endSeconds,
      steady: this.#clock.clock,
      columns: columns.map((column) => ({ ...column })),
    };
    const sizeBytes =
      (await this.#samples.finish({ [metadataKey]: JSON.stringify(metadata) })) +
      (await this.#extremes.finish({ bucket: String(extremesBucket) })) +
      (await this.#moments.finish({}));
    return { sizeBytes, endSeconds: this.#endSeconds, samples: this.#rows };
  }

  async abandon(): Promise<void> {
    await Promise.all([this.#samples.abandon(), this.#extremes.abandon(), this.#moments.abandon()]);
  }
}
