import { bytesSource, memoryScratch } from './byte-source.ts';
import { type FileFormat, fileFormats, type SaidOfFile } from './file-formats.ts';
import {
  type FileProblem,
  type FileRead,
  isProblem,
  type Recording,
  type RecordingModule,
  type RecordingModuleInfo,
} from './recording.ts';
import type { Piece } from './rows/column-pieces.ts';

/** A small raw device file as a whole. */
export function readRawFile(bytes: Uint8Array): Recording | FileProblem {
  return readWholeFile('raw', bytes);
}

/** A small CSV as a whole; dates without a zone are in UTC. */
export function readCsvFile(bytes: Uint8Array, rateHz?: number): Recording | FileProblem {
  return readWholeFile('csv', bytes, { rateHz });
}

/** A small file of a format as a whole; dates without a zone are in UTC. */
export function readWholeFile(format: FileFormat, bytes: Uint8Array, said: SaidOfFile = {}): Recording | FileProblem {
  const about = { ...said, toUtcMs: (localMs: number) => localMs };
  return gather(fileFormats[format].read(bytesSource(bytes), about, memoryScratch));
}

type Values = Float32Array | Float64Array;

function gather(pieces: Generator<Piece, FileRead | FileProblem>): Recording | FileProblem {
  const gathered = new Map<RecordingModuleInfo, { times: Float64Array[]; values: Values[][] }>();
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return isProblem(value) ? value : { ...value, modules: [...gathered].map(joinModule) };
    const { module, samples } = value;
    const known = gathered.get(module) ?? { times: [], values: module.columns.map(() => []) };
    gathered.set(module, known);
    known.times.push(samples.timesSeconds.slice());
    for (const [i, column] of samples.values.entries()) known.values[i]?.push(column.slice());
  }
}

function joinModule([module, { times, values }]: [
  RecordingModuleInfo,
  { readonly times: Float64Array[]; readonly values: Values[][] },
]): RecordingModule {
  const length = times.reduce((sum, piece) => sum + piece.length, 0);
  const join = <A extends Values>(pieces: readonly Values[], into: A): A => {
    let at = 0;
    for (const piece of pieces) {
      into.set(piece, at);
      at += piece.length;
    }
    return into;
  };
  const joined = values.map((pieces, i) =>
    join<Values>(pieces, module.columns[i]?.type === 'f32' ? new Float32Array(length) : new Float64Array(length)),
  );
  return { ...module, timesSeconds: join(times, new Float64Array(length)), values: joined };
}
