import { MedianSearch } from '@sillage/signal';
import { shareLoop } from '../../platform/clock/index.ts';
import type { SignalStore, WindowStatistics } from './store.ts';

const none = new Float64Array();
/** Samples between two looks at whether others wait for the event loop. */
const samplesAtOnce = 65_536;
type Readable = Pick<SignalStore, 'describe' | 'samples'>;
interface Sought {
  readonly folder: string;
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** Samples of all variables that are read at most. */
  readonly mostSamples: number;
  /** Nobody waits for them any more. */
  readonly until: AbortSignal;
}

/**
 * Adds to statistics of a window its medians, for which all samples are read, some times over. Null where there are none, and of
 * all where they are more than may be read.
 */
export async function withMedians(
  store: Readable,
  { folder, fromSeconds, toSeconds, mostSamples, until }: Sought,
  statistics: readonly WindowStatistics[],
): Promise<WindowStatistics[]> {
  const medians = new Map<string, number>();
  const pause = shareLoop();
  const addTo = async (search: MedianSearch, values: Float32Array | Float64Array) => {
    for (let from = 0; from < values.length; from += samplesAtOnce) {
      await pause();
      search.add(values.subarray(from, from + samplesAtOnce));
    }
  };
  const isTooMuch = statistics.reduce((sum, { num }) => sum + num, 0) > mostSamples;
  const described = isTooMuch ? undefined : await store.describe(folder);
  for (const { name: module, columns } of described?.modules ?? []) {
    const sought = columns.flatMap(({ name }) => {
      const variable = `${module}.${name}`;
      const row = statistics.find((one) => one.variable === variable);
      return row === undefined ? [] : [{ name, variable, search: new MedianSearch(row.num) }];
    });
    const names = sought.map(({ name }) => name);
    while (!until.aborted && sought.some(({ search }) => search.wantsMore)) {
      for await (const { columns: read } of store.samples(folder, module, names, fromSeconds, toSeconds)) {
        for (const [i, { search }] of sought.entries()) await addTo(search, read[i] ?? none);
        if (until.aborted) break;
      }
      for (const { search } of sought) search.endPass();
    }
    for (const { variable, search } of sought) medians.set(variable, search.median ?? Number.NaN);
  }
  return statistics.map((row) => {
    const median = medians.get(row.variable) ?? Number.NaN;
    return { ...row, median: Number.isFinite(median) ? median : null };
  });
}
