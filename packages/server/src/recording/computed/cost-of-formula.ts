import type { Part } from '@sillage/signal/formula';

/**
 * ns a sample, each about what it takes on one core of a small server; measured at 1 kHz. What is written and made into a
 * pyramid costs as much as a function along samples.
 */
const costs = { written: 150, variable: 40, each: 10, along: 150 } as const;
/** ns for each sample that lies in the window of a median: it is kept in order. */
const costAMedianSample = 0.2;

/** Seconds that a formula of so many samples takes, about. */
export function secondsOfFormula(root: Part, rateHz: number | undefined, samples: number): number {
  return ((costs.written + costOf(root, rateHz ?? 0)) * samples) / 1e9;
}

function costOf(part: Part, rateHz: number): number {
  switch (part.kind) {
    case 'number':
      return 0;
    case 'variable':
      return costs.variable;
    case 'each':
      return costs.each + part.inputs.reduce((sum, input) => sum + costOf(input, rateHz), 0);
    case 'along': {
      const [windowSeconds = 0] = part.settings;
      const inOrder = part.of === 'median' ? costAMedianSample * windowSeconds * rateHz : 0;
      return costs.along + inOrder + costOf(part.input, rateHz);
    }
  }
}

/** Oscillations after which a filter has forgotten how its stretch began. */
const settledOscillations = 2;

/** Seconds before and after a window that its samples stand on, about; an integral counts from where it begins. */
export function reachOfFormula(part: Part): number {
  switch (part.kind) {
    case 'number':
    case 'variable':
      return 0;
    case 'each':
      return Math.max(0, ...part.inputs.map(reachOfFormula));
    case 'along': {
      const [setting = 0] = part.settings;
      const isWindow = part.of === 'mean' || part.of === 'median';
      const isFilter = part.of === 'lowpass' || part.of === 'highpass' || part.of === 'bandpass';
      const own = isWindow ? setting / 2 : isFilter ? settledOscillations / setting : 0;
      return own + reachOfFormula(part.input);
    }
  }
}
