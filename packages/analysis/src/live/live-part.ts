/** A variable of a device that sends it now. */
export interface LiveVariable {
  /** `module.variable` */
  readonly name: string;
  readonly unit: string;
  readonly rateHz: number;
}

/** What an indicator said last. */
export interface LiveValue {
  readonly value: number;
  /** s of the record; when that was measured. */
  readonly at: number;
}

/** Takes a sample as it comes. */
export type Sink = (seconds: number, value: number) => void;

/** What makes one or several indicators of some variables, while these come. */
export interface LivePart {
  readonly sinks: ReadonlyMap<string, Sink>;
  /** What is known at a moment, s of the record, by the indicator's name. */
  look(seconds: number): Readonly<Record<string, LiveValue>>;
}
