import { type api, type BodyOf, isRefusal, type Refusal, refuse } from '@sillage/contract';
import { toOriginalSeconds, untouched } from '@sillage/domain';
import { stored } from '../../platform/files/index.ts';
import { findReadable, type RecordDependencies, refuseOtherSignals } from '../records/index.ts';
import type { SignalStore } from '../store/index.ts';
import { type Asker, type ChangedSteps, changeSteps, insertStep, type StepDependencies } from './change-steps.ts';

type Dependencies = StepDependencies & Pick<RecordDependencies, 'store'>;

/** Keeps a stretch of a record; `start` and `end` are s of the record as it is read now. */
export async function cropRecord(
  dependencies: Dependencies,
  asker: Asker,
  recordId: number,
  wanted: BodyOf<typeof api.cropRecord>,
): Promise<ChangedSteps | Refusal> {
  const { database, folder, store } = dependencies;
  const { start, end, signals_version } = wanted;
  const seen = await findReadable(database.db, asker, recordId);
  // Of what cannot be read nobody knows where its samples are.
  if (!isRefusal(seen) && start < seen.durationSeconds) {
    const signals = await folder.files.localPath(stored.signals(seen.uid));
    if (!(await hasSamples(store, signals, start, end))) return refuse('record.cropWithoutSamples');
  }
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

/** Whether any module has one in the stretch, as far as that is known; what lies before the start of the record belongs to its beginning. */
async function hasSamples(store: SignalStore, signals: string, start: number, end: number): Promise<boolean> {
  const from = start > 0 ? start : Number.NEGATIVE_INFINITY;
  const described = await store.describe(signals);
  if (described === undefined) return true;
  for (const { name, columns } of described.modules) {
    const [first] = columns;
    if (first === undefined) continue;
    for await (const { timesSeconds } of store.samples(signals, name, [first.name], from, end)) {
      if (timesSeconds.length > 0) return true;
    }
  }
  return false;
}
