import { nk, powertap, rp3 } from '../device-tables/device-tables.ts';
import { looksLikeTable } from '../device-tables/read-device-table.ts';

export { isProblem } from '../recording.ts';
export { type CsvDelimiter, type CsvMapping, csvDelimiters } from './csv-mapping.ts';
export { fitMapping } from './fit-mapping.ts';
export { type CsvGuess, columnsOfHeader, firstCsvRows, guessCsv } from './guess-csv.ts';
export { type CsvPreview, previewCsv } from './preview-csv.ts';
export { csvHeadBytes } from './read-csv-layout.ts';

/** A table of a device's program, whose columns are known: nobody has to say what they mean. */
export function isDeviceTable(head: Uint8Array): boolean {
  return [nk, rp3, powertap].some((table) => looksLikeTable(head, table));
}
