import { type api, type BodyOf, type Refusal, refuse } from '@sillage/contract';
import { toOriginalSeconds, untouched } from '@sillage/domain';
import { refuseOtherSignals } from '../records/index.ts';
import { type Asker, type ChangedSteps, changeSteps, insertStep, type StepDependencies } from './change-steps.ts';

/** Keeps a stretch of a record; `start` and `end` are s of the record as it is read now. */
export function cropRecord(
  dependencies: StepDependencies,
  asker: Asker,
  recordId: number,
  { start, end, signals_version }: BodyOf<typeof api.cropRecord>,
): Promise<ChangedSteps | Refusal> {
  return changeSteps(dependencies, asker, recordId, async (held) => {
    const { appliedSteps, durationSeconds } = held.record;
    const times = (appliedSteps ?? untouched).times;
    const refused = refuseOtherSignals(held.record, signals_version);
    if (refused !== undefined) return refused;
    if (start >= durationSeconds) return refuse('request.invalid', {}, { start: 'afterEnd' });
    // What lies before the start, and what a device may still send of the end, is only cut off where somebody says so.
    const kept = {
      start: start > 0 ? toOriginalSeconds(times, start) : null,
      end: end < durationSeconds ? toOriginalSeconds(times, end) : null,
    };
    if (kept.start === null && kept.end === null) return refuse('record.cropKeepsAll');
    return insertStep(held, { kind: 'crop', arguments: kept });
  });
}
