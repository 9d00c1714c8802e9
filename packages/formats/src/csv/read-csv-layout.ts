import type { FileProblem, RecordingColumn } from '../recording.ts';
import { safeName, uniqueNames } from '../safe-names.ts';
import { encodingOf, type TextEncoding } from './decode-text.ts';
import { findTable, type HeadRow, type Table } from './find-table.ts';
import { type HeaderCell, headerCell, isTimeName, isUnitName, timeUnitOf } from './name-columns.ts';
import { asciiLikeHead } from './read-head-rows.ts';
import { isGap, isPercent, type NumberStyle, plainSigns, styleOf } from './read-numbers.ts';
import { type DateColumn, dateOrderOf, readCellTime, readDay, type TimeColumn } from './read-times.ts';

/** Bytes from which the layout is read. */
export const csvHeadBytes = 256 * 1024;
const maxColumns = 1024;
/** Tried in this order; of equals the first is taken. */
const delimiters = ['\t', ';', '|', ','] as const;
/** Of the rows: when fewer are shorter than the others, they are damaged, not left unfilled. */
const raggedShare = 0.05;

export interface CsvLayout {
  readonly encoding: TextEncoding;
  readonly delimiter: string;
  readonly numbers: NumberStyle;
  /** Line where the samples begin, from 1. */
  readonly firstLine: number;
  /** Cells of a row. */
  readonly width: number;
  /** Rows of fewer cells are as meant: the others are empty. */
  readonly ragged: boolean;
  readonly time: TimeColumn | undefined;
  readonly columns: readonly (RecordingColumn & { readonly index: number })[];
}

/** Finds encoding, separators, header, units and time column from the beginning of a file. Never throws. */
export function readCsvLayout(head: Uint8Array, isWhole: boolean, rateHz?: number): CsvLayout | FileProblem {
  if (head.length === 0) return { problem: 'noSamples' };
  const encoding = encodingOf(head, isWhole);
  if (encoding === undefined) return { problem: 'unknownFormat' };
  const found = likelyTable(head, isWhole, encoding);
  if (!found) return { problem: 'unknownFormat' };
  const { table, delimiter } = found;
  const { width, rows } = table;
  if (width > maxColumns) return { problem: 'tooManyColumns', most: maxColumns };
  const [names, units] = table.header;
  const named = Array.from({ length: width }, (_, i) =>
    inPercent(headerCell(names?.cells[i] ?? '', units?.cells[i] ?? '', i), rows),
  );
  const numbers = styleOf(cellsOf(rows), delimiter !== ',' || quotedCommas(rows));
  const time = timeColumn(named, rows, numbers);
  if (!time && rateHz === undefined) return { problem: 'noTime' };
  const columns = columnsOf(named.filter((cell) => cell.index !== time?.index && cell.index !== time?.date?.index));
  if (columns.length === 0) return { problem: 'noSamples' };
  const short = rows.filter(({ cells }) => cells.length < width).length;
  const firstLine = rows[0]?.line ?? 1;
  const ragged = short > raggedShare * rows.length;
  return { encoding, delimiter, numbers, firstLine, width, ragged, time, columns };
}

function columnsOf(named: readonly HeaderCell[]): CsvLayout['columns'] {
  const nameOnce = uniqueNames();
  return named.map(({ name, unit, index }) => ({
    index,
    name: nameOnce(safeName(name)),
    unit,
    description: { fr: name.slice(0, 100), en: name.slice(0, 100) },
    type: 'f64',
  }));
}

/** The separator under which most of the beginning is numbers, and the table that it gives. */
function likelyTable(head: Uint8Array, isWhole: boolean, encoding: TextEncoding) {
  let best: { table: Table; delimiter: string; score: number } | undefined;
  const { declared, rowsBy } = asciiLikeHead(head, isWhole, encoding);
  for (const delimiter of declared === undefined ? delimiters : [declared]) {
    const table = findTable(rowsBy(delimiter));
    if (!table) continue;
    const score = table.rows.reduce((sum, { numbers, words }) => sum + numbers - 2 * words, 0);
    // A comma apart from any other sign is what remains: of equal tables the last is taken when all have one column.
    if (!best || score > best.score || (score === best.score && best.table.width === 1)) {
      best = { table, delimiter, score };
    }
  }
  return best;
}

function* cellsOf(rows: readonly HeadRow[]): Generator<string> {
  for (const { cells } of rows) yield* cells;
}

/** Between commas, a cell with a comma in it was quoted. */
function quotedCommas(rows: readonly HeadRow[]): boolean {
  return rows.some(({ cells }) => cells.some((cell) => /^[+-]?\d*,\d+$/.test(plainSigns(cell))));
}

/** The first column whose name is one of a time and whose cells can be read as such. */
function timeColumn(
  named: readonly HeaderCell[],
  rows: readonly HeadRow[],
  numbers: NumberStyle,
): TimeColumn | undefined {
  const candidates = named.filter(({ name }) => isTimeName(name));
  // `ms` beside `time` is more likely a measure than the other way round.
  candidates.sort((a, b) => Number(isUnitName(a.name)) - Number(isUnitName(b.name)) || a.index - b.index);
  for (const cell of candidates) {
    const filled = rows.map(({ cells }) => cells[cell.index] ?? '').filter((text) => !isGap(text));
    const order = dateOrderOf(filled);
    const read = filled.filter((text) => readCellTime(text, numbers, { order, toUtcMs: (ms) => ms }) !== undefined);
    if (read.length * 2 >= filled.length && read.length > 0) {
      const date = dateColumn(candidates, cell, rows);
      return { index: cell.index, unitSeconds: timeUnitOf(cell), order, ...(date && { date }) };
    }
  }
  return undefined;
}

/** The column beside the time whose cells are dates: what the time, read by itself, lacks. */
function dateColumn(
  candidates: readonly HeaderCell[],
  time: HeaderCell,
  rows: readonly HeadRow[],
): DateColumn | undefined {
  for (const { index } of candidates) {
    if (index === time.index) continue;
    const filled = rows.map(({ cells }) => cells[index] ?? '').filter((text) => !isGap(text));
    const order = dateOrderOf(filled);
    const isMoment = (text: string) =>
      readCellTime(text, { decimal: '.', groups: false }, { order, toUtcMs: (ms) => ms })?.kind === 'date';
    if (filled.length === 0) continue;
    if (filled.every((text) => readDay(text, order) !== undefined)) return { index, order, holds: 'days' };
    if (filled.every(isMoment)) return { index, order, holds: 'moments' };
  }
  return undefined;
}

/** A column without a unit whose numbers are percentages has theirs. */
function inPercent(cell: HeaderCell, rows: readonly HeadRow[]): HeaderCell {
  const some = cell.unit === '' && rows.some(({ cells }) => isPercent(cells[cell.index] ?? ''));
  return some ? { ...cell, unit: '%' } : cell;
}
