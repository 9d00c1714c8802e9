import type { EachName } from './each-sample.ts';

export type AlongName = 'lowpass' | 'highpass' | 'bandpass' | 'derivative' | 'integral' | 'mean' | 'median';

/** A part of a formula that can be computed: of each sample by itself, or along the samples of one clock. */
export type Part =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'each'; readonly of: EachName; readonly inputs: readonly Part[] }
  | { readonly kind: 'along'; readonly of: AlongName; readonly input: Part; readonly settings: readonly number[] };
