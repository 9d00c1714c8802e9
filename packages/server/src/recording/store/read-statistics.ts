import { type ColumnMoments, MomentsSum, momentsBucket, rangeMoments, statisticsOf } from '@sillage/signal';
import type { PyramidCache } from './cache-pyramids.ts';
import { loadMissing, type Turns, untilNothingMissing } from './load-pages.ts';
import type { OpenColumn, OpenModule } from './open-module.ts';
import { readSomeMoments } from './read-sidecars.ts';
import type { WindowStatistics } from './store.ts';

/** Up to this many samples they are all read. */
const readWhole = 4096;
const momentsShift = Math.log2(momentsBucket);
/** Samples that are looked at, between two steps of the event loop. */
const looked = new Float64Array(readWhole);

export interface StatisticsDependencies {
  readonly pyramids: PyramidCache;
  readonly turns: Turns;
}

/** Samples or buckets [start, end). */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** First sample with T ≥ from, and the first after T ≤ to. */
export async function findSampleRange(
  turns: Turns,
  module: OpenModule,
  fromSeconds: number,
  toSeconds: number,
): Promise<Range> {
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

/** Exact statistics of a window of one module: whole buckets from the pyramid in memory, the ends from the samples. */
export class ModuleStatistics {
  readonly #dependencies: StatisticsDependencies;
  readonly #module: OpenModule;
  readonly #range: Range;

  constructor(dependencies: StatisticsDependencies, module: OpenModule, range: Range) {
    this.#dependencies = dependencies;
    this.#module = module;
    this.#range = range;
  }

  async of(variable: string, column: OpenColumn): Promise<WindowStatistics> {
    const { start, end } = this.#range;
    const total = new MomentsSum();
    if (end - start <= readWhole) await this.#addSamples(total, column, [this.#range]);
    else {
      const first = Math.ceil(start / momentsBucket);
      const last = Math.floor(end / momentsBucket);
      await this.#addBuckets(total, column, { start: first, end: last });
      await this.#addSamples(total, column, [
        { start, end: first * momentsBucket },
        { start: last * momentsBucket, end },
      ]);
    }
    return { variable, ...statisticsOf(total.moments) };
  }

  async #addSamples(total: MomentsSum, column: OpenColumn, ranges: readonly Range[]): Promise<void> {
    let parts: ReturnType<typeof rangeMoments>[] = [];
    await untilNothingMissing(this.#dependencies.turns, {
      attempt: () => {
        parts = ranges.map(({ start, end }) => {
          column.pages.copy(start, end, looked);
          return rangeMoments(looked, 0, end - start);
        });
      },
      missed: () => column.pages.missing.length > 0,
      load: () => loadMissing(this.#module.samples, column.place + 1, column.pages),
    });
    for (const { count, sum, m2, min, max } of parts) total.add(count, sum, m2, min, max);
  }

  async #addBuckets(total: MomentsSum, column: OpenColumn, range: Range): Promise<void> {
    const { pyramids } = this.#dependencies;
    const found = pyramids.getMoments(this.#module, column);
    const moments = found instanceof Promise ? await found : found;
    try {
      for (const rest of addHeld(total, moments, range)) {
        if (rest.end === rest.start) continue;
        const folded = await readSomeMoments(this.#module, column, rest.start, rest.end);
        total.addBuckets(folded, 0, rest.end - rest.start);
      }
    } finally {
      pyramids.doneMoments(column);
    }
  }
}

/** Adds the buckets that the memory holds. @returns those beside them, where it holds coarser ones only */
function addHeld(total: MomentsSum, moments: ColumnMoments, { start, end }: Range): readonly Range[] {
  const fineInOne = 2 ** (moments.shift - momentsShift);
  const from = Math.ceil(start / fineInOne);
  const to = Math.min(Math.floor(end / fineInOne), moments.buckets);
  if (from >= to) return [{ start, end }];
  moments.addTo(total, from, to);
  return [
    { start, end: from * fineInOne },
    { start: to * fineInOne, end },
  ];
}
