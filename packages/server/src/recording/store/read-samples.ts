import { join } from 'node:path';
import { fileStem } from './module-metadata.ts';
import { openSamples } from './open-module.ts';
import type { PositionedParquet } from './parquet/read-parquet.ts';
import type { SampleChunk } from './store.ts';

/** Numbers of the chunks of all modules that are read at the same time, 8 MB at most. */
export const chunkCells = 1_048_576;
const [leastRows, mostRows] = [64, 65_536];
/** Columns that are read at once: to begin to read a thousand would take 10 ms. */
const parallelReads = 32;

async function firstRow(samples: PositionedParquet, passes: (t: number) => boolean): Promise<number> {
  let from = 0;
  let to = samples.rows;
  while (from < to) {
    const middle = (from + to) >> 1;
    const [t] = await samples.readNumbers(0, middle, 1);
    if (t !== undefined && passes(t)) to = middle;
    else from = middle + 1;
  }
  return from;
}

async function readColumns<T>(places: readonly number[], read: (place: number) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let from = 0; from < places.length; from += parallelReads) {
    all.push(...(await Promise.all(places.slice(from, from + parallelReads).map(read))));
  }
  return all;
}

/**
 * Raw samples of a module with from ≤ T ≤ to. Opens the file for itself: a long download goes on while the record is
 * forgotten or decoded again.
 * @param readAtOnce modules that are read at the same time: their chunks share the memory
 */
export async function* readSamples(
  folder: string,
  module: string,
  columns: readonly string[],
  fromSeconds: number,
  toSeconds: number,
  readAtOnce = 1,
): AsyncGenerator<SampleChunk> {
  const opened = await openSamples(join(folder, `${fileStem(module)}.parquet`));
  if (!opened) return;
  const { samples, stored } = opened;
  try {
    const places = columns.map((name) => stored.columns.findIndex((column) => column.name === name) + 1);
    if (places.includes(0)) throw new RangeError(`${module} has no such column among ${columns.join(', ')}`);
    const share = Math.floor(chunkCells / readAtOnce / (columns.length + 1));
    const chunkRows = Math.max(leastRows, Math.min(mostRows, share));
    const end = await firstRow(samples, (t) => t > toSeconds);
    for (let row = await firstRow(samples, (t) => t >= fromSeconds); row < end; row += chunkRows) {
      const rows = Math.min(chunkRows, end - row);
      const [times, ...values] = await readColumns([0, ...places], (place) => samples.readNumbers(place, row, rows));
      if (!(times instanceof Float64Array)) throw new TypeError('T is a column of doubles');
      yield { timesSeconds: times, columns: values };
    }
  } finally {
    await samples.close();
  }
}
