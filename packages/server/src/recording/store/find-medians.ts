import { MedianSearch } from '@sillage/signal';
import type { SignalStore, WindowStatistics } from './store.ts';

const none = new Float64Array();
type Readable = Pick<SignalStore, 'describe' | 'samples'>;
interface Sought {
  readonly folder: string;
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** Samples of all variables that are read at most. */
  readonly mostSamples: number;
}

/**
 * Adds to statistics of a window its medians, for which all samples are read, some times over. Null where there are none, and of
 * all where they are more than may be read.
 */
export async function withMedians(
  store: Readable,
  { folder, fromSeconds, toSeconds, mostSamples }: Sought,
  statistics: readonly WindowStatistics[],
): Promise<WindowStatistics[]> {
  const medians = new Map<string, number>();
  const isTooMuch = statistics.reduce((sum, { num }) => sum + num, 0) > mostSamples;
  const described = isTooMuch ? undefined : await store.describe(folder);
  for (const { name: module, columns } of described?.modules ?? []) {
    const sought = columns.flatMap(({ name }) => {
      const variable = `${module}.${name}`;
      const row = statistics.find((one) => one.variable === variable);
      return row === undefined ? [] : [{ name, variable, search: new MedianSearch(row.num) }];
    });
    const names = sought.map(({ name }) => name);
    while (sought.some(({ search }) => search.wantsMore)) {
      for await (const { columns: read } of store.samples(folder, module, names, fromSeconds, toSeconds)) {
        for (const [i, { search }] of sought.entries()) search.add(read[i] ?? none);
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
