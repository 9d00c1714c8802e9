export { computeSignals } from './compute-signals.ts';
export { channelColumn, channelModule } from './compute-task.ts';
export type { Computed, ComputedSamples, OpenVariables } from './computed.ts';
export { createComputed } from './create-computed.ts';
export { refuseFormulaText } from './refuse-formula.ts';
