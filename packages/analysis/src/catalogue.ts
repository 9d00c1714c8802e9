import type { Analysis } from './analysis.ts';
import { cyclingPower } from './bike/cycling-power.ts';
import { cmj } from './force-plate/cmj.ts';

/** Every analysis there is, in the order that people see. */
export const analyses: readonly Analysis[] = [cmj, cyclingPower];

export const analysisOf = (id: string): Analysis | undefined => analyses.find((analysis) => analysis.id === id);
