import { limits } from '@sillage/contract';
import { SignalMemory } from '@sillage/signal';
import { shareLoop } from '../../platform/clock/index.ts';
import { PyramidCache } from './cache-pyramids.ts';
import { DistanceAxes } from './distance-axis.ts';
import { type OpenRecord, OpenRecords } from './keep-records-open.ts';
import { Turns } from './load-pages.ts';
import { readOverview } from './overview-file.ts';
import { ColumnReading, findVariable } from './read-columns.ts';
import { ReadingThreads } from './read-in-threads.ts';
import { readSamples } from './read-samples.ts';
import type { CurvePoints, SignalStore, WindowStatistics } from './store.ts';

/** Smallest room for pages, and for pyramids: below it a curve could not be drawn in useful stretches, or quickly. */
const leastBytes = 8 << 20;
/** Records open at once, beside those being read: three files a module. */
const recordsKeptOpen = 32;

/** Of the cache's bytes, for the times of records whose clock is not steady; beside the cache. */
const timesShare = 0.25;
/** Of the cache's bytes, for pictures, where threads add up the statistics of long records. */
const shareBesideThreads = 0.75;

interface StoreOptions {
  /** For hot pages (half), and pyramids of pictures and statistics (half); memory is taken as it fills. */
  readonly cacheBytes: number;
  /** Statistics of long records are added up by threads, which share the cache's bytes. Pictures are drawn here. */
  readonly inThreads?: boolean;
}

/** Reads records' signals. */
export function createSignalStore({ cacheBytes, inThreads }: StoreOptions): SignalStore {
  const hereBytes = inThreads ? cacheBytes * shareBesideThreads : cacheBytes;
  const threads = inThreads ? new ReadingThreads(cacheBytes - hereBytes) : undefined;
  const halfBytes = Math.max(hereBytes / 2, leastBytes);
  const memory = new SignalMemory(halfBytes, halfBytes);
  const here = new ColumnReading({ memory, pyramids: new PyramidCache(memory.pyramids), turns: new Turns() });
  const axes = new DistanceAxes();
  const records = new OpenRecords(memory.pages, recordsKeptOpen, cacheBytes * timesShare);
  const adderOf = (record: OpenRecord) => (threads?.take(record) ? threads : here);

  /** Of a record that lies drawn. One that is open and of another duration is not looked for. */
  async function wholeCurves(folder: string, variables: readonly string[], toSeconds: number, pixelColumns: number) {
    if ((records.openDuration(folder) ?? toSeconds) !== toSeconds) return undefined;
    return readOverview(folder, variables, toSeconds, pixelColumns, shareLoop());
  }

  return {
    describe: (folder) =>
      records.read(folder, async ({ modules, durationSeconds }) => ({
        modules: modules.map(({ stored: { name, type, rateHz, columns }, samples }) => ({
          name,
          type,
          rateHz,
          columns,
          samples: samples.rows,
        })),
        durationSeconds,
      })),

    async curves(folder, variables, fromSeconds, toSeconds, pixelColumns, edgesSeconds): Promise<CurvePoints[]> {
      if (!(pixelColumns >= 1 && toSeconds >= fromSeconds)) throw new RangeError('an empty window has no curve');
      const isWhole = fromSeconds === 0 && edgesSeconds === undefined;
      if (isWhole && limits.overviewColumns.includes(pixelColumns)) {
        const kept = await wholeCurves(folder, variables, toSeconds, pixelColumns);
        if (kept) return kept;
      }
      const task = { folder, variables, fromSeconds, toSeconds, pixelColumns, edgesSeconds };
      return (await records.read(folder, (record) => here.curves(record, task))) ?? [];
    },

    async statistics(folder, variables, fromSeconds, toSeconds): Promise<WindowStatistics[]> {
      const task = { folder, variables, fromSeconds, toSeconds };
      return (await records.read(folder, (record) => adderOf(record).statistics(record, task))) ?? [];
    },

    distance: (folder, source) =>
      axes.of(folder, () => records.read(folder, async (record) => findVariable(record, source.variable)), source),

    samples: readSamples,
    async forget(folder) {
      axes.forget(folder);
      await Promise.all([threads?.forget(folder), records.forget(folder)]);
    },
    async close() {
      await records.close();
      await threads?.close();
    },
  };
}
