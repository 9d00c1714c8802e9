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
/** Pages between two wanted ones up to which they are read along: copying 16 kB takes no longer than another read. */
const readAlong = 16;

/** What one read gets: pages [page, page + count), of which some are wanted. */
interface Run {
  readonly page: number;
  count: number;
  readonly wanted: number[];
}

function neighbours(pages: readonly number[], samplesPerPage: number, file: PositionedParquet): Run[] {
  const runs: Run[] = [];
  for (const page of [...pages].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    const isNear = run && page - run.page < pagesPerRead && page - (run.page + run.count) <= readAlong;
    if (isNear && file.rowsTogether(run.page * samplesPerPage) > (page - run.page) * samplesPerPage) {
      run.count = page + 1 - run.page;
      run.wanted.push(page);
    } else runs.push({ page, count: 1, wanted: [page] });
  }
  return runs;
}

/** Where a read lands before its pages go to the arena. */
const newDesk = () => new Uint8Array(pagesPerRead * pageBytes);
/** Of reads that are done at once. */
const deskNow = newDesk();

/**
 * Loads the pages that a column missed.
 * @param place of the column in the file, T is 0
 */
export async function loadMissing(file: PositionedParquet, place: number, column: PagedColumn): Promise<void> {
  if (column.missing.length === 0) return;
  const runs = neighbours(column.takeMissing(), column.samplesPerPage, file);
  let next = 0;
  function give(run: Run, bytes: Uint8Array): void {
    for (const page of run.wanted) {
      const at = (page - run.page) * pageBytes;
      column.give(page, bytes.subarray(at, at + pageBytes));
    }
  }
  function rowsOf(run: Run, desk: Uint8Array): { row: number; rows: number; bytes: Uint8Array } {
    const row = run.page * column.samplesPerPage;
    const rows = Math.min(run.count * column.samplesPerPage, file.rowsTogether(row));
    return { row, rows, bytes: desk.subarray(0, rows * column.bytesPerSample) };
  }
  // what the system holds in memory comes sooner than a thread could be asked for it
  let slow = 0;
  for (let start = performance.now(), run = runs[next]; run; run = runs[++next]) {
    const { row, rows, bytes } = rowsOf(run, deskNow);
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
    const desk = newDesk();
    for (let run = runs[next++]; run; run = runs[next++]) {
      const { row, rows, bytes } = rowsOf(run, desk);
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
