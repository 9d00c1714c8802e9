import { bytesSource } from '../byte-source.ts';
import { csvDelimiters } from './csv-mapping.ts';
import { asciiLike, type TextEncoding } from './decode-text.ts';
import { type HeadRow, headRow } from './find-table.ts';
import { CsvRows } from './split-rows.ts';

/** Of the beginning: enough for a preamble, few enough to be looked at in some ms. */
const mostRows = 400;
const mostCells = 3000;
const leastRows = 12;
/** Of a row: more than columns are read, so that they are too many; and bytes of a cell, of which no number or name has as many. */
const [mostRowCells, mostCellBytes] = [2048, 1000];

/** The rows of a file's beginning, by separator; `declared` when the file's first line is `sep=;`. */
export function asciiLikeHead(head: Uint8Array, isWhole: boolean, encoding: TextEncoding) {
  const rowsSplitBy = (delimiter: string): HeadRow[] => {
    const split = new CsvRows(asciiLike(bytesSource(head), encoding), delimiter.charCodeAt(0), encoding);
    const rows: HeadRow[] = [];
    let cells = 0;
    while (rows.length < mostRows && (cells < mostCells || rows.length < leastRows) && split.next()) {
      if (split.line === 1 && declaration.test(split.text(0) + delimiter)) continue;
      const texts: string[] = [];
      for (let i = 0; i < Math.min(split.cells, mostRowCells); i++) texts.push(split.text(i, mostCellBytes));
      rows.push(headRow(split.line, texts));
      cells += split.cells;
    }
    // What the beginning ends with is cut off somewhere, unless all of it was read.
    if (!isWhole && rows.length > 1 && rows.length < mostRows && cells < mostCells) rows.pop();
    return rows;
  };
  let whole: HeadRow[] | undefined;
  /** Signs that do not occur leave the same rows whole. */
  const rowsBy = (delimiter: string): HeadRow[] => {
    if (head.includes(delimiter.charCodeAt(0))) return rowsSplitBy(delimiter);
    whole ??= rowsSplitBy(delimiter);
    return whole;
  };
  const first = new CsvRows(asciiLike(bytesSource(head), encoding), 0, encoding);
  const sign = first.next() ? declaration.exec(first.text(0))?.[1] : undefined;
  const declared = csvDelimiters.find((delimiter) => delimiter === sign);
  return { declared, rowsBy };
}

/** `sep=;`, which spreadsheets write first. */
const declaration = /^sep=([,;|\t]).?$/i;
