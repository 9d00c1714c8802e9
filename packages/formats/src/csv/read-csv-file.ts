import { type ByteSource, headOf, type Scratch } from '../byte-source.ts';
import {
  type FileProblem,
  type FileRead,
  type Finding,
  isProblem,
  type Pass,
  type RecordingModuleInfo,
} from '../recording.ts';
import { columnPieces, type Piece } from '../rows/column-pieces.ts';
import type { Rows } from '../rows/row-reader.ts';
import { RowSpool } from '../rows/row-spool.ts';
import type { CsvAbout } from './csv-about.ts';
import { lostRows, movedRows, otherDecimals, restarted, unreadableCells } from './csv-findings.ts';
import { asciiLike } from './decode-text.ts';
import { joinPasses } from './join-passes.ts';
import { type CsvLayout, csvHeadBytes, readCsvLayout } from './read-csv-layout.ts';
import { CsvRowParser } from './read-csv-rows.ts';
import { CsvRows } from './split-rows.ts';

/**
 * Reads a CSV of samples: one row a moment, a time column (or a rate), numbers elsewhere. Every column becomes
 * `csv.<name>`; columns without any number are left out. Memory does not grow with the file. Never throws because of it.
 */
export function* readCsv(
  source: ByteSource,
  about: CsvAbout,
  newScratch: () => Scratch,
): Generator<Piece, FileRead | FileProblem> {
  const head = headOf(source, csvHeadBytes);
  const layout = readCsvLayout(head, source.sizeBytes <= head.length, about);
  if ('problem' in layout) return layout;
  const spool = new RowSpool(layout.columns.length, newScratch);
  const parser = new CsvRowParser(layout, about);
  const rows = new CsvRows(asciiLike(source, layout.encoding), layout.delimiter.charCodeAt(0), layout.encoding);
  while (rows.next()) {
    if (rows.line < layout.firstLine || !parser.take(rows)) continue;
    spool.add(parser.seconds, parser.values);
    if (parser.wrongDate) return { problem: 'wrongDate', line: rows.line };
  }
  const kept = parser.columns.filter(({ numbers }) => numbers > 0);
  if (spool.rows === 0 || kept.length === 0) return { problem: 'noSamples' };
  if (spool.rows > 1 && spool.minSeconds === spool.maxSeconds) return { problem: 'constantTime' };
  const ordered = inOrder(spool, parser, newScratch);
  if (isProblem(ordered)) return ordered;
  const module: RecordingModuleInfo = {
    name: 'csv',
    type: 'csv',
    rateHz: parser.rateHz,
    columns: kept.map(({ index, exact32 }) => columnOf(layout, index, exact32)),
  };
  yield* columnPieces(
    module,
    kept.map(({ index }) => index),
    ordered.rows(),
  );
  const { passes } = ordered;
  const cells = [...otherDecimals(parser.columns, layout), ...unreadableCells(kept, layout)];
  const findings = [...ordered.findings, ...lostRows(parser.lost), ...cells];
  const none = { version: '', deviceType: 'csv', deviceNumber: undefined, recordType: 'record', folderName: undefined };
  return { ...none, startUs: parser.startUs, findings, bytesLost: 0, passes };
}

/** float32 when every value survives it. */
function columnOf({ columns }: CsvLayout, index: number, exact32: boolean) {
  const column = columns[index];
  if (!column) throw new RangeError(`column ${index}`);
  const { index: _, ...rest } = column;
  return { ...rest, type: exact32 ? ('f32' as const) : ('f64' as const) };
}

interface InOrder {
  rows(): Iterable<Rows>;
  readonly passes: readonly Pass[];
  readonly findings: readonly Finding[];
}

/** Beyond so many moves for each step back, rows do not fit where they belong but lie between one another. */
const movesOfDisorder = 3;

/** Rows in time order: as they are, a few put where they belong, or times that begin again joined one after the other. */
function inOrder(spool: RowSpool, parser: CsvRowParser, newScratch: () => Scratch): InOrder | FileProblem {
  const plain = { passes: [], findings: [] };
  if (spool.stepsBack === 0) return { ...plain, rows: () => spool.inFileOrder() };
  const line = parser.firstBackLine;
  const sorted = spool.sorted();
  if (sorted.moves <= movesOfDisorder * spool.stepsBack) {
    spool.free();
    return { ...plain, rows: sorted.rows, findings: [movedRows(spool.stepsBack, line)] };
  }
  sorted.free();
  const joined = joinPasses(spool, parser.stepSeconds, newScratch);
  if (!joined) return { problem: 'timeRestarts', line };
  spool.free();
  const { spool: whole, passes } = joined;
  return { rows: () => inTimeOrder(whole), passes, findings: [restarted(passes.length, line)] };
}

function inTimeOrder(spool: RowSpool): Iterable<Rows> {
  if (spool.stepsBack === 0) return spool.inFileOrder();
  const sorted = spool.sorted();
  spool.free();
  return sorted.rows();
}
