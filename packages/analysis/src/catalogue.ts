import type { Analysis } from './analysis.ts';
import { cmj } from './force-plate/cmj.ts';

/** Every analysis there is, in the order that people see. */
export const analyses: readonly Analysis[] = [cmj];

export const analysisOf = (id: string): Analysis | undefined => analyses.find((analysis) => analysis.id === id);
