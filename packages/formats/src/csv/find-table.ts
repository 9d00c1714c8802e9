import { isTimeName, isUnitName } from './name-columns.ts';
import { isGap, type NumberStyle, readClock, readNumber } from './read-numbers.ts';
import { dateOrderOf, readCellTime, readDay } from './read-times.ts';

/** A row of the beginning of a file. */
export interface HeadRow {
  /** From 1. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly kind: 'blank' | 'comment' | 'numbers' | 'words';
  /** Cells that hold something other than a number, a time, or a word for "no value". */
  readonly words: number;
  readonly numbers: number;
}

/** Of a table's rows: so many that have a cell for each name tell that the others leave out what is empty. */
const fullShare = 0.05;

/** Where the samples are in the beginning of a file. */
export interface Table {
  readonly rows: readonly HeadRow[];
  /** Cells of most of its rows. */
  readonly width: number;
  /** Rows above it, names first; none when the samples begin at once. */
  readonly header: readonly HeadRow[];
}

/** Any of the ways a number is written: which one the file uses is decided later. */
const styles: readonly NumberStyle[] = [
  { decimal: '.', groups: false },
  { decimal: ',', groups: false },
];
const anyZone = { order: 'dmy', toUtcMs: (ms: number) => ms } as const;

/** What almost every cell of a table is: told apart first, since rows are looked at while people wait. */
const usualNumber = /^\s*[+-]?\d+(?:[.,]\d+)?\s*$/;

function isNumber(cell: string): boolean {
  if (usualNumber.test(cell)) return true;
  return /\d/.test(cell) && styles.some((style) => !Number.isNaN(readNumber(cell, style)));
}

function isTime(cell: string): boolean {
  if (!/\d/.test(cell)) return false;
  return (
    !Number.isNaN(readClock(cell)) ||
    readDay(cell, dateOrderOf([cell])) !== undefined ||
    readCellTime(cell, { decimal: '.', groups: false }, { ...anyZone, order: dateOrderOf([cell]) }) !== undefined
  );
}

/** Says what a row is: numbers when it has one, and no more words than numbers and times. */
export function headRow(line: number, cells: readonly string[]): HeadRow {
  let [numbers, times, words] = [0, 0, 0];
  for (const cell of cells) {
    if (isNumber(cell)) numbers++;
    else if (isGap(cell)) continue;
    else if (isTime(cell)) times++;
    else words++;
  }
  const isComment = /^\s*[#%]/.test(cells[0] ?? '');
  const isBlank = cells.every((cell) => cell.trim() === '');
  const kind = isBlank
    ? 'blank'
    : isComment
      ? 'comment'
      : numbers > 0 && words <= numbers + times
        ? 'numbers'
        : 'words';
  return { line, cells, kind, words, numbers };
}

/** The longest stretch of rows of numbers, the last of equals: before it there may be a preamble and other tables. */
export function findTable(rows: readonly HeadRow[]): Table | undefined {
  const plain = rows.filter(({ kind }) => kind !== 'blank' && kind !== 'comment');
  let best: { from: number; rows: HeadRow[] } | undefined;
  for (let from = 0; from < plain.length; ) {
    const stretch: HeadRow[] = [];
    let at = from;
    for (; at < plain.length; at++) {
      const row = plain[at];
      if (row?.kind === 'numbers') stretch.push(row);
      else if (stretch.length === 0 || !goesOn(plain, from, at)) break;
    }
    if (stretch.length > 0 && stretch.length >= (best?.rows.length ?? 0)) best = { from, rows: stretch };
    from = Math.max(at, from + 1);
  }
  if (!best) return undefined;
  const width = widthOf(rows, best.rows);
  return { rows: best.rows, width, header: headerAbove(rows, best.rows, width) };
}

/** A single damaged row, or the header once more, does not end a table; the header of another table does. */
function goesOn(plain: readonly HeadRow[], from: number, at: number): boolean {
  const row = plain[at];
  if (!row || plain[at + 1]?.kind !== 'numbers') return false;
  const header = plain[from - 1];
  if (header && row.cells.join() === header.cells.join()) return true;
  return row.numbers > 0 || row.cells.length !== plain[at + 1]?.cells.length;
}

/** Cells of most rows; or of all that have a name, when some rows have them: the others leave out what is empty. */
function widthOf(all: readonly HeadRow[], table: readonly HeadRow[]): number {
  const usual = usualWidth(table);
  const named = rowsAbove(all, table).findLast(({ kind }) => kind === 'words')?.cells.length ?? 0;
  const full = table.filter(({ cells }) => cells.length === named).length;
  return named === usual + 1 || (named > usual && full >= fullShare * table.length) ? named : usual;
}

/** Between a table and the one before it. */
function rowsAbove(all: readonly HeadRow[], table: readonly HeadRow[]): HeadRow[] {
  const before = all.filter(({ line }) => line < (table[0]?.line ?? 0));
  return before.slice(before.findLastIndex(({ kind }) => kind === 'numbers') + 1);
}

/** Cells of most rows. */
export function usualWidth(rows: readonly HeadRow[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].reduce((best, each) =>
    each[1] > best[1] || (each[1] === best[1] && each[0] > best[0]) ? each : best,
  )[0];
}

/** The row of names above a table, and the row of units below them when there is one. */
function headerAbove(all: readonly HeadRow[], table: readonly HeadRow[], width: number): HeadRow[] {
  const before = rowsAbove(all, table);
  const words = before.filter(({ kind }) => kind === 'words');
  const fits = (row: HeadRow | undefined): row is HeadRow => row !== undefined && fitsWidth(row, width);
  const [above, higher] = [words.at(-1), words.at(-2)];
  if (!fits(above)) return headerInComment(before, width);
  return fits(higher) && isUnits(above, higher) ? [higher, above] : [above];
}

/** A header may have a name more or less than there are columns, but not be a line of a preamble. */
function fitsWidth({ cells }: HeadRow, width: number): boolean {
  return width === 1 ? cells.length === 1 : cells.length > 1 && Math.abs(cells.length - width) <= 1;
}

/** `# t,x,y` */
function headerInComment(before: readonly HeadRow[], width: number): HeadRow[] {
  const last = before.at(-1);
  if (last?.kind !== 'comment' || last.cells.length !== width) return [];
  const [first = '', ...rest] = last.cells;
  return [{ ...last, cells: [first.replace(/^\s*[#%]+\s*/, ''), ...rest] }];
}

const units =
  /^(?:[([].*[)\]]|[nuµm]?s(?:ec)?|min|h|[mcdk]?m|[mk]?m\/[sh]|[mc]?m\/s[²2^]+|m\.s-[12]|k?g|mg|deg(?:\/s)?|°(?:\/s|C)?|rad(?:\/s)?|[mk]?N|Nm|N\.m|[mk]?W|[mµ]?V|[mµ]?A|k?Hz|bpm|rpm|spm|%|-|a\.?u\.?|k?Pa|bar|mbar|k?J|kcal|l\/min|[µu]?T)$/i;

/** Whether a row below a row of names is one of units. */
function isUnits(row: HeadRow, names: HeadRow): boolean {
  const named = ({ cells }: HeadRow) => cells.some((cell) => isTimeName(cell));
  if (row.cells.some((cell) => isTimeName(cell) && !isUnitName(cell))) return false;
  if (named(row) && !named(names)) return false;
  const filled = row.cells.filter((cell) => cell.trim() !== '');
  return named(names) || filled.filter((cell) => units.test(cell.trim())).length * 2 >= filled.length;
}
