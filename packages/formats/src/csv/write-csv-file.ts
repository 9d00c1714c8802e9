import { stringify } from 'csv-stringify/sync';
import type { RecordingColumn, RecordingSamples } from '../recording.ts';

/** Cells joined before they are handed on: 1 ms of work. Text above 128 kB would outlast V8's young generation. */
const cellsAPiece = 4096;

/**
 * One CSV line of texts. A cell that a spreadsheet would take for a formula gets a leading `'`.
 * Not for numbers: `-1` must stay `-1`.
 */
export function csvLine(cells: readonly string[]): string {
  return stringify([[...cells]], { escape_formulas: true });
}

/** Header `T (s),acc_x (m/s²),…`. */
export function csvHeader(columns: readonly Pick<RecordingColumn, 'name' | 'unit'>[]): string {
  return csvLine(['T (s)', ...columns.map(({ name, unit }) => (unit === '' ? name : `${name} (${unit})`))]);
}

/** Rows of a chunk as text, shortest digits that read back as the same number; NaN is empty. */
export function* csvRows(samples: RecordingSamples): Generator<string> {
  const { timesSeconds, values } = samples;
  const rowsAPiece = Math.max(1, Math.floor(cellsAPiece / (values.length + 1)));
  for (let from = 0; from < timesSeconds.length; from += rowsAPiece) {
    let piece = '';
    const to = Math.min(timesSeconds.length, from + rowsAPiece);
    for (let row = from; row < to; row++) {
      piece += timesSeconds[row];
      for (const column of values) {
        const value = column[row] ?? Number.NaN;
        piece += Number.isNaN(value) ? ',' : `,${value}`;
      }
      piece += '\n';
    }
    yield piece;
  }
}
