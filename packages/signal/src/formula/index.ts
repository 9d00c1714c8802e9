export { type CheckedFormula, checkFormula, type KnownVariable } from './check-formula.ts';
export { evaluateFormula, NotForTheseSamples } from './evaluate-formula.ts';
export { type ChannelFormula, expandChannels, variablesOf } from './expand-channels.ts';
export {
  type Formula,
  type FormulaProblem,
  type FunctionName,
  formulaBounds,
  functionNames,
  functionOf,
  isFormulaProblem,
  type Place,
  problemCodes,
} from './formula.ts';
export type { Part } from './formula-parts.ts';
export { nearestName } from './nearest-name.ts';
export { parseFormula } from './parse-formula.ts';
export {
  blockSamples,
  blocksOf,
  type SampleClock,
  type SampleColumn,
  type SamplesAtHand,
  type ScratchColumn,
} from './samples-at-hand.ts';
export { problemSentences, sayProblem } from './say-problem.ts';
export { canBeWritten, writeVariable } from './split-formula.ts';
