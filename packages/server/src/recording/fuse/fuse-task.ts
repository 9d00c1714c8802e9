/** A part as a worker thread reads it. Plain data: it crosses threads. */
export interface PartSignals {
  /** Folder of its signals. */
  readonly folder: string;
  readonly durationSeconds: number;
}

export interface PartToCorrelate extends PartSignals {
  /** One variable, or the axes whose size is compared. */
  readonly variables: readonly string[];
}

/** Two parts that may have seen the same movement. */
export interface CorrelateTask {
  readonly reference: PartToCorrelate;
  readonly part: PartToCorrelate;
}

/** A film beside a record that may have seen the same movement. */
export interface CorrelateFilmTask {
  /** Its three axes of one sensor. */
  readonly record: PartToCorrelate;
  /** Whether a body that moves shows in how the axes change, or in their size. */
  readonly shows: 'change' | 'size';
  /** s of the film, and how much each frame differs from the one before. */
  readonly times: readonly number[];
  readonly values: readonly number[];
}

/** s, and −1 to 1; `values` from a lag of `fromSeconds` on. */
export interface CorrelatedFilm extends Omit<Correlated, 'driftPpm'> {
  /** Movements of the film in what both have in common. */
  readonly movements: number;
}

export interface Correlated {
  readonly offsetSeconds: number;
  readonly correlation: number;
  readonly confidence: number;
  readonly second: { readonly offsetSeconds: number; readonly correlation: number };
  readonly fromSeconds: number;
  readonly stepSeconds: number;
  readonly values: readonly number[];
  /** s that the second clock loses in a million. */
  readonly driftPpm: number | undefined;
}

/** The variable of a part that says the UTC of its satellites. */
export interface ReadClockTask extends PartSignals {
  readonly variable: string;
  /** s that one of its units is */
  readonly factor: number;
}

export interface PartToWrite extends PartSignals {
  /** s that it begins after the fused record. */
  readonly shiftSeconds: number;
  /** Module → its name in the fused record. */
  readonly names: Readonly<Record<string, string>>;
}

export interface WriteTask {
  readonly parts: readonly PartToWrite[];
  /** Where the file is written. */
  readonly path: string;
  /** µs since 1970 of T = 0 */
  readonly startUs: number;
  readonly metadata: Readonly<Record<string, string>>;
  /** Shared memory of two numbers: rows that are written, bytes that lie on the disk. */
  readonly written: BigInt64Array<SharedArrayBuffer>;
}
