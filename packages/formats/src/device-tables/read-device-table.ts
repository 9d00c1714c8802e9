import { type BoundModule, boundRows, countCommas, countLines, type ReadBound, spooledBytes } from '../bound-read.ts';
import { type ByteSource, headOf, type Scratch } from '../byte-source.ts';
import type { CsvAbout } from '../csv/csv-about.ts';
import { lostRows, unreadableCells } from '../csv/csv-findings.ts';
import { asciiLike } from '../csv/decode-text.ts';
import { csvHeadBytes } from '../csv/read-csv-layout.ts';
import { CsvRowParser } from '../csv/read-csv-rows.ts';
import { CsvRows } from '../csv/split-rows.ts';
import { type FileProblem, type FileRead, isProblem, type RecordingModuleInfo } from '../recording.ts';
import { columnPieces, type Piece } from '../rows/column-pieces.ts';
import { RowSpool } from '../rows/row-spool.ts';
import type { DeviceTable } from './device-tables.ts';
import { layOutTable, type TableLayout } from './lay-out-table.ts';
import { readStartTime } from './read-start-time.ts';
import { StrokeRows } from './stroke-rows.ts';
import { placedRows, tooManyIntervals, unplacedRows } from './table-findings.ts';

/** Characters in which a device's program is recognised. */
const beginningBytes = 4096;
const utf8 = new TextDecoder();
const curveColumns = ['f64', 'f64', 'f64'] as const;

export function looksLikeTable(head: Uint8Array, table: DeviceTable): boolean {
  return table.looksSo(utf8.decode(head.subarray(0, beginningBytes)).toLowerCase());
}

export function knowTable(head: Uint8Array, isWhole: boolean, table: DeviceTable): TableLayout | FileProblem {
  return layOutTable(head.subarray(0, csvHeadBytes), isWhole && head.length <= csvHeadBytes, table);
}

function layoutOf(source: ByteSource, table: DeviceTable): TableLayout | FileProblem {
  return knowTable(headOf(source, csvHeadBytes), source.sizeBytes <= csvHeadBytes, table);
}

export function boundTable(source: ByteSource, table: DeviceTable): ReadBound | undefined {
  const layout = layoutOf(source, table);
  if (isProblem(layout)) return undefined;
  const columns = layout.columns.map(() => 'f64' as const);
  if (layout.curve < 0) return boundRows(countLines(source), columns);
  const ofRows = (types: BoundModule['columns'], sourceRowBytes: number): BoundModule => {
    const bytes = spooledBytes(types.length);
    return { columns: types, sourceRowBytes, orderedScratchBytes: bytes, scratchBytes: bytes + 16 };
  };
  // A stroke takes as much as so many points of its curve, of which commas tell how many there are.
  const [lines, commas] = [countLines(source), countCommas(source)];
  const pointsAStroke = Math.ceil(columns.length / curveColumns.length);
  const modules = [ofRows(columns, pointsAStroke), ofRows(curveColumns, 1)];
  return { sourceBytes: lines * pointsAStroke + lines + commas, modules };
}

/**
 * Reads a table of a device's program: one module with a row a stroke (or a moment), and one of the forces along the strokes
 * where it has them. Intervals follow one another, each is a stretch. Never throws because of the file.
 */
export function* readDeviceTable(
  source: ByteSource,
  table: DeviceTable,
  about: CsvAbout,
  newScratch: () => Scratch,
): Generator<Piece, FileRead | FileProblem> {
  const layout = layoutOf(source, table);
  if (isProblem(layout)) return layout;
  const { csv } = layout;
  const parser = new CsvRowParser(csv, { ...about, rateHz: undefined }, { keepTimeless: true });
  const rows = new CsvRows(asciiLike(source, csv.encoding), csv.delimiter.charCodeAt(0), csv.encoding);
  const spool = new RowSpool(layout.columns.length, newScratch);
  const curves = new RowSpool(curveColumns.length, newScratch);
  const strokes = new StrokeRows(layout, spool, curves);
  while (rows.next()) {
    if (rows.line < csv.firstLine || !parser.take(rows)) continue;
    strokes.add(parser.seconds, parser.values, layout.curve < 0 ? '' : rows.text(layout.curve));
    if (parser.wrongDate) return { problem: 'wrongDate', line: rows.line };
  }
  const kept = parser.columns.filter(({ index }) => strokes.hasNumber(index));
  if (spool.rows === 0 || kept.length === 0) return { problem: 'noSamples' };
  const module = { name: table.name, type: table.name, rateHz: parser.rateHz };
  const columns = kept.flatMap(({ index }) => {
    const column = layout.columns[index];
    return column
      ? [{ name: column.name, unit: column.unit, description: column.description, type: 'f64' as const }]
      : [];
  });
  const from = kept.map(({ index }) => index);
  yield* columnPieces({ ...module, columns }, from, inOrder(spool));
  if (curves.rows > 0) yield* columnPieces(curveModule(table.name, spool, curves), [0, 1, 2], inOrder(curves));
  const passes = strokes.stretches();
  const start = table.startTime && readStartTime(headOf(source, csvHeadBytes), table.startTime, about.toUtcMs);
  const findings = [
    ...lostRows(parser.lost),
    ...placedRows(strokes.placed),
    ...unplacedRows(strokes.unplaced),
    ...(start?.findings ?? []),
    ...(strokes.moreStretches ? [tooManyIntervals] : []),
    ...unreadableCells(kept, csv),
  ];
  const told = {
    version: '',
    deviceType: table.name,
    deviceNumber: undefined,
    recordType: 'record',
    folderName: undefined,
  };
  return { ...told, startUs: start?.startUs ?? parser.startUs, findings, bytesLost: 0, passes };
}

function inOrder(spool: RowSpool) {
  return spool.stepsBack > 0 ? spool.sorted().rows() : spool.inFileOrder();
}

function curveModule(name: string, strokes: RowSpool, curves: RowSpool): RecordingModuleInfo {
  const seconds = Math.max(1e-3, strokes.maxSeconds - strokes.minSeconds);
  return {
    name: `${name}_curve`,
    type: name,
    rateHz: Number((curves.rows / seconds).toPrecision(3)),
    columns: [
      {
        name: 'force',
        unit: 'N',
        description: {
          fr: 'Force, à intervalles égaux du chemin de la poignée',
          en: 'Force, at equal steps of the handle’s way',
        },
        type: 'f64',
      },
      {
        name: 'handle',
        unit: 'cm',
        description: { fr: 'Position de la poignée', en: 'Position of the handle' },
        type: 'f64',
      },
      { name: 'stroke', unit: '', description: { fr: 'Numéro du coup', en: 'Number of the stroke' }, type: 'f64' },
    ],
  };
}
