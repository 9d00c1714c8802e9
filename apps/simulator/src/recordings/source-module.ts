import type { ColumnMeta, ModuleMeta } from '@sillage/device-protocol';

/** Raw values as they travel in a block; the value in its unit is raw × scale + offset. */
export type RawColumn = Int16Array | Int32Array | Float32Array;

/** What one module of a device measured once, to be replayed again and again. */
export interface SourceModule {
  readonly meta: ModuleMeta;
  /** Whole µs after the recording's own start, ascending. */
  readonly timesUs: Float64Array;
  readonly columns: readonly RawColumn[];
  /** µs from the first sample of one round to the first sample of the next. */
  readonly loopUs: number;
  /** Index of the sample that a device plays first. */
  readonly firstIndex: number;
}

/** A column in the unit of its meta; NaN (float32 only) where the source has no value. */
export interface ColumnSource extends Omit<ColumnMeta, 'scale' | 'offset' | 'precision' | 'description'> {
  readonly scale?: number;
  readonly precision?: number;
  readonly fr: string;
  readonly en: string;
  readonly values: ArrayLike<number>;
}

interface ModuleSource extends Omit<ModuleMeta, 'columns'> {
  /** Seconds after the recording's start. */
  readonly times: ArrayLike<number>;
  readonly columns: readonly ColumnSource[];
  /** Seconds into the recording at which a device starts to play it. */
  readonly startAt?: number;
  /** Longer gaps of the source are closed to this: a device that measures does not fall silent for minutes. */
  readonly longestGapSeconds?: number;
}

/** Packs a source for replay. @throws Error when the source does not fit what it declares, a bug of the recording. */
export function sourceModule(source: ModuleSource): SourceModule {
  const { times, columns, startAt = 0, longestGapSeconds = Number.POSITIVE_INFINITY, ...meta } = source;
  const recordedUs = Float64Array.from(times, (s) => Math.round(s * 1e6));
  const timesUs = closeGaps(recordedUs, longestGapSeconds * 1e6);
  for (let i = 1; i < timesUs.length; i++) {
    if ((timesUs[i] ?? 0) <= (timesUs[i - 1] ?? 0))
      throw new Error(`${meta.type}: time of sample ${i} does not ascend`);
  }
  const span = (timesUs.at(-1) ?? 0) - (timesUs[0] ?? 0);
  const firstIndex = recordedUs.findIndex((t) => t >= startAt * 1e6);
  if (timesUs.length < 2 || firstIndex < 0) throw new Error(`${meta.type}: too short a recording`);
  return {
    meta: { ...meta, columns: columns.map(columnMeta) },
    timesUs,
    columns: columns.map((column) => rawColumn(column, timesUs.length)),
    loopUs: span + Math.round(1e6 / meta.rateHz),
    firstIndex,
  };
}

function closeGaps(timesUs: Float64Array, longestUs: number): Float64Array {
  let closedUs = 0;
  return timesUs.map((time, i) => {
    closedUs += Math.max(0, time - (timesUs[i - 1] ?? time) - longestUs);
    return time - closedUs;
  });
}

function columnMeta({ name, unit, type, scale = 1, precision = 2, fr, en }: ColumnSource): ColumnMeta {
  return { name, unit, type, scale, offset: 0, precision, description: { fr, en } };
}

function rawColumn({ name, type, scale = 1, values }: ColumnSource, count: number): RawColumn {
  if (values.length !== count) throw new Error(`${name}: ${values.length} values for ${count} times`);
  if (type === 'float32') return Float32Array.from(values);
  const raw = Float64Array.from(values, (value) => Math.round(value / scale));
  const packed = type === 'int16' ? Int16Array.from(raw) : Int32Array.from(raw);
  for (let i = 0; i < count; i++) {
    // The declared resolution is the source's own: less than a thousandth of a step may get lost.
    const error = Math.abs((values[i] ?? Number.NaN) / scale - (packed[i] ?? 0));
    if (!(error <= (type === 'int32' ? 0.5 : 1e-3)))
      throw new Error(`${name}: value ${values[i]} does not fit ${type}`);
  }
  return packed;
}
