import type { ClockDrift, CsvMapping, KeptStep, RecordModule, SeenJump, Translated, Variable } from '@sillage/contract';
import type { FileFormat, FileProblem, FileRead, FilmFormat, Finding, Pass } from '@sillage/formats';
import type { Film } from '@sillage/formats/film';
import type { StoredModule } from '../store/index.ts';

/** What a worker thread is asked to decode. Plain data: it crosses threads. */
export interface DecodeTask {
  readonly source: 'journal' | FileFormat | FilmFormat;
  /** The journal or the uploaded file. */
  readonly path: string;
  /** µs since 1970 of T = 0, for journals. */
  readonly startUs: number;
  /** Hz, for a CSV without a time column. */
  readonly rateHz: number | undefined;
  /** What the cells of a CSV mean, where somebody decided it. */
  readonly mapping?: CsvMapping | undefined;
  /** Of dates in a file that do not say theirs. */
  readonly timezone: string;
  /** The field for which the device's description was refused, for journals. */
  readonly metaProblem?: string | undefined;
  /** Steps that are on, in order. */
  readonly steps: readonly KeptStep[];
  /** Names of its sport; undefined: nothing is computed of its variables. */
  readonly sports?: readonly string[];
  /** Where the signals appear when all of them are written, in `work`. */
  readonly folder: string;
  /** A folder of this decoding alone, on the same disk: removed when it ended, however that was. */
  readonly work: string;
  /** Shared memory of one number: bytes that it has on the disk by now, besides its source. */
  readonly landed?: BigInt64Array<SharedArrayBuffer>;
  /** Shared memory of one number: thousandths of the source that it has read by now. */
  readonly progress?: Int32Array<SharedArrayBuffer>;
}

/** What the type of a module says of variables that were computed of others. */
export const derivedType = 'derived';
/** Columns of such a module at most, and how many modules there are. */
export const derivedBound = { columns: 7, modules: 3 } as const;

/** Told of bytes as a decoding goes on. */
export interface DecodeWatch {
  wrote(bytes: number): void;
  read(bytes: number): void;
}

export interface Decoded {
  /** µs since 1970; undefined = as it was. */
  readonly startUs: number | undefined;
  readonly availableData: Readonly<Record<string, Variable>>;
  readonly modules: Readonly<Record<string, RecordModule>>;
  readonly durationSeconds: number;
  /** s; how long it is without steps. */
  readonly originalSeconds: number;
  /** s of its source at which it begins without a crop of its beginning: before its zero, or 0. */
  readonly beginsSeconds: number;
  /** bytes of the signals and of their source */
  readonly sizeBytes: number;
  /** NaN = no value */
  readonly preview: readonly number[] | undefined;
  readonly findings: readonly Finding[];
  /** Where its device's clock jumped, s of the original. */
  readonly clockJumps: readonly SeenJump[];
  /** How fast its device's clock ran; null where nothing tells it. */
  readonly clockDrift: ClockDrift | null;
  /** Of a film, which has no samples. */
  readonly film?: Film | undefined;
  /** Stretches that become selections. */
  readonly passes: readonly Pass[];
  /** Name of the sport that the file says. */
  readonly sport?: string | undefined;
}

/** Why nothing could be decoded: said to the user, not retried. */
export type DecodeProblem =
  | FileProblem
  | { readonly problem: 'noSource' }
  /** A newer version of the program wrote it. */
  | { readonly problem: 'unknownSource' }
  | { readonly problem: 'diskFull' }
  /** No sample lies in what the crops keep. */
  | { readonly problem: 'nothingKept' }
  /** Nothing tells how to read the device's blocks. */
  | { readonly problem: 'notDescribed'; readonly field: string }
  /** The device did not give its blocks, or none that can be read. */
  | { readonly problem: 'noBlocks' };

export type DecodeOutcome = Decoded | DecodeProblem;

/** A warning or an error in both languages. */
export function finding(type: Finding['type'], msg: Translated): Finding {
  return { type, msg };
}

/** What a source turned out to hold, besides its samples. */
export type ReadSource = Pick<FileRead, 'startUs' | 'findings' | 'passes' | 'sport'> & {
  readonly clockJumps?: readonly SeenJump[];
  readonly clockDrift?: ClockDrift | null;
  readonly modules: readonly StoredModule[];
  readonly film?: Film | undefined;
};
