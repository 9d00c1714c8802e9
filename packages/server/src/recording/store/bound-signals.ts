import { extremesBucket, momentsBucket } from '@sillage/signal';
import { overviewWidths } from './overview-file.ts';
import { rowGroupRows } from './parquet/write-parquet.ts';
import type { StoredColumn } from './store.ts';

/** Bytes of a column's description: unit and texts as JSON, of which a character takes six bytes at most. */
const describedBytes = 2048;
/** Bytes of what a file says of a column besides: its place in the schema, and in each row group a page header and a chunk. */
const columnBytes = 160;
const chunkBytes = 400;
const fileBytes = 1024;

/** Bytes of one row of each file of a module: samples, minima and maxima, moments; and of how many samples a row is. */
function filesOf(columns: readonly StoredColumn['type'][]) {
  const values = columns.reduce((sum, type) => sum + (type === 'f32' ? 4 : 8), 0);
  return [
    { rowBytes: 8 + values, columns: 1 + columns.length, samplesARow: 1 },
    { rowBytes: 8 + 2 * values + 2 * columns.length, columns: 1 + 3 * columns.length, samplesARow: extremesBucket },
    { rowBytes: 36 * columns.length, columns: 5 * columns.length, samplesARow: momentsBucket },
  ];
}

/** Bytes on the disk that each sample of a module takes, with its share of the pyramid. */
export function boundSampleBytes(columns: readonly StoredColumn['type'][]): number {
  return filesOf(columns).reduce((sum, { rowBytes, samplesARow }) => sum + rowBytes / samplesARow, 0);
}

/** Of the curves of a record that lies drawn: a point is a time and a value, beside each sample one where the line breaks. */
function overviewBytes(columns: number, mostSamples: number, longest: number): number {
  const widths = overviewWidths(longest);
  const points = widths.reduce((sum, width) => sum + Math.min(8 * width, 2 * mostSamples), 0);
  return columns * (points * 16 + widths.length * describedBytes);
}

/**
 * Bytes that a module takes besides its samples, at most: descriptions, buckets that are not full, and the columns of a
 * last row group, which are moved together and lie there twice meanwhile.
 * @param longest samples of the record's longest module, at most; 0 where no record lies drawn
 */
export function boundModuleBytes(
  columns: readonly StoredColumn['type'][],
  mostSamples: number,
  longest: number,
): number {
  let bytes = describedBytes * columns.length + overviewBytes(columns.length, mostSamples, longest);
  for (const file of filesOf(columns)) {
    const rows = Math.ceil(mostSamples / file.samplesARow);
    const groups = Math.ceil(rows / rowGroupRows);
    bytes += fileBytes + file.columns * (columnBytes + chunkBytes * groups);
    bytes += file.rowBytes * (1 + Math.min(rows, rowGroupRows));
  }
  return bytes;
}
