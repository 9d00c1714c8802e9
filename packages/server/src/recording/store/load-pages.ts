import { type PagedColumn, pageBytes } from '@sillage/signal';
import type { PositionedParquet } from './parquet/read-parquet.ts';

/** Reads at once at most, so that a cold disk is kept busy without a queue of its own. */
const parallelReads = 16;
/** Loads for one stretch; more means that pages never stay, which the sizes below rule out. */
const mostLoads = 1000;
/** Longest read. */
const pagesPerRead = 256;

interface Run {
  readonly page: number;
  count: number;
}

function neighbours(pages: readonly number[], samplesPerPage: number, file: PositionedParquet): Run[] {
  const runs: Run[] = [];
  for (const page of [...pages].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    const together = run && file.rowsTogether(run.page * samplesPerPage) > run.count * samplesPerPage;
    if (together && run.page + run.count === page && run.count < pagesPerRead) run.count++;
    else runs.push({ page, count: 1 });
  }
  return runs;
}

/**
 * Loads the pages that a column missed.
 * @param place of the column in the file, T is 0
 */
export async function loadMissing(file: PositionedParquet, place: number, column: PagedColumn): Promise<void> {
  if (column.missing.length === 0) return;
  const runs = neighbours(column.takeMissing(), column.samplesPerPage, file);
  let next = 0;
  async function read(): Promise<void> {
    for (let run = runs[next++]; run; run = runs[next++]) {
      const row = run.page * column.samplesPerPage;
      const rows = Math.min(run.count * column.samplesPerPage, file.rowsTogether(row));
      const bytes = new Uint8Array(rows * column.bytesPerSample);
      await file.readInto(place, row, rows, bytes);
      for (let i = 0; i < run.count; i++) column.give(run.page + i, bytes.subarray(i * pageBytes, (i + 1) * pageBytes));
    }
  }
  await Promise.all(Array.from({ length: Math.min(parallelReads, runs.length) }, read));
}

/** Runs one at a time: pages loaded for one reader are not pushed out by the next before they are read. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }
}

/** Something that reads pages: a try, whether it missed pages, and a way to load them. */
export interface PageReading {
  attempt(): void;
  missed(): boolean;
  load(): Promise<void>;
}

/** Tries, loads what was missing, tries again. Hot pages take no asynchronous step. */
export async function untilNothingMissing(turns: Turns, reading: PageReading): Promise<void> {
  reading.attempt();
  if (!reading.missed()) return;
  await turns.take(async () => {
    for (let loads = 0; loads < mostLoads; loads++) {
      await reading.load();
      reading.attempt();
      if (!reading.missed()) return;
    }
    throw new Error('signal pages do not stay in memory');
  });
}
