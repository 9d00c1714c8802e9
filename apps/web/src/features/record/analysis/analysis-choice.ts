import type { LoadedTrial } from '@sillage/contract';

/** What of the record is analysed; a number is the id of a selection, a stretch is that of a kept result. */
export type AnalysedPart = 'whole' | 'shown' | number | { readonly t0: number; readonly t1: number };

export interface AnalysisChoice {
  /** Undefined: the first that fits. */
  readonly analysis?: string | undefined;
  readonly part: AnalysedPart;
  readonly preset?: string | undefined;
  readonly parameters: Readonly<{ [name: string]: number | string }>;
  /** Of an analysis of several trials: which, with which loads. Undefined: as the record says. */
  readonly trials?: readonly LoadedTrial[] | undefined;
  /** Role → variable; empty: none. */
  readonly inputs: Readonly<{ [role: string]: string }>;
}
