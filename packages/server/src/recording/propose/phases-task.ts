import type { Phase } from '@sillage/signal';

/** Part of a record's signals. Plain data: it crosses threads. */
interface PartTask {
  /** Folder of its signals. */
  readonly folder: string;
  /** s of the record */
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

/** Efforts, or rests. */
export interface PhasesTask extends PartTask {
  /** The variable, or the axes of a sensor. */
  readonly variables: readonly string[];
  readonly measure: 'mean' | 'deviation';
  readonly kind: 'effort' | 'still';
  /** Where both kinds are furthest apart, unless given. */
  readonly threshold: number | undefined;
  readonly leastSeconds: number;
  readonly gapSeconds: number;
}

export interface FoundPhases {
  /** Undefined where all is alike. */
  readonly threshold: number | undefined;
  /** 0–1: how clearly the threshold tells two kinds of time apart. */
  readonly clarity: number;
  readonly phases: readonly (Phase & { readonly level: number })[];
}

export interface LapsTask extends PartTask {
  readonly latitude: DegreesVariable;
  readonly longitude: DegreesVariable;
  /** s of the record when the way lies on the line; where it is crossed most often, unless given. */
  readonly lineSeconds: number | undefined;
}

interface DegreesVariable {
  readonly variable: string;
  /** ° that one of its units is */
  readonly factor: number;
}
