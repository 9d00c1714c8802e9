import { isProblem } from '../recording.ts';
import type { CsvMapping } from './csv-mapping.ts';
import { adaptMapping, type CsvGuess } from './guess-csv.ts';
import { previewCsv } from './preview-csv.ts';

/**
 * What is known of another file with the same names, for this one, if it can be read so. Separator and decimal sign are
 * this file's; those that somebody decided on are taken where more columns are numbers by them.
 */
export function fitMapping(
  head: Uint8Array,
  isWhole: boolean,
  known: CsvMapping,
  guess: CsvGuess,
): CsvMapping | undefined {
  const seen = adaptMapping(known, guess);
  const bySeen = columnsRead(head, isWhole, seen);
  if (bySeen === known.columns.length) return seen;
  const { delimiter, decimal } = known;
  const decided = { ...seen, delimiter, decimal };
  const byDecided = columnsRead(head, isWhole, decided);
  if (Math.max(bySeen, byDecided) === 0) return undefined;
  return byDecided > bySeen ? decided : seen;
}

function columnsRead(head: Uint8Array, isWhole: boolean, mapping: CsvMapping): number {
  // Any rate: what is asked is whether its cells are numbers.
  const preview = previewCsv(head, isWhole, mapping, 1);
  return isProblem(preview) ? 0 : preview.traces.length;
}
