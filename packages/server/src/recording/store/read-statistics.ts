import {
  type FoldedMoments,
  foldedMoments,
  type Moments,
  mergeMoments,
  momentsBucket,
  noMoments,
  rangeMoments,
  statisticsOf,
} from '@sillage/signal';
import { loadMissing, type Turns, untilNothingMissing } from './load-pages.ts';
import type { OpenColumn, OpenModule } from './open-module.ts';
import type { WindowStatistics } from './store.ts';

/** Below this many samples they are all read. */
const readWhole = 4096;
/** Columns of the moments' file for each column of samples: n, sum, m2, min, max. */
const sidecarColumns = 5;

/** First sample with T ≥ from, and the first after T ≤ to. */
export async function findSampleRange(
  turns: Turns,
  module: OpenModule,
  fromSeconds: number,
  toSeconds: number,
): Promise<{ start: number; end: number }> {
  const { times, timePages, samples } = module;
  let start = 0;
  let end = 0;
  await untilNothingMissing(turns, {
    attempt: () => {
      start = times.firstFrom(fromSeconds, 0, false);
      end = times.firstFrom(toSeconds, start, true);
    },
    missed: () => (timePages?.missing.length ?? 0) > 0,
    load: async () => {
      if (timePages) await loadMissing(samples, 0, timePages);
    },
  });
  return { start, end };
}

async function rawMoments(module: OpenModule, column: OpenColumn, start: number, end: number): Promise<Moments> {
  if (end <= start) return noMoments;
  return rangeMoments(await module.samples.readNumbers(column.place + 1, start, end - start), 0, end - start);
}

async function bucketMoments(module: OpenModule, column: OpenColumn, start: number, end: number): Promise<Moments> {
  const first = column.place * sidecarColumns;
  const [count, sum, m2, min, max] = await Promise.all(
    Array.from({ length: sidecarColumns }, (_, i) => module.moments.read(first + i, start, end - start)),
  );
  const folded = { count, sum, m2, min, max };
  if (!isFolded(folded)) throw new TypeError('moments of another type');
  return foldedMoments(folded, 0, end - start);
}

function isFolded(folded: Readonly<Record<keyof FoldedMoments, unknown>>): folded is FoldedMoments {
  const { count, ...doubles } = folded;
  return count instanceof Int32Array && Object.values(doubles).every((array) => array instanceof Float64Array);
}

/** Exact statistics of samples [start, end): whole buckets from the pyramid, the ends from the samples. */
export async function windowStatistics(
  module: OpenModule,
  column: OpenColumn,
  variable: string,
  start: number,
  end: number,
): Promise<WindowStatistics> {
  if (end - start <= readWhole) return { variable, ...statisticsOf(await rawMoments(module, column, start, end)) };
  const firstBucket = Math.ceil(start / momentsBucket);
  const lastBucket = Math.floor(end / momentsBucket);
  const parts = await Promise.all([
    rawMoments(module, column, start, firstBucket * momentsBucket),
    bucketMoments(module, column, firstBucket, lastBucket),
    rawMoments(module, column, lastBucket * momentsBucket, end),
  ]);
  return { variable, ...statisticsOf(parts.reduce(mergeMoments)) };
}
