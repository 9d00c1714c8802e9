import { type PagedColumn, pageBytes } from '@sillage/signal';
import { nextTurn } from '../../platform/clock/index.ts';
import type { PositionedParquet } from './parquet/read-parquet.ts';

/** Reads at once at most, so that a cold disk is kept busy without a queue of its own. */
const parallelReads = 16;
/** Loads for one stretch; more means that pages never stay, which the sizes below rule out. */
const mostLoads = 1000;
/** ms; a read that takes longer came from the disk. After a few the rest is read in parallel, beside the event loop. */
const slowReadMs = 0.5;
const slowReadsAtMost = 3;
/** ms; longest time that reads hold the event loop. */
const blockedMs = 2;
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
  function give(run: Run, bytes: Uint8Array): void {
    for (let i = 0; i < run.count; i++) column.give(run.page + i, bytes.subarray(i * pageBytes, (i + 1) * pageBytes));
  }
  function rowsOf(run: Run): { row: number; rows: number; bytes: Uint8Array } {
    const row = run.page * column.samplesPerPage;
    const rows = Math.min(run.count * column.samplesPerPage, file.rowsTogether(row));
    return { row, rows, bytes: new Uint8Array(rows * column.bytesPerSample) };
  }
  // what the system holds in memory comes sooner than a thread could be asked for it
  let slow = 0;
  for (let start = performance.now(), run = runs[next]; run; run = runs[++next]) {
    const { row, rows, bytes } = rowsOf(run);
    const began = performance.now();
    file.readIntoNow(place, row, rows, bytes);
    give(run, bytes);
    const now = performance.now();
    if (now - began > slowReadMs && ++slow > slowReadsAtMost) break;
    if (now - start < blockedMs) continue;
    await nextTurn();
    start = performance.now();
  }
  next++;
  async function read(): Promise<void> {
    for (let run = runs[next++]; run; run = runs[next++]) {
      const { row, rows, bytes } = rowsOf(run);
      await file.readInto(place, row, rows, bytes);
      give(run, bytes);
    }
  }
  await Promise.all(Array.from({ length: Math.min(parallelReads, Math.max(0, runs.length - next)) }, read));
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
