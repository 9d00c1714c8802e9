import { isRefusal, type KeptStep, type Refusal, refuse, type StepWanted } from '@sillage/contract';
import { distanceSource, toOriginalSeconds, untouched } from '@sillage/domain';
import { type RecordRow, refuseOtherSignals } from '../records/index.ts';
import { type Asker, type ChangedSteps, changeSteps, insertStep, type StepDependencies } from './change-steps.ts';

/** Repairs the clock of a record, or chooses what its distance is made of. */
export function addStep(
  dependencies: StepDependencies,
  asker: Asker,
  recordId: number,
  wanted: StepWanted,
): Promise<ChangedSteps | Refusal> {
  return changeSteps(dependencies, asker, recordId, async (held) => {
    if (!isPossible(held.record, wanted)) return refuse('record.noSuchDistance');
    const step = ofOriginal(held.record, wanted);
    return isRefusal(step) ? step : insertStep(held, step);
  });
}

/** Steps are kept in times of the original: jumps that are told in those of the record are put there. */
function ofOriginal(record: RecordRow, wanted: StepWanted): KeptStep | Refusal {
  if (wanted.kind !== 'clock' || wanted.times_of !== 'record') return wanted;
  const { kind, arguments: given, signals_version } = wanted;
  const refused = refuseOtherSignals(record, signals_version);
  if (refused !== undefined) return refused;
  const after = given.jumps.findIndex(({ at }) => at > record.durationSeconds);
  if (after >= 0) return refuse('request.invalid', {}, { [`arguments.jumps.${after}.at`]: 'afterEnd' });
  const { times } = record.appliedSteps ?? untouched;
  const jumps = given.jumps.map((jump) => ({ ...jump, at: seenAt(record, toOriginalSeconds(times, jump.at)) }));
  return { kind, arguments: { ...given, jumps } };
}

/** s; what a time loses by going there and back, so that the last sample before a jump stays before it. */
const roundingSeconds = 1e-6;

function seenAt({ clockJumps }: RecordRow, at: number): number {
  return clockJumps.find((seen) => Math.abs(seen.at - at) < roundingSeconds)?.at ?? at;
}

function isPossible({ availableData }: RecordRow, wanted: StepWanted): boolean {
  if (wanted.kind !== 'distance' || wanted.arguments.source === 'none') return true;
  return distanceSource(availableData, wanted.arguments.source) !== undefined;
}
