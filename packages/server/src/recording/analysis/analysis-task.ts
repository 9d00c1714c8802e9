import type { AnalysisResult, BadAsk, Refusal, RunOptions, Variable } from '@sillage/analysis';

/** What is run of a record. Plain data: it crosses threads. */
export interface AnalysisTask {
  readonly analysis: string;
  /** Folder of its signals. */
  readonly folder: string;
  /** Samples of a record that is being made, instead of those of the folder. */
  readonly samples?: readonly Variable[];
  /** Those that the roles are given. */
  readonly variables: readonly string[];
  /** s of the record. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** Numbers that may be read at most. */
  readonly mostNumbers: number;
  readonly options: RunOptions;
  /** Names of presets by which the same samples are analysed as well. */
  readonly alsoBy?: readonly string[];
}

/** `tooLong`: the window holds more numbers than may be read. */
export type AnalysisFound =
  | {
      readonly found: AnalysisResult | Refusal | BadAsk;
      /** By each preset that was asked for, too. */
      readonly others: readonly (AnalysisResult | Refusal | BadAsk)[];
      /** Of the times and values that were read, hexadecimal. */
      readonly sha256: string;
    }
  | 'tooLong';
