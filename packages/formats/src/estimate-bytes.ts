import { csvHeadBytes, readCsvLayout } from './csv/read-csv-layout.ts';
import { readRawHeader } from './raw/read-header.ts';
import type { HowToRead } from './read-file.ts';
import { isProblem } from './recording.ts';

/** Of a column's numbers: what is kept for quick drawing and statistics beside them, rounded up. */
const besidesColumns = 1.4;

/**
 * Bytes that reading a file writes at most while and after it is read: signals, and rows that wait for their types.
 * Undefined for a file that cannot be read. @param head the file's beginning
 */
export function estimateReadBytes(head: Uint8Array, sizeBytes: number, how: HowToRead): number | undefined {
  if (how.format === 'raw') {
    const header = readRawHeader(head);
    if (isProblem(header)) return undefined;
    const factors = header.modules.map(({ columns, size }) => {
      const numbers = columns.reduce((sum, { type }) => sum + (type === 'f32' ? 4 : 8), 0);
      return (8 + numbers * besidesColumns) / size;
    });
    return Math.ceil((sizeBytes - header.dataStart) * Math.max(0, ...factors));
  }
  const layout = readCsvLayout(head.subarray(0, csvHeadBytes), sizeBytes <= csvHeadBytes, how.rateHz);
  if ('problem' in layout) return undefined;
  const rows = sizeBytes / layout.rowBytes;
  const columns = layout.columns.length;
  return Math.ceil(rows * (8 + 8 * columns * besidesColumns + 8 * (columns + 1)));
}
