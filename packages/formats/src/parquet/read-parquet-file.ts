import { boundRows, type ReadBound } from '../bound-read.ts';
import type { ByteSource, Scratch } from '../byte-source.ts';
import { type FileProblem, type FileRead, type Finding, isProblem, type RecordingModuleInfo } from '../recording.ts';
import { columnPieces, type Piece } from '../rows/column-pieces.ts';
import { RowSpool } from '../rows/row-spool.ts';
import { readFooter } from './read-footer.ts';
import { GroupReader, isTooLarge, mostGroupRows, rowsOf } from './read-row-groups.ts';

export function looksParquet(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x41 && head[2] === 0x52 && head[3] === 0x31;
}

/** What reading writes at most: the footer counts the rows. */
export function boundParquet(source: ByteSource, rateHz: number | undefined): ReadBound | undefined {
  const layout = readFooter(source, rateHz);
  if (isProblem(layout)) return undefined;
  const rows = layout.groups.reduce((sum, group) => sum + rowsOf(group), 0);
  // Columns of a group wait until all of them are there; rows wait again where they are out of order.
  const types = layout.module.columns.map(({ type }) => type);
  const { sourceBytes, modules } = boundRows(rows, types);
  const waiting = 8 * types.length;
  return {
    sourceBytes,
    modules: modules.map((module) => ({
      ...module,
      orderedScratchBytes: module.orderedScratchBytes + waiting,
      scratchBytes: module.scratchBytes + waiting,
    })),
  };
}

/**
 * Reads columns of numbers and a time column; nested columns and texts are left out. A column of a row group that cannot be read
 * has no values there, a group without readable times or of too many rows is left out. Memory holds one column of one group. Never throws because of
 * the file.
 */
export function* readParquet(
  source: ByteSource,
  rateHz: number | undefined,
  newScratch: () => Scratch,
): Generator<Piece, FileRead | FileProblem> {
  const layout = readFooter(source, rateHz);
  if (isProblem(layout)) return layout;
  const reader = new GroupReader(source, layout, rateHz);
  const times = reader.learnTimes();
  if (times.rows === 0) {
    return layout.groups.some(isTooLarge)
      ? { problem: 'rowGroupTooLarge', most: mostGroupRows }
      : { problem: 'noSamples' };
  }
  if (times.rows > 1 && times.first === times.last && times.isInOrder) return { problem: 'constantTime' };
  const module = { ...layout.module, rateHz: layout.module.type === 'parquet' ? times.rateHz : layout.module.rateHz };
  const scratch = newScratch();
  const places = module.columns.map((_, i) => i);
  let stepsBack = 0;
  if (times.isInOrder) {
    yield* columnPieces(module, places, reader.rows(scratch));
  } else stepsBack = yield* sortedPieces(module, places, reader.rows(scratch), newScratch);
  scratch.free();
  const none = {
    version: '',
    deviceType: 'parquet',
    deviceNumber: undefined,
    recordType: 'record',
    folderName: undefined,
  };
  const findings = [...reader.findings(), ...(stepsBack > 0 ? [movedRows(stepsBack)] : [])];
  return { ...none, startUs: reader.startUs ?? layout.startUs, findings, bytesLost: reader.bytesLost, passes: [] };
}

function movedRows(count: number): Finding {
  return {
    type: 'WARN',
    msg: {
      fr: `Le temps recule ${count} fois\u00a0: les lignes ont été remises dans l’ordre du temps.`,
      en: `The time goes back ${count} times: the rows were put in order of time.`,
    },
  };
}

/** Answers how often the time went back. */
function* sortedPieces(
  module: RecordingModuleInfo,
  places: readonly number[],
  all: ReturnType<GroupReader['rows']>,
  newScratch: () => Scratch,
): Generator<Piece, number> {
  const spool = new RowSpool(module.columns.length, newScratch);
  for (const { values, rows, width } of all) {
    for (let at = 0; at < rows * width; at += width) spool.add(values[at]!, values.subarray(at + 1, at + width));
  }
  const sorted = spool.sorted();
  spool.free();
  yield* columnPieces(module, places, sorted.rows());
  sorted.free();
  return spool.stepsBack;
}
