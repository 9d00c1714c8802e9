import type { Translated } from '@sillage/contract';

/** A column of a module in the signal store. `f64` for positions and for numbers that float32 would round. */
export interface StoredColumn {
  readonly name: string;
  readonly unit: string;
  readonly description: Translated;
  readonly type: 'f32' | 'f64';
}

export interface StoredModule {
  readonly name: string;
  readonly type: string;
  /** Nominal rate. */
  readonly rateHz: number;
  readonly columns: readonly StoredColumn[];
}

/** Samples in time order: `timesSeconds` since the record's start, one array a column; NaN = no value. */
export interface SampleChunk {
  readonly timesSeconds: Float64Array;
  readonly columns: readonly (Float32Array | Float64Array)[];
}

/** Writes a record's signals into a new folder; nothing is visible before `finish`, which renames it into place. */
export interface SignalWriter {
  module(module: StoredModule): ModuleWriter;
  /** @param derive told where all samples are that were written, once they are; may begin more modules, and fill them */
  finish(derive?: (folder: string) => Promise<void>): Promise<{ sizeBytes: number; durationSeconds: number }>;
  abandon(): Promise<void>;
}

export interface ModuleWriter {
  /**
   * Chunks of any size; each starts at or after the end of the previous one. Once it has returned, the arrays are the
   * caller's again.
   */
  append(chunk: SampleChunk): Promise<void>;
}

/** M4 of one variable: for every pixel column its first, minimum, maximum and last sample, in time order, deduplicated. */
export interface CurvePoints {
  readonly variable: string;
  readonly timesSeconds: Float64Array;
  /** NaN where the signal has a gap. */
  readonly values: Float64Array;
}

export interface WindowStatistics {
  readonly variable: string;
  /** finite samples */
  readonly num: number;
  readonly mean: number | null;
  readonly std: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Where it was asked for. */
  readonly median?: number | null;
}

/** What says how far a record has come. */
export type DistanceSource = {
  readonly variable: string;
  /** m, m/s or ° that one of its units is. */
  readonly factor: number;
} & (
  | { readonly kind: 'distance' | 'speed' }
  /** The variable is the latitude; both are of one module. */
  | { readonly kind: 'position'; readonly longitude: { readonly variable: string; readonly factor: number } }
);

/** How far a record has come, from its start; between its knots by a straight line. */
export interface DistanceAxis {
  readonly timesSeconds: Float64Array;
  /** Never decreasing, from 0. */
  readonly metres: Float64Array;
}

/** Read side, one per server: keeps open files and hot columns in a bounded cache. */
export interface SignalStore {
  /** @param folder of a record's signals. Undefined when it is not there. */
  describe(
    folder: string,
  ): Promise<{ modules: (StoredModule & { samples: number })[]; durationSeconds: number } | undefined>;
  /** Curves of `module.variable` names over [from, to] s at `pixelColumns`; unknown names are left out. */
  curves(
    folder: string,
    variables: readonly string[],
    fromSeconds: number,
    toSeconds: number,
    pixelColumns: number,
    /** Where each pixel column begins, and the last one ends, where they are not equally long. */
    edgesSeconds?: Float64Array,
  ): Promise<CurvePoints[]>;
  /** How far a record has come at each time; undefined when nothing says it. */
  distance(folder: string, source: DistanceSource): Promise<DistanceAxis | undefined>;
  /** Exact statistics on raw samples with from ≤ T ≤ to. */
  statistics(
    folder: string,
    variables: readonly string[],
    fromSeconds: number,
    toSeconds: number,
  ): Promise<WindowStatistics[]>;
  /** Raw samples in chunks of bounded size, for exports; those of modules that are read at the same time share it. */
  samples(
    folder: string,
    module: string,
    columns: readonly string[],
    fromSeconds: number,
    toSeconds: number,
    readAtOnce?: number,
  ): AsyncIterable<SampleChunk>;
  /** Forgets cached data of a folder, before it is replaced or removed. */
  forget(folder: string): Promise<void>;
  close(): Promise<void>;
}
