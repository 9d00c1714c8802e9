import type { FileProblem, RecordingColumn } from '../recording.ts';
import { safeName, uniqueNames } from '../safe-names.ts';
import type { CsvAbout } from './csv-about.ts';
import { type CsvDelimiter, type CsvMapping, csvDelimiters } from './csv-mapping.ts';
import { encodingOf, type TextEncoding } from './decode-text.ts';
import { findTable, type HeadRow, type Table, usualWidth } from './find-table.ts';
import { type HeaderCell, headerCell, isTimeName, isUnitName, timeUnitOf } from './name-columns.ts';
import { asciiLikeHead } from './read-head-rows.ts';
import { isGap, isPercent, type NumberStyle, plainSigns, styleOf } from './read-numbers.ts';
import { type DateColumn, dateOrderOf, readCellTime, readDay, type TimeColumn } from './read-times.ts';

/** Bytes from which the layout is read. */
export const csvHeadBytes = 256 * 1024;
const maxColumns = 1024;
/** Of the rows: when fewer are shorter than the others, they are damaged, not left unfilled. */
const raggedShare = 0.05;

export interface CsvLayout {
  readonly encoding: TextEncoding;
  readonly delimiter: CsvDelimiter;
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

/** The table in the beginning of a file, and how it is written. */
export interface DescribedTable extends Table {
  readonly encoding: TextEncoding;
  readonly delimiter: CsvDelimiter;
}

/** Finds encoding, separators, header, units and time column from the beginning of a file. Never throws. */
export function readCsvLayout(
  head: Uint8Array,
  isWhole: boolean,
  { rateHz, mapping }: Pick<CsvAbout, 'rateHz' | 'mapping'> = {},
): CsvLayout | FileProblem {
  if (mapping !== undefined) return layoutByMapping(head, isWhole, mapping, rateHz);
  const table = describeTable(head, isWhole);
  return 'problem' in table ? table : layoutOf(table, rateHz);
}

/** Finds the table in the beginning of a file. */
export function describeTable(
  head: Uint8Array,
  isWhole: boolean,
  delimiter?: CsvDelimiter,
): DescribedTable | FileProblem {
  if (head.length === 0) return { problem: 'noSamples' };
  const encoding = encodingOf(head, isWhole);
  if (encoding === undefined) return { problem: 'unknownFormat' };
  const found = likelyTable(head, isWhole, encoding, delimiter);
  return found ? { ...found.table, encoding, delimiter: found.delimiter } : { problem: 'unknownFormat' };
}

/** What the cells of a table are, by its header and its first rows. */
export function layoutOf(table: DescribedTable, rateHz: number | undefined): CsvLayout | FileProblem {
  const { width, rows, delimiter } = table;
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
  return { ...extentOf(table), numbers, firstLine: rows[0]?.line ?? 1, time, columns };
}

/** The layout that somebody decided on; what it does not say, as the order of dates, is read from the rows. */
function layoutByMapping(
  head: Uint8Array,
  isWhole: boolean,
  mapping: CsvMapping,
  rateHz: number | undefined,
): CsvLayout | FileProblem {
  const encoding = head.length === 0 ? undefined : encodingOf(head, isWhole);
  if (encoding === undefined) return { problem: head.length === 0 ? 'noSamples' : 'unknownFormat' };
  const { delimiter, decimal, firstLine } = mapping;
  if (mapping.time === null && rateHz === undefined) return { problem: 'noTime' };
  const rows = asciiLikeHead(head, isWhole, encoding)
    .rowsBy(delimiter)
    .filter(({ line, kind }) => line >= firstLine && kind === 'numbers');
  if (rows.length === 0 || mapping.columns.length === 0) return { problem: 'noSamples' };
  const style = styleOf(cellsOf(rows), true);
  const numbers = { decimal, groups: style.groups && style.decimal === decimal };
  const most = Math.max(...mapping.columns.map(({ index }) => index), mapping.time?.index ?? 0) + 1;
  const widest = Math.max(...rows.map(({ cells }) => cells.length));
  if (most > widest) return { problem: 'noSuchColumn', column: most, columns: widest };
  const width = Math.max(most, usualWidth(rows));
  if (width > maxColumns) return { problem: 'tooManyColumns', most: maxColumns };
  const time = mapping.time === null ? undefined : timeByMapping(mapping.time, mapping, rows, width);
  const table = { rows, width, header: [], encoding, delimiter };
  return { ...extentOf(table), numbers, firstLine, time, columns: columnsOf(mapping.columns) };
}

function timeByMapping(
  { index, unitSeconds }: NonNullable<CsvMapping['time']>,
  { columns }: CsvMapping,
  rows: readonly HeadRow[],
  width: number,
): TimeColumn {
  const others = Array.from({ length: width }, (_, i) => ({ name: '', unit: '', index: i })).filter(
    (cell) => cell.index !== index && !columns.some((column) => column.index === cell.index),
  );
  const order = dateOrderOf(filledCells(rows, index));
  const date = dateColumn(others, { name: '', unit: '', index }, rows);
  return { index, unitSeconds: unitSeconds ?? undefined, order, ...(date && { date }) };
}

function extentOf({ rows, width, encoding, delimiter }: DescribedTable) {
  const short = rows.filter(({ cells }) => cells.length < width).length;
  const ragged = short > raggedShare * rows.length;
  return { encoding, delimiter, width, ragged };
}

function filledCells(rows: readonly HeadRow[], index: number): string[] {
  return rows.map(({ cells }) => cells[index] ?? '').filter((text) => !isGap(text));
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
function likelyTable(head: Uint8Array, isWhole: boolean, encoding: TextEncoding, chosen?: CsvDelimiter) {
  let best: { table: Table; delimiter: CsvDelimiter; score: number } | undefined;
  const { declared, rowsBy } = asciiLikeHead(head, isWhole, encoding);
  const only = chosen ?? declared;
  for (const delimiter of only === undefined ? csvDelimiters : [only]) {
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
    const filled = filledCells(rows, cell.index);
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
    const filled = filledCells(rows, index);
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
