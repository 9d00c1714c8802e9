import { loadRecording } from './catalogue.ts';
import type { SourceModule } from './source-module.ts';

/**
 * Sample n of an endless replay: sample n mod N of the source, ⌊n / N⌋ rounds later. The samples' own spacing, jitter and
 * gaps are kept; one nominal period lies between the last sample of a round and the first of the next.
 */
export function sampleTimeUs(source: SourceModule, n: number): number {
  const count = source.timesUs.length;
  return Math.floor(n / count) * source.loopUs + (source.timesUs[n % count] ?? 0);
}

/** The first n whose time is at or after `timeUs`. */
export function firstSampleAtOrAfter(source: SourceModule, timeUs: number): number {
  const { timesUs, loopUs } = source;
  const round = Math.max(0, Math.floor((timeUs - (timesUs[0] ?? 0)) / loopUs));
  const inRoundUs = timeUs - round * loopUs;
  let low = 0;
  let high = timesUs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((timesUs[middle] ?? 0) < inRoundUs) low = middle + 1;
    else high = middle;
  }
  return round * timesUs.length + low;
}

/** Samples in the units of the module's meta. */
export interface Samples {
  /** Names of the columns. */
  readonly names: readonly string[];
  /** µs after the first of these samples. */
  readonly timesUs: Float64Array;
  readonly values: readonly Float64Array[];
}

interface Place {
  /** Id of a recording, see `recordings`. */
  readonly recording: string;
  readonly module: string;
}

/** What a device that plays this recording must have delivered, from sample `firstSampleIndex` of the source on, over as many rounds as `count` asks. */
export function expectedSamples(place: Place & { firstSampleIndex: number; count: number }): Samples {
  const source = sourceOf(place);
  const { firstSampleIndex: first, count } = place;
  const startUs = sampleTimeUs(source, first);
  return {
    names: source.meta.columns.map(({ name }) => name),
    timesUs: Float64Array.from({ length: count }, (_, i) => sampleTimeUs(source, first + i) - startUs),
    values: source.meta.columns.map((_, c) =>
      Float64Array.from({ length: count }, (_, i) => valueAt(source, c, first + i)),
    ),
  };
}

/** One whole round of a module, as the source has it. */
export function sourceSamples(place: Place): Samples {
  return expectedSamples({ ...place, firstSampleIndex: 0, count: sourceOf(place).timesUs.length });
}

/**
 * Where in the source a record begins: the index from which every sample equals `values` (one array a column, in the
 * order of the meta); undefined when there is none.
 */
export function findFirstSampleIndex(place: Place & { values: readonly ArrayLike<number>[] }): number | undefined {
  const source = sourceOf(place);
  const { values } = place;
  const count = values[0]?.length ?? 0;
  const matches = (first: number): boolean => {
    for (let i = 0; i < count; i++) {
      for (let c = 0; c < values.length; c++) {
        const [expected, actual] = [valueAt(source, c, first + i), values[c]?.[i]];
        if (expected !== actual && !(Number.isNaN(expected) && Number.isNaN(actual))) return false;
      }
    }
    return true;
  };
  for (let first = 0; first < source.timesUs.length; first++) if (matches(first)) return first;
  return undefined;
}

function sourceOf({ recording, module }: Place): SourceModule {
  const source = loadRecording(recording)[module];
  if (!source) throw new Error(`recording ${recording} has no module ${module}`);
  return source;
}

function valueAt({ meta, columns, timesUs }: SourceModule, column: number, n: number): number {
  const raw = columns[column]?.[n % timesUs.length] ?? Number.NaN;
  const { scale, offset } = meta.columns[column] ?? { scale: 1, offset: 0 };
  return scale === 1 && offset === 0 ? raw : raw * scale + offset;
}
