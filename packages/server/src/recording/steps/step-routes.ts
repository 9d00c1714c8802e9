import type { IncomingHttpHeaders } from 'node:http';
import { api, isRefusal, type RecordStep, type Refusal, refuse, type Scope, type StepDone } from '@sillage/contract';
import { frontUidOf, type Principal, type Serve } from '../../platform/http/index.ts';
import type { AddedStep } from '../decode/index.ts';
import type { RecordDependencies } from '../records/index.ts';
import { addStep } from './add-step.ts';
import {
  type Asker,
  type ChangedSteps,
  changeSteps,
  type HeldRecord,
  nthOf,
  type StepDependencies,
  switchStep,
  taskOf,
} from './change-steps.ts';
import { cropRecord } from './crop-record.ts';
import { decodeRecord } from './decode-with-changes.ts';
import { forgetStep } from './forget-step.ts';
import type { Calibrations } from './measure-in-thread.ts';
import { readHistory } from './present-history.ts';
import { purgeOriginal } from './purge-original.ts';
import { readCalibration } from './read-calibration.ts';
import { recalibrateRecord, tryCalibration } from './recalibrate-record.ts';

/** What people do to records, one step after the other, and its history. */
export function stepRoutes(
  serve: Serve,
  dependencies: RecordDependencies & { readonly calibrations: Calibrations },
): void {
  serve(api.decodeRecord, (call) => decodeRecord(dependencies, askerOf(call), call.params.id, call.body));
  serve(api.readRecordHistory, (call) => readHistory(dependencies, askerOf(call), call.params.id));
  serve(api.cropRecord, async (call) => done(await cropRecord(dependencies, askerOf(call), call.params.id, call.body)));
  serve(api.purgeOriginal, (call) =>
    purgeOriginal(dependencies, askerOf(call), call.params.id, call.body.signals_version),
  );
  serve(api.addRecordStep, async (call) => done(await addStep(dependencies, askerOf(call), call.params.id, call.body)));
  serve(api.recalibrateRecord, async (call) =>
    done(await recalibrateRecord(dependencies, askerOf(call), call.params.id, call.body)),
  );
  serve(api.tryCalibration, (call) => tryCalibration(dependencies, askerOf(call), call.params.id, call.body));
  serve(api.readCalibration, (call) => readCalibration(dependencies, askerOf(call), call.params.id));
  serve(api.deleteRecordStep, (call) => forgetStep(dependencies, askerOf(call), call.params));
  switchRoutes(serve, dependencies);
}

function switchRoutes(serve: Serve, dependencies: StepDependencies): void {
  const change = (
    call: Parameters<typeof askerOf>[0],
    id: number,
    work: (held: HeldRecord) => Promise<number | Refusal>,
  ) => changeSteps(dependencies, askerOf(call), id, work);

  serve(api.switchRecordStep, async (call) => {
    const { id, stepId } = call.params;
    const changed = await change(call, id, async (held) => {
      const step = held.steps.find((one) => one.id === stepId);
      return step === undefined ? refuse('entity.notFound') : switchStep(held, step, call.body.on);
    });
    if (isRefusal(changed)) return changed;
    const step = stepOf(changed);
    return { id: step.id, step, task_id: changed.taskId ?? null };
  });
  serve(api.undoRecordStep, async (call) =>
    done(
      await change(call, call.params.id, async (held) => {
        const last = held.steps.findLast(({ isOn }) => isOn);
        return last === undefined ? refuse('record.nothingToUndo') : switchStep(held, last, false);
      }),
    ),
  );
  serve(api.redoRecordStep, async (call) =>
    done(
      await change(call, call.params.id, async (held) => {
        const last = lastSwitchedOff(held.steps);
        return last === undefined ? refuse('record.nothingToRedo') : switchStep(held, last, true);
      }),
    ),
  );
  serve(api.goBackToStep, async (call) => {
    const { step_id } = call.body;
    const changed = await changeSteps(dependencies, askerOf(call), call.params.id, (held) => goBack(held, step_id));
    return isRefusal(changed) ? changed : { task_id: changed.taskId ?? null };
  });
}

async function goBack(held: HeldRecord, stepId: number | null): Promise<undefined | Refusal> {
  const at = held.steps.findIndex(({ id }) => id === stepId);
  if (stepId !== null && at < 0) return refuse('entity.notFound');
  // As if they were undone one after the other: the last first.
  for (const [others, step] of held.steps
    .slice(at + 1)
    .reverse()
    .entries()) {
    await switchStep(held, step, false, others);
  }
  return undefined;
}

function lastSwitchedOff(steps: readonly AddedStep[]): AddedStep | undefined {
  return steps
    .filter(({ isOn }) => !isOn)
    .reduce<AddedStep | undefined>((last, step) => (last && nthOf(last) > nthOf(step) ? last : step), undefined);
}

function done(changed: ChangedSteps | Refusal): StepDone | Refusal {
  if (isRefusal(changed)) return changed;
  const step = stepOf(changed);
  return { id: step.id, step, task_id: taskOf(changed) };
}

function stepOf({ step }: ChangedSteps): RecordStep {
  if (step === undefined) throw new Error('a step that was changed is gone');
  return step;
}

interface AskedCall {
  readonly principal: Principal;
  readonly scope: Scope;
  readonly headers: IncomingHttpHeaders;
}

/** Tasks remember who asked for them, in which browser. */
const askerOf = ({ principal, scope, headers }: AskedCall): Asker => ({
  principal,
  scope,
  frontUid: frontUidOf(headers),
});
