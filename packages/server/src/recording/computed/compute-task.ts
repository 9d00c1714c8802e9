import type { NotForTheseSamples, Part } from '@sillage/signal/formula';

/** What a worker thread is asked to compute. Plain data: it crosses threads. */
export interface ComputeTask {
  /** Folder of the record's signals. */
  readonly signals: string;
  readonly root: Part;
  /** Variables of the formula, and where each lies. */
  readonly variables: readonly { readonly name: string; readonly module: string; readonly column: string }[];
  /** Where the samples come to lie, in the folder of the work. */
  readonly folder: string;
  readonly work: string;
  /** Hz; nominal, of the module at whose times the samples are. */
  readonly rateHz: number;
  /** s; undefined: the whole record. */
  readonly window?: { readonly fromSeconds: number; readonly toSeconds: number };
  /** ms after which it ends with `tooLong`. */
  readonly mostMs: number;
  /** Shared with the thread, which adds the bytes that it writes. */
  readonly landed: BigInt64Array<SharedArrayBuffer>;
}

export type ComputeOutcome = { readonly sizeBytes: number } | { readonly problem: ComputeProblem };

/** `noSignals`: those of the record are not there any more. */
export type ComputeProblem = 'noSignals' | 'diskFull' | 'tooLong' | Pick<NotForTheseSamples, 'code' | 'words'>;

/** Module and column that hold the samples of a channel. */
export const channelModule = 'channel';
export const channelColumn = 'value';
