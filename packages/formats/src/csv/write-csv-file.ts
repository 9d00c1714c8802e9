import { numberRows } from '@sillage/signal';
import { stringify } from 'csv-stringify/sync';
import type { RecordingColumn, RecordingSamples } from '../recording.ts';

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

/**
 * Rows of a chunk in pieces of 0.1 ms of work: the shortest digits that read back as the same number, which is a float32 in
 * columns of those; NaN is empty.
 */
export function csvRows({ timesSeconds, values }: RecordingSamples): Generator<Uint8Array<ArrayBuffer>> {
  return numberRows([timesSeconds, ...values]);
}
