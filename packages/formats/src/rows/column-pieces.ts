import type { RecordingModuleInfo, RecordingSamples } from '../recording.ts';
import type { Rows } from './row-reader.ts';

/** Samples of one module, as a reader hands them on: valid until the next is asked for. */
export interface Piece {
  readonly module: RecordingModuleInfo;
  readonly samples: RecordingSamples;
}

/** Bytes of a piece. */
const pieceBytes = 2 * 1024 * 1024;
const leastRows = 64;

type Values = Float32Array | Float64Array;

/** Rows as pieces of columns. `from` tells which numbers of a row, counted after its time, are the module's columns. */
export function* columnPieces(
  module: RecordingModuleInfo,
  from: readonly number[],
  pieces: Iterable<Rows>,
): Generator<Piece> {
  let most = 0;
  let times = new Float64Array(0);
  let values: Values[] = [];
  for (const { values: rows, rows: count, width } of pieces) {
    if (most === 0) {
      // The first are the most that come at once.
      const fitting = Math.floor(pieceBytes / (8 * (module.columns.length + 1)));
      most = Math.max(leastRows, Math.min(fitting, count));
      times = new Float64Array(most);
      values = module.columns.map(({ type }) => (type === 'f32' ? new Float32Array(most) : new Float64Array(most)));
    }
    for (let first = 0; first < count; first += most) {
      const length = Math.min(most, count - first);
      for (let i = 0; i < length; i++) times[i] = rows[(first + i) * width]!;
      for (const [c, column] of values.entries()) {
        let at = first * width + 1 + from[c]!;
        for (let i = 0; i < length; i++, at += width) column[i] = rows[at]!;
      }
      const samples = { timesSeconds: times.subarray(0, length), values: values.map((v) => v.subarray(0, length)) };
      yield { module, samples };
    }
  }
}
