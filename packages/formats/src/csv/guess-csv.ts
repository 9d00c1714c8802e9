import { bytesSource } from '../byte-source.ts';
import type { FileProblem } from '../recording.ts';
import type { CsvDelimiter, CsvMapping } from './csv-mapping.ts';
import { asciiLike, type TextEncoding } from './decode-text.ts';
import { headerCell } from './name-columns.ts';
import { describeTable, layoutOf } from './read-csv-layout.ts';
import { isGap, readNumber } from './read-numbers.ts';
import { CsvRows } from './split-rows.ts';

/** How a CSV would be read, for people to look at. */
export interface CsvGuess {
  readonly encoding: TextEncoding;
  readonly mapping: CsvMapping;
  /** Names as they stand in the file: files with the same ones mean the same. */
  readonly header: readonly string[];
  /** What the file does not say for sure. */
  readonly doubts: readonly CsvDoubt[];
}
export type CsvDoubt = 'noHeader' | 'noTime' | 'timeUnit';

/**
 * The mapping by which a CSV is read without one, from its beginning. Never throws.
 * @param chosen the separator, where somebody has chosen it
 */
export function guessCsv(head: Uint8Array, isWhole: boolean, chosen?: CsvDelimiter): CsvGuess | FileProblem {
  const table = describeTable(head, isWhole, chosen);
  if ('problem' in table) return table;
  // A rate stands for the time where there is none: what is missing is a doubt here, not an end.
  const layout = layoutOf(table, 1);
  if ('problem' in layout) return layout;
  const [names] = table.header;
  const { time, columns, delimiter, numbers, firstLine, encoding } = layout;
  const mapping: CsvMapping = {
    ...{ delimiter, decimal: numbers.decimal, headerLine: names?.line ?? null, firstLine },
    time: time === undefined ? null : { index: time.index, unitSeconds: time.unitSeconds ?? null },
    columns: columns.map(({ index, unit, description }) => ({ index, name: description.en, unit })),
  };
  const doubts: CsvDoubt[] = [];
  if (names === undefined) doubts.push('noHeader');
  if (time === undefined) doubts.push('noTime');
  else if (time.unitSeconds === undefined) {
    const cells = table.rows.map(({ cells: each }) => each[time.index] ?? '').filter((cell) => !isGap(cell));
    if (mayBeMilliseconds(cells.map((cell) => readNumber(cell, numbers)))) doubts.push('timeUnit');
  }
  return { encoding, mapping, header: names?.cells.map((cell) => cell.trim()) ?? [], doubts };
}

/** Whole numbers some apart without a unit: s as well as ms. Moments since 1970 tell by their size. */
function mayBeMilliseconds(times: readonly number[]): boolean {
  if (!times.every((time) => Number.isInteger(time) && Math.abs(time) < 1e9)) return false;
  const steps = times.slice(1).map((time, i) => time - (times[i] ?? time));
  return (steps.sort((a, b) => a - b)[steps.length >> 1] ?? 0) > 1;
}

/**
 * A mapping that is known of another file with the same names, for this one: what stands above them may be longer, and
 * separator and decimal sign are those of the program that wrote this one.
 */
export function adaptMapping(known: CsvMapping, { mapping }: CsvGuess): CsvMapping {
  const { headerLine, firstLine, delimiter, decimal } = mapping;
  const adapted = { ...known, delimiter, decimal, headerLine, firstLine };
  if (known.headerLine === null || headerLine === null) return adapted;
  return { ...adapted, firstLine: headerLine + (known.firstLine - known.headerLine) };
}

/** What a line of names says of the columns. */
export function columnsOfHeader(cells: readonly string[]): CsvMapping['columns'] {
  return cells.map((cell, index) => {
    const { name, unit } = headerCell(cell, '', index);
    return { index, name, unit };
  });
}

/** The first rows of a file's beginning, as a separator splits them. */
export function firstCsvRows(
  head: Uint8Array,
  encoding: TextEncoding,
  delimiter: string,
  mostRows: number,
): { readonly line: number; readonly cells: readonly string[] }[] {
  const split = new CsvRows(asciiLike(bytesSource(head), encoding), delimiter.charCodeAt(0), encoding);
  const rows: { line: number; cells: string[] }[] = [];
  while (rows.length < mostRows && split.next()) {
    rows.push({ line: split.line, cells: Array.from({ length: split.cells }, (_, i) => split.text(i)) });
  }
  return rows;
}
