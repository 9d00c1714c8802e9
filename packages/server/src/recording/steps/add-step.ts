import type { Refusal, StepWanted } from '@sillage/contract';
import { type Asker, type ChangedSteps, changeSteps, insertStep, type StepDependencies } from './change-steps.ts';

/** Repairs the clock of a record, or chooses what its distance is made of. */
export function addStep(
  dependencies: StepDependencies,
  asker: Asker,
  recordId: number,
  wanted: StepWanted,
): Promise<ChangedSteps | Refusal> {
  return changeSteps(dependencies, asker, recordId, (held) => insertStep(held, wanted));
}
