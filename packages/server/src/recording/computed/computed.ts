import type { ComputedChannel, FormulaPreview, Refusal, Translated, Variable } from '@sillage/contract';
import type { Viewer } from '../../platform/http/index.ts';
import type { CurvePoints, WindowStatistics } from '../store/index.ts';

/** What of a record says where its samples are, and which channels are offered on it. */
export interface RecordToCompute {
  readonly uid: string;
  readonly clientId: number;
  readonly signalsVersion: number;
  readonly sportId: number | null;
  readonly exerciseName: string | null;
  readonly availableData: Readonly<Record<string, Variable>>;
}

/** A computed channel, and where it is kept. */
export interface KeptChannel {
  readonly parameter: string;
  readonly isShared: boolean;
  readonly by: string | null;
  readonly mayEdit: boolean;
  readonly channel: ComputedChannel;
}

/** What a formula is on a record. */
export interface FormulaOnRecord {
  readonly unit: string | null;
  readonly module: string | null;
  readonly rate: number | null;
  readonly resampled: readonly string[];
}

/** The curve of a formula that is tried. */
export interface Previewed {
  readonly curve: CurvePoints;
  /** What was computed: the middle of what was asked for where that holds too many samples. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

export interface OfferedChannel extends FormulaOnRecord {
  readonly variable: string;
  readonly kept: KeptChannel;
  readonly problem: Translated | null;
}

/** Where the samples of a computed channel lie: one module of one column, row by row at the times of `module`. */
export interface ComputedSamples {
  readonly variable: string;
  readonly folder: string;
  /** Of the record, at whose times it has its samples. */
  readonly module: string;
  readonly column: { readonly unit: string; readonly description: Translated };
}

/** Variables of a record, computed ones among them, ready to be read. */
export interface OpenVariables {
  readonly available: Readonly<Record<string, Variable>>;
  /** In the order in which they were asked for. */
  curves(
    fromSeconds: number,
    toSeconds: number,
    pixelColumns: number,
    edgesSeconds: Float64Array | undefined,
  ): Promise<CurvePoints[] | Refusal>;
  /** @param withMedian reads all samples of the window */
  statistics(fromSeconds: number, toSeconds: number, withMedian?: boolean): Promise<WindowStatistics[] | Refusal>;
}

/**
 * Channels that are computed of a record's variables, on samples of the full rate, and kept as signals. What is opened to be
 * read stays until the signal is aborted.
 */
export interface Computed {
  /** What somebody may read on a record beside its variables. */
  offered(viewer: Viewer, record: RecordToCompute): Promise<OfferedChannel[]>;
  /** Variables of the record or computed channels by their names; those that were never computed are, now. */
  open(
    viewer: Viewer,
    record: RecordToCompute,
    variables: readonly string[],
    until: AbortSignal,
  ): Promise<OpenVariables | Refusal>;
  /** All channels that are offered and can be computed, for whoever reads all samples of a record. */
  samples(viewer: Viewer, record: RecordToCompute, until: AbortSignal): Promise<ComputedSamples[] | Refusal>;
  /** A formula that nobody keeps yet, on a stretch of the record; the newest of a person replaces the one before. */
  preview(
    viewer: Viewer,
    record: RecordToCompute,
    given: FormulaPreview,
    until: AbortSignal,
  ): Promise<(FormulaOnRecord & Previewed) | Refusal>;
  /** Removes what was computed of a record whose signals are gone. */
  forget(recordUid: string): Promise<void>;
  close(): Promise<void>;
}
