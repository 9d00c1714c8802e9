import { readCsvLayout } from './csv/read-csv-layout.ts';
import { nameOtherFormat } from './name-other-format.ts';
import { looksRaw, readRawHeader } from './raw/read-header.ts';
import { type FileProblem, isProblem, type RecordingAbout } from './recording.ts';

export type FileFormat = 'raw' | 'csv';

/** What is known of a file from its first {@link headBytes} bytes, whatever its name. */
export interface DetectedFile {
  readonly format: FileFormat;
  /** µs since 1970; undefined when only decoding will tell. */
  readonly startUs: number | undefined;
  /** What a raw file's header tells of its origin. */
  readonly about: Omit<RecordingAbout, 'startUs'> | undefined;
}

/**
 * Recognises a file by its beginning, and refuses at once what decoding would refuse anyway. Never throws.
 * @param isWhole the beginning is all of the file
 */
export function detectFormat(head: Uint8Array, isWhole: boolean, rateHz?: number): DetectedFile | FileProblem {
  if (looksRaw(head)) {
    const header = readRawHeader(head);
    return isProblem(header) ? header : { format: 'raw', startUs: header.startUs, about: header.about };
  }
  const other = nameOtherFormat(head);
  if (other) return other;
  const layout = readCsvLayout(head, isWhole, rateHz);
  return isProblem(layout) ? layout : { format: 'csv', startUs: undefined, about: undefined };
}
