import type { SampleChunk } from './store.ts';

/** `rows` rows of a chunk from one on, fewer at its end; the memory is the chunk's. */
export function splitChunk({ timesSeconds, columns }: SampleChunk, from: number, rows: number): SampleChunk {
  return {
    timesSeconds: timesSeconds.subarray(from, from + rows),
    columns: columns.map((column) => column.subarray(from, from + rows)),
  };
}
