import { type Refusal, refuse, type StepWanted } from '@sillage/contract';
import { distanceSource } from '@sillage/domain';
import type { RecordRow } from '../records/index.ts';
import { type Asker, type ChangedSteps, changeSteps, insertStep, type StepDependencies } from './change-steps.ts';

/** Repairs the clock of a record, or chooses what its distance is made of. */
export function addStep(
  dependencies: StepDependencies,
  asker: Asker,
  recordId: number,
  wanted: StepWanted,
): Promise<ChangedSteps | Refusal> {
  return changeSteps(dependencies, asker, recordId, async (held) =>
    isPossible(held.record, wanted) ? insertStep(held, wanted) : refuse('record.noSuchDistance'),
  );
}

function isPossible({ availableData }: RecordRow, wanted: StepWanted): boolean {
  if (wanted.kind !== 'distance' || wanted.arguments.source === 'none') return true;
  return distanceSource(availableData, wanted.arguments.source) !== undefined;
}
