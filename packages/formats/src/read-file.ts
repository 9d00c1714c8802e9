import { type ByteSource, bytesSource, memoryScratch, type Scratch } from './byte-source.ts';
import type { CsvAbout } from './csv/csv-about.ts';
import { readCsv } from './csv/read-csv-file.ts';
import { readRaw } from './raw/read-raw-file.ts';
import {
  type FileProblem,
  type FileRead,
  isProblem,
  type Recording,
  type RecordingModule,
  type RecordingModuleInfo,
} from './recording.ts';
import type { Piece } from './rows/column-pieces.ts';

/** How a file is to be read. */
export type HowToRead = { readonly format: 'raw' } | ({ readonly format: 'csv' } & CsvAbout);

/**
 * Reads a file in pieces, the samples of each module in order of time, whose number is known only when all of it was read.
 * Each piece is valid until the next is asked for. Never throws because of what is in the file.
 */
export function readFile(
  source: ByteSource,
  how: HowToRead,
  newScratch: () => Scratch,
): Generator<Piece, FileRead | FileProblem> {
  return how.format === 'raw' ? readRaw(source, newScratch) : readCsv(source, how, newScratch);
}

/** A small raw device file as a whole. */
export function readRawFile(bytes: Uint8Array): Recording | FileProblem {
  return gather(readFile(bytesSource(bytes), { format: 'raw' }, memoryScratch));
}

/** A small CSV as a whole; dates without a zone are in UTC. */
export function readCsvFile(bytes: Uint8Array, rateHz?: number): Recording | FileProblem {
  const how: HowToRead = { format: 'csv', rateHz, toUtcMs: (localMs) => localMs };
  return gather(readFile(bytesSource(bytes), how, memoryScratch));
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
