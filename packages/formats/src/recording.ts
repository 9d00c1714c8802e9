/** Text in both languages of the product. */
export interface Translated {
  readonly fr: string;
  readonly en: string;
}

export interface RecordingColumn {
  readonly name: string;
  readonly unit: string;
  readonly description: Translated;
  /** `f64` where float32 would round. */
  readonly type: 'f32' | 'f64';
}

export interface RecordingModuleInfo {
  readonly name: string;
  readonly type: string;
  /** Nominal rate. */
  readonly rateHz: number;
  readonly columns: readonly RecordingColumn[];
}

/** Samples in time order; NaN = no value. `values` follow the module's columns. */
export interface RecordingSamples {
  readonly timesSeconds: Float64Array;
  readonly values: readonly (Float32Array | Float64Array)[];
}

export interface RecordingModule extends RecordingModuleInfo, RecordingSamples {}

/** A number as a column holds it; what is too large for it is no value. */
export function heldBy(value: number, type: RecordingColumn['type']): number {
  return Number.isFinite(type === 'f32' ? Math.fround(value) : value) ? value : Number.NaN;
}

/** µs since 1970: what begins after 2100 has a wrong clock. */
const lastStartUs = Date.UTC(2100, 0) * 1000;

/** A start that can be true. */
export function possibleStart(startUs: number | undefined): number | undefined {
  return startUs !== undefined && startUs > 0 && startUs < lastStartUs ? startUs : undefined;
}

/** Something wrong with a file that is readable all the same. */
export interface Finding {
  readonly type: 'WARN' | 'ERROR';
  readonly msg: Translated;
}

/** What a file tells of its origin. */
export interface RecordingAbout {
  /** µs since 1970 of T = 0; undefined when the file does not say. */
  readonly startUs: number | undefined;
  readonly version: string;
  readonly deviceType: string;
  readonly deviceNumber: number | undefined;
  readonly recordType: string;
  /** Where the device kept it; its first number may be the device's. */
  readonly folderName: string | undefined;
}

/** A stretch of a file that it tells apart, where it lies in the recording: a lap, or one whose time began again. */
export interface Pass {
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

/** What is known of a file when all of it was read, besides its samples. */
export interface FileRead extends RecordingAbout {
  readonly findings: readonly Finding[];
  readonly bytesLost: number;
  /** None when there is no more than one. */
  readonly passes: readonly Pass[];
  /** Name of the sport in English, as `cross_country_skiing`; undefined when the file does not say one. */
  readonly sport?: string | undefined;
}

export interface Recording extends FileRead {
  readonly modules: readonly RecordingModule[];
}

/** Why a file gives no recording. */
export type FileProblem =
  | { readonly problem: 'unknownFormat' }
  | { readonly problem: 'damagedHeader'; readonly reason: string }
  | { readonly problem: 'noSamples' }
  /** A CSV without a time column needs a rate. */
  | { readonly problem: 'noTime' }
  /** A route, or points whose times are lacking. */
  | { readonly problem: 'pointsWithoutTime' }
  /** All rows are of one moment. */
  | { readonly problem: 'constantTime' }
  /** The time begins again so often that no order is meant. */
  | { readonly problem: 'timeRestarts'; readonly line: number }
  /** Moments that no recording is of. */
  | { readonly problem: 'wrongDate'; readonly line: number }
  | { readonly problem: 'tooManyColumns'; readonly most: number }
  /** A table that is said to have a column, by its place from 1, which no row has. */
  | { readonly problem: 'noSuchColumn'; readonly column: number; readonly columns: number }
  /** Sound alone, or nothing. */
  | { readonly problem: 'noFilm' }
  | { readonly problem: 'damagedFilm'; readonly reason: string }
  /** Rows that are read together, in a file that has no others. */
  | { readonly problem: 'rowGroupTooLarge'; readonly most: number }
  /** A format that is known and not read. */
  | {
      readonly problem: 'otherFormat';
      readonly format: string;
      readonly kind: 'compressed' | 'notYet' | 'noSamples' | 'otherFilm';
    };

/** Whether a result is a problem; other kinds of problem than {@link FileProblem} are told apart the same way. */
export function isProblem<T extends object>(result: T): result is Extract<T, { readonly problem: string }> {
  return 'problem' in result;
}

const encoder = new TextEncoder();

/** UTF-8 bytes of a text. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}
