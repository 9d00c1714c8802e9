import { readCsvLayout } from './csv/read-csv-layout.ts';
import { looksRaw, readRawHeader } from './raw/read-header.ts';
import { type FileProblem, isProblem } from './recording.ts';

export type FileFormat = 'raw' | 'csv';

/** What is known of a file from its first {@link headBytes} bytes, whatever its name. */
export interface DetectedFile {
  readonly format: FileFormat;
  /** µs since 1970; undefined when only decoding will tell. */
  readonly startUs: number | undefined;
}

/** Recognises a file by its beginning, and refuses at once what decoding would refuse anyway. Never throws. */
export function detectFormat(head: Uint8Array, rateHz?: number): DetectedFile | FileProblem {
  if (looksRaw(head)) {
    const header = readRawHeader(head);
    return isProblem(header) ? header : { format: 'raw', startUs: header.startUs };
  }
  const layout = readCsvLayout(head, rateHz);
  return isProblem(layout) ? layout : { format: 'csv', startUs: undefined };
}
